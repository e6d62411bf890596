// Input that every operation accepts: an empty offset, and date-times without seconds.
import { beforeAll, describe, expect, test } from 'vitest'
import { makeEverything } from '../support/everything.ts'
import { guardedRoutes, nameOf, withQuery, withRequiredQuery } from '../support/routes.ts'
import type { World } from '../support/world.ts'

let world: World
let sids: Record<string, string>
beforeAll(async () => {
  const everything = await makeEverything()
  world = everything.world
  const proctor = { name: 'North', installSids: [world.installSid] }
  const { sid } = await world.client.post('/v1/proctors', { body: proctor })
  sids = { ...everything.sids, proctorSid: sid }
})

const lists = guardedRoutes
  .filter(({ method, query }) => method === 'get' && query && 'offset' in query.shape)
  .filter(({ path }) => path.startsWith('/v1/') || !path.includes('{'))

const at = (path: string) =>
  withRequiredQuery(path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(sids[name])))

describe('every list', () => {
  test.each(lists.map(route => [nameOf(route), route.path] as const))(
    '%s takes an empty offset, which means 0',
    async (_, path) => {
      const [empty, zero] = await Promise.all([
        world.admin('GET', withQuery(at(path), 'offset=')),
        world.admin('GET', withQuery(at(path), 'offset=0')),
      ])
      expect(zero.body['code']).not.toBe('invalid_request')
      expect(empty.status, empty.raw).toBe(zero.status)
      if (zero.status === 200) expect(empty.body).toEqual(zero.body)
    },
  )

  test('there are at least 20, most of which respond', async () => {
    expect(lists.length).toBeGreaterThan(20)
    const answers = await Promise.all(lists.map(({ path }) => world.admin('GET', at(path))))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(20)
  })

  test.each([' ', '+', '0x1', '1.0', '-1', 'null'])('an offset of “%s” is 400', async offset => {
    const answer = await world.admin('GET', world.path(`/users?offset=${encodeURIComponent(offset)}`))
    expect(answer.list('errors')).toMatchObject([{ path: 'offset' }])
  })

  test('an empty limit is 400', async () => {
    expect((await world.admin('GET', world.path('/users?limit='))).status).toBe(400)
  })
})

const isInstant = (schema: unknown): boolean => JSON.stringify(schema ?? null).includes('"date-time"')

/** The names of the date-times of each query. */
const timed = guardedRoutes.flatMap(({ query, path, method }) => {
  const names = Object.entries(query?.shape ?? {}).flatMap(([name, schema]) =>
    isInstant(schema.meta()) || isInstant(Object(schema).unwrap?.().meta()) ? [name] : [],
  )
  return names.length > 0 ? [[nameOf({ method, path } as never), path, names] as const] : []
})

test.each(timed)('%s takes date-times without seconds', async (_, path, names) => {
  const early = (name: string) => /Start|After|Open|since|after/i.test(name)
  const query = names.map(name => `${name}=2026-0${early(name) ? 1 : 2}-01T00:00Z`).join('&')
  const answer = await world.admin('GET', withQuery(at(path), query))
  expect(answer.body['code'], answer.raw).not.toBe('invalid_request')
})

test('at least 6 operations have date-times in their query', () => {
  expect(timed.length).toBeGreaterThanOrEqual(6)
})

test('a date-time of a body may omit the seconds, and is returned with them', async () => {
  const { courseSid, examSid, examConfigurationSid } = sids
  const configuration = world.path(
    `/courses/${courseSid}/exams/${examSid}/configurations/${examConfigurationSid}`,
  )
  const body = {
    examOpenDate: '2087-01-01T00:00Z',
    instructorAsProctor: [{ startTime: '2087-01-01T08:30Z', endTime: '2087-01-01T09:30Z' }],
  }
  expect((await world.admin('PUT', configuration, { body })).body).toMatchObject({
    examOpenDate: '2087-01-01T00:00:00.000Z',
    instructorAsProctor: [{ startTime: '2087-01-01T08:30:00.000Z', endTime: '2087-01-01T09:30:00.000Z' }],
  })
})

test.each([
  '2026-01-01T00Z',
  '2026-01-01T24:00Z',
  '2026-02-30T00:00Z',
  '2026-01-01T00:00',
  '2026-01-01T00:00+01:00',
  '2026-01-01T00:60Z',
  '1899-12-31T00:00Z',
  '2026-01-01 00:00Z',
])('the date-time %s is 400', async time => {
  const query = new URLSearchParams({ appointmentDateAfter: time })
  const answer = await world.admin('GET', world.path(`/reports/appointmentVolume?${query}`))
  expect(answer.list('errors')[0]).toMatchObject({ path: 'appointmentDateAfter' })
})
