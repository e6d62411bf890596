import { once } from 'node:events'
import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { isExhaustive, rotating } from '../support/rounds.ts'
import { everyRoute, fill, guardedRoutes, nameOf, withQuery } from '../support/routes.ts'
import { changingNoRow } from '../support/tables.ts'
import { makeWorld, type World } from '../support/world.ts'

const json = { 'content-type': 'application/json' }
const titled = (routes: typeof everyRoute) => routes.map((route, at) => ({ name: nameOf(route), route, at }))

// One stack for all tests: refused requests change nothing.
let world: World
beforeAll(async () => {
  world = await makeWorld()
})

/** Sends a request that must be refused, and expects that nothing was written. */
const refused = (
  route: (typeof everyRoute)[number],
  body: string | Blob,
  headers: Record<string, string> = json,
) => changingNoRow(world, () => world.admin(route.method, fill(route, world.installSid), { body, headers }))

const unreadable: [string, string | Blob][] = [
  ['truncated', '{"name": '],
  ['not JSON', 'name=x'],
  ['not UTF-8', new Blob([new Uint8Array([0x22, 0xff, 0x22])])],
  ['nested a hundred thousand levels deep', '['.repeat(100_000)],
]
const noObjects: [string, string][] = [
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '1'],
  ['text', '"text"'],
]
const unknownMembers = ['unheardOf', '__proto__', 'constructor', 'toString']
const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
const badNames = ['%00', 'no%20spaces', 'a%2Fb', 'x'.repeat(246)]
const badSids = [
  'AI',
  `ai${'0'.repeat(32)}`,
  `AI${'G'.repeat(32)}`,
  `AI${'0'.repeat(31)}`,
  '%00',
  "1'%20or%201=1",
]

/** In `npm test` every second operation has one of the items, the next one each time: the rules are the same for all JSON bodies. */
const inTurn = <T>(items: readonly T[], at: number, turn: 0 | 1): readonly T[] =>
  isExhaustive || at % 2 === turn ? rotating(items, Math.floor(at / 2), 1) : []

describe.each(titled(guardedRoutes.filter(({ body, upload }) => body && !upload)))(
  '$name',
  ({ route, at }) => {
    test.each(inTurn(unreadable, at, 0))('a body that is %s is refused', async (_, body) => {
      const answer = await refused(route, body)
      expect(answer.status).toBe(400)
    })

    test.each(inTurn(noObjects, at, 1))('a body that is %s is refused', async (_, body) => {
      const answer = await refused(route, body)
      expect(answer.status).toBe(400)
      expect(answer.text('code')).toBe('invalid_request')
    })

    test.each(rotating(unknownMembers, at, 1))('the unknown member %s is refused by name', async name => {
      const answer = await refused(route, `{"tokenType": "api", "${name}": 1}`)
      expect(answer.status).toBe(400)
      expect(answer.list('errors')).toContainEqual(
        expect.objectContaining({ path: name, code: 'unknown_member' }),
      )
    })

    test('wrong types are refused with the path of each', async () => {
      const schema = route.body
      const members = schema && 'shape' in schema ? Object.keys(Object(schema.shape)) : ['policy']
      // A batch may validate its items alone, so a list is no wrong type of `items`.
      const wrongOf = (name: string) => (name === 'items' ? { wrong: [true] } : [{ wrong: [true] }])
      const wrong = {
        tokenType: 'api',
        ...Object.fromEntries(members.map(name => [name, wrongOf(name)])),
      }
      const answer = await refused(route, JSON.stringify(wrong))
      expect(answer.status).toBe(400)
      const named = new Set(answer.list('errors').map(({ path }) => String(path).split('.')[0]))
      for (const name of members) expect(named).toContain(name)
    })

    // Every second operation in `npm test`: the limit is the same for all JSON bodies.
    if (isExhaustive || at % 2 === 0)
      test('a body of 2 MiB is refused with 413', async () => {
        const answer = await refused(route, JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) }))
        expect(answer.status).toBe(413)
      })

    test.each(inTurn(otherTypes, at, 1))('a body declared as %s is refused with 415', async type => {
      expect((await refused(route, '{}', { 'content-type': type })).status).toBe(415)
    })
  },
)

describe.each(titled(guardedRoutes.filter(({ upload }) => upload)))('$name', ({ route }) => {
  test.each([
    [400, 'that is no such file', new Blob(['junk']), route.upload?.mediaTypes[0]],
    [400, 'that is empty', new Blob([]), route.upload?.mediaTypes[0]],
    [415, 'declared as JSON', '{}', 'application/json'],
  ] as const)('%s for a body %s', async (status, _, body, type = '') => {
    expect((await refused(route, body, { 'content-type': type })).status).toBe(status)
  })

  test('413 for a body with a too large content length, without waiting for the body', async () => {
    const length = String((route.upload?.maxBytes ?? 0) + 1)
    const headers = { token: world.secret, 'content-type': 'application/zip', 'content-length': length }
    const url = new URL(fill(route, world.installSid), world.stack.baseUrl)
    const announced = request(url, { method: route.method, headers })
    announced.flushHeaders()
    const [{ statusCode }] = await once(announced, 'response')
    announced.destroy()
    expect(statusCode).toBe(413)
  })
})

describe.each(titled(everyRoute))('$name', ({ route }) => {
  test('an unknown query parameter is refused, and the response lists the known ones', async () => {
    const answer = await world.admin(route.method, withQuery(fill(route, world.installSid), 'limitt=1'))
    expect(answer.status).toBe(400)
    const known = Object.keys(route.query?.shape ?? {})
    const [fault] = answer.list('errors')
    expect(fault).toMatchObject({ path: 'limitt', code: 'unknown_member' })
    for (const name of known) expect(fault?.['message']).toContain(name)
  })
})

describe.each(titled(everyRoute.filter(({ params }) => params)))('$name', ({ route, at }) => {
  test('malformed sids in the path are refused', async () => {
    const values = route.path.includes('{documentName}') ? badNames : badSids
    for (const bad of rotating(values, at, 1)) {
      const answer = await world.admin(route.method, route.path.replaceAll(/\{\w+\}/g, bad))
      expect(answer.status).toBe(400)
      expect(answer.list('errors').length).toBeGreaterThan(0)
    }
  })
})
