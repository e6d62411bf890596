// What every answer tells browsers, whoever asks and whatever comes of it.
import { expect, test } from 'vitest'
import { guard } from '../../src/shared/http/security-headers.ts'
import { callerOf } from '../support/client.ts'
import { signedInAs } from '../support/platform.ts'
import { everyRoute, fill, nameOf } from '../support/routes.ts'
import { sharedStack } from '../support/stack.ts'
import { makeWorld } from '../support/world.ts'

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

/** Holds that nobody is told what runs here, and that no other origin may read the answer. */
function isOurs({ headers }: { headers: Headers }): void {
  expect(Object.fromEntries(headers)).toMatchObject({ ...ours, 'cache-control': 'no-store' })
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  expect(tellTales.filter(name => headers.has(name))).toEqual([])
}

const cases = everyRoute.map(route => ({ name: nameOf(route), route }))

test.each(cases)('$name is guarded, whatever it answers', async ({ route }) => {
  const world = await makeWorld()
  const path = fill(route, world.installSid)
  const asked = [
    world.admin(route.method, path, { headers: elsewhere, ...(route.body && { body: {} }) }),
    world.admin(route.method, `${path}?unheardOf=1`, { headers: elsewhere }),
    world.admin('PATCH', path, { headers: elsewhere }),
    world.admin(route.method, path, { headers: { ...elsewhere, token: 'junk' } }),
  ]
  for (const answer of await Promise.all(asked)) isOurs(answer)
})

test.each(cases)('$name lets no other origin in by a preflight', async ({ route }) => {
  const world = await makeWorld()
  const answer = await world.admin('OPTIONS', fill(route, world.installSid), { headers: elsewhere })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toContain(route.method.toUpperCase())
  isOurs(answer)
})

test.each(cases.filter(({ route }) => route.method === 'get'))(
  '$name answers HEAD as GET, without the body',
  async ({ route }) => {
    const world = await makeWorld()
    const path = fill(route, world.installSid)
    const [got, head] = [await world.admin('GET', path), await world.admin('HEAD', path)]
    expect([head.status, head.raw]).toEqual([got.status, ''])
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'))
    isOurs(head)
  },
)

test('HEAD with the cookie of a session changes nothing, and so needs no Origin', async () => {
  const { world, token } = await signedInAs(await makeWorld(), 'viewer')
  const headers = { cookie: `session=${token}` }
  expect((await callerOf(world.stack)('HEAD', '/api/auth/me', { headers })).status).toBe(200)
})

test.each(['/', '/nothing', '/v1', '/v2/x', '/.well-known/nothing'])(
  'the 404 of %s is guarded',
  async path => {
    const { baseUrl } = await sharedStack()
    const answer = await fetch(new URL(path, baseUrl), { headers: elsewhere })
    expect(answer.status).toBe(404)
    isOurs(answer)
  },
)

test.each(['/.well-known/jwks.json', '/openapi.json'])(
  'any origin may read %s, and nothing else changes',
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

test('a browser is held to HTTPS where it came by HTTPS', () => {
  const told = (url: string) => {
    const headers = new Headers()
    guard(headers, url)
    return headers.get('strict-transport-security')
  }
  expect([told('https://api.example/v1'), told('http://127.0.0.1/v1')]).toEqual(['max-age=31536000', null])
})
