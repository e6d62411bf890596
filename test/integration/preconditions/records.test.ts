// Entity tags and preconditions of every record, over the route table.
import { beforeAll, describe, expect, test } from 'vitest'
import { isRecord, recordOf } from '../../../src/shared/http/etag.ts'
import type { Route } from '../../../src/shared/http/route.ts'
import { bodies, type Everything, makeEverything } from '../../support/everything.ts'
import { everyRoute, nameOf } from '../../support/routes.ts'
import { changingNoRow } from '../../support/tables.ts'

let ours: Everything
beforeAll(async () => {
  ours = await makeEverything()
})

const inInstall = everyRoute.filter(({ path }) => path.startsWith('/v1/installs/{installSid}'))
const filled = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ours.sids[name] ?? expect.fail(`Make a ${name}.`))

const send = (route: Route<never>, headers: Record<string, string>) => {
  const body = route.body && (bodies(ours)[route.action ?? ''] ?? {})
  return ours.world.admin(route.method, filled(route.path), { headers, ...(body && { body }) })
}

const read = (path: string, headers: Record<string, string> = {}) =>
  ours.world.admin('GET', filled(path), { headers })

const etagOf = async (path: string) => (await read(path)).headers.get('etag') ?? expect.fail('No ETag.')

describe.each(inInstall.filter(isRecord).map(route => ({ title: nameOf(route), route })))(
  '$title',
  ({ route: { path } }) => {
    test('has a strong entity tag, and responds with 304 without a body to a client that has it', async () => {
      const etag = await etagOf(path)
      expect(etag).toMatch(/^"[\w-]{43}"$/)
      for (const header of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
        const unchanged = await read(path, { 'If-None-Match': header })
        expect([unchanged.status, unchanged.raw, unchanged.headers.get('etag')]).toEqual([304, '', etag])
      }
      expect((await read(path, { 'If-None-Match': '"a", W/"b"' })).status).toBe(200)
    })
  },
)

const writes = inInstall.flatMap(route => {
  const record = recordOf(route, everyRoute)
  return record ? [{ title: nameOf(route), route, record }] : []
})

describe.each(writes)('$title', ({ route, record }) => {
  test('with another entity tag, responds with 412 and writes nothing', async () => {
    const etag = await etagOf(record.path)
    for (const header of ['"a"', `W/${etag}`, '"a", "b"']) {
      const refused = await changingNoRow(ours.world, () => send(route, { 'If-Match': header }))
      expect([refused.status, refused.text('code')], refused.raw).toEqual([412, 'precondition_failed'])
    }
  })
})

test('If-Match without quotes is 400, because the record may be unchanged', async () => {
  const { route, record } = writes[0] ?? expect.fail('No route.')
  const etag = await etagOf(record.path)
  for (const header of ['a', ',', etag.replaceAll('"', ''), `${etag} "a"`, `*, ${etag}`]) {
    const refused = await changingNoRow(ours.world, () => send(route, { 'If-Match': header }))
    expect([refused.status, refused.text('detail')], header).toEqual([
      400,
      'If-Match: Expected * or entity tags in double quotes, as the header ETag has them.',
    ])
  }
})

test('If-Match may have empty elements beside its tags', async () => {
  const { route, record } = writes[0] ?? expect.fail('No route.')
  for (const [before, after] of [
    [', ', ''],
    ['"a",, ', ' ,'],
  ] as const) {
    const header = before + (await etagOf(record.path)) + after
    expect((await send(route, { 'If-Match': header })).status, header).toBeLessThan(300)
  }
  const refused = await send(route, { 'If-Match': '"a", ,"b"' })
  expect(refused.status, refused.raw).toBe(412)
})

const roundTripsOf = (headers: Headers) =>
  Number(/desc="(\d+) trips"/.exec(headers.get('server-timing') ?? '')?.[1])

// Deletions last, children before their parents.
const inOrder = [
  ...writes.filter(({ route }) => route.method === 'put'),
  ...writes.filter(({ route }) => route.method === 'delete').toReversed(),
]

test.each(inOrder)(
  '$title: with the entity tag of the record, it is written in two round trips; then the tag is refused',
  async ({ route, record }) => {
    const read = await ours.world.admin('GET', filled(record.path))
    if (read.status !== 200) return // a record that an earlier deletion has taken along
    const etag = read.headers.get('etag') ?? ''
    const written = await send(route, { 'If-Match': `"a", ${etag}` })
    expect(written.status, written.raw).not.toBe(412)
    expect(roundTripsOf(written.headers)).toBeLessThanOrEqual(2)
    if (written.status >= 400 || route.method === 'delete') return
    const after = await etagOf(record.path)
    const again = await send(route, { 'If-Match': etag })
    expect(again.status === 412, again.raw).toBe(after !== etag)
  },
)

test('operations whose record has no entity tag refuse If-Match', async () => {
  const [route] = inInstall.filter(({ action }) => action === 'sp:UpdateEventType')
  const refused = await send(route ?? expect.fail('No route.'), { 'If-Match': '*' })
  expect(refused.status).toBe(400)
  expect(refused.body['errors']).toMatchObject([{ path: 'If-Match' }])
})
