// Security headers of every response, for all callers and outcomes.
import { beforeAll, expect, test } from 'vitest'
import { guard } from '../../src/shared/http/security-headers.ts'
import { callerOf } from '../support/client.ts'
import { signedInAs } from '../support/platform.ts'
import { rotating } from '../support/rounds.ts'
import { everyRoute, fill, nameOf } from '../support/routes.ts'
import { sharedStack } from '../support/stack.ts'
import { makeWorld, type World } from '../support/world.ts'

const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}
const ours = { ...guards, 'cross-origin-resource-policy': 'same-origin' }

const elsewhere = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
const tellTales = [
  'server',
  'x-powered-by',
  'via',
  'access-control-allow-origin',
  'access-control-allow-credentials',
]

/** Expects that the response reveals no server software and is not readable by other origins. */
function isOurs({ headers }: { headers: Headers }): void {
  expect(Object.fromEntries(headers)).toMatchObject({ ...ours, 'cache-control': 'no-store' })
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  expect(tellTales.filter(name => headers.has(name))).toEqual([])
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const cases = everyRoute.map((route, at) => ({ name: nameOf(route), route, at }))

test.each(cases)('$name has the security headers in every response', async ({ route, at }) => {
  const path = fill(route, world.installSid)
  const asked = [
    () => world.admin(route.method, path, { headers: elsewhere, ...(route.body && { body: {} }) }),
    () => world.admin(route.method, `${path}?unheardOf=1`, { headers: elsewhere }),
    () => world.admin('PATCH', path, { headers: elsewhere }),
    () => world.admin(route.method, path, { headers: { ...elsewhere, token: 'junk' } }),
  ]
  for (const answer of await Promise.all(rotating(asked, at, 1).map(ask => ask()))) isOurs(answer)
})

test.each(cases)('a preflight of $name permits no other origin', async ({ route }) => {
  const answer = await world.admin('OPTIONS', fill(route, world.installSid), { headers: elsewhere })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toContain(route.method.toUpperCase())
  isOurs(answer)
})

test.each(cases.filter(({ route }) => route.method === 'get'))(
  '$name responds to HEAD as to GET, without the body',
  async ({ route }) => {
    const path = fill(route, world.installSid)
    const [got, head] = [await world.admin('GET', path), await world.admin('HEAD', path)]
    expect([head.status, head.raw]).toEqual([got.status, ''])
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'))
    isOurs(head)
  },
)

test('HEAD with a session cookie changes nothing, so it needs no Origin', async () => {
  const { token } = await signedInAs(world, 'viewer')
  const headers = { cookie: `session=${token}` }
  expect((await callerOf(world.stack)('HEAD', '/api/auth/me', { headers })).status).toBe(200)
})

const missing = [
  ...['/nothing', '/home', '/home.json', '/v1', '/v2/x', '/.well-known/nothing'],
  ...['/embed', '/embed/', '/embed/nothing', '/embed/nothing.js', '/embed/..%2fhome.json'],
]

test.each(missing)('the 404 of %s has the security headers', async path => {
  const { baseUrl } = await sharedStack()
  const answer = await fetch(new URL(path, baseUrl), { headers: elsewhere })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'not_found' })
  isOurs(answer)
})

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s of an asset of the embed is 405', async method => {
  const { baseUrl } = await sharedStack()
  const answer = await fetch(new URL('/embed/exam-session', baseUrl), { method })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  isOurs(answer)
})

test.each(['/.well-known/jwks.json', '/openapi.json'])(
  '%s is readable by any origin, and has the other security headers',
  async path => {
    const { baseUrl } = await sharedStack()
    const { headers } = await fetch(new URL(path, baseUrl), { headers: elsewhere })
    expect(Object.fromEntries(headers)).toMatchObject({
      ...guards,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  },
)

test('responses over HTTPS have HSTS', () => {
  const maxAgeFor = (url: string) => {
    const headers = new Headers()
    guard(headers, url)
    return headers.get('strict-transport-security')
  }
  expect([maxAgeFor('https://api.example/v1'), maxAgeFor('http://127.0.0.1/v1')]).toEqual([
    'max-age=31536000',
    null,
  ])
})
