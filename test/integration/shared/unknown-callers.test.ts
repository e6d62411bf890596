// How much an unauthenticated caller can make the system read.
import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../../../src/shared/auth/secret.ts'
import { isOpen } from '../../../src/shared/http/route.ts'
import { newTenant } from '../../../tools/ops/tenant.ts'
import { askBytes } from '../../support/abuse/raw.ts'
import { Answer } from '../../support/client.ts'
import { bundle } from '../../support/one-roster.ts'
import { everyRoute } from '../../support/routes.ts'
import { sharedStack } from '../../support/stack.ts'
import { makeWorld, type World } from '../../support/world.ts'

const [KiB, MiB] = [1024, 1024 * 1024]

let world: World
beforeAll(async () => {
  world = await makeWorld(await sharedStack())
})

/** A well-formed secret that is not in the database: refusing it takes a round trip. */
const unknownSecret = () => newTenant('Unknown', 'Unknown').secret
const zip = { 'content-type': 'application/zip' }
const json = { 'content-type': 'application/json' }
const chunked = { 'transfer-encoding': 'chunked' }

/** Sends the head of a request and the first bytes of its body, but not the rest. @returns the status */
async function statusBeforeBody(method: string, path: string, headers: Record<string, string | number>) {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  const start = 'transfer-encoding' in headers ? '400\r\n{"a' : '{"a'
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${start}`
  return Number((await askBytes(world.stack, head)).split(' ')[1])
}

test.each([
  ['an upload of 10 MiB', '/provision/oneroster', { ...zip, 'content-length': 10 * MiB }],
  ['an upload of 1 KiB', '/provision/oneroster', { ...zip, 'content-length': KiB }],
  ['an upload of unannounced length', '/provision/oneroster', { ...zip, ...chunked }],
  ['JSON of 1 MiB', '/users', { ...json, 'content-length': MiB }],
  ['JSON of more than 512 KiB', '/users', { ...json, 'content-length': 512 * KiB + 1 }],
  ['JSON of unannounced length', '/users', { ...json, ...chunked }],
])('%s is 401 before its body is read, if the credential is not valid', async (_, rest, headers) => {
  const path = world.path(rest)
  expect(await statusBeforeBody('POST', path, { ...headers, token: unknownSecret() })).toBe(401)
  expect(await statusBeforeBody('POST', path, headers)).toBe(401)
})

test('a large body is not read for a credential without the action, nor for another tenant', async () => {
  const { secret } = await world.credential([
    { effect: 'Allow', actions: ['sp:ListUsers'], resources: ['*'] },
  ])
  const headers = { ...json, 'content-length': MiB }
  expect(await statusBeforeBody('POST', world.path('/users'), { ...headers, token: secret })).toBe(403)
  const other = await makeWorld(world.stack)
  expect(await statusBeforeBody('POST', other.path('/users'), { ...headers, token: world.secret })).toBe(404)
})

test.each([
  ['a session that is invalid', `Bearer invigil_ses_${'0'.repeat(43)}`],
  ['nothing', undefined],
])('area C reads no large body for %s', async (_, authorization) => {
  const headers = { ...json, 'content-length': MiB, ...(authorization && { authorization }) }
  expect(await statusBeforeBody('POST', '/api/webhooks', headers)).toBe(401)
})

test('a refusal before the body was read leaves no connection on which the body is parsed as a request', async () => {
  const { hostname, port } = new URL(world.stack.baseUrl)
  const smuggled = `GET ${world.path('/users')} HTTP/1.1\r\nhost: localhost\r\ntoken: ${world.secret}\r\n\r\n`
  const body = smuggled + ' '.repeat(MiB - smuggled.length)
  const head = `POST ${world.path('/users')} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${MiB}\r\n\r\n`
  const socket = connect(Number(port), hostname, () => socket.write(head + body, 'latin1'))
  const parts: Buffer[] = []
  socket.on('data', part => parts.push(part))
  socket.on('error', () => {})
  // A second response would follow at once.
  socket.once('data', () => socket.setTimeout(1000, () => socket.destroy()))
  await new Promise(resolve => socket.on('close', resolve))
  const answers = Buffer.concat(parts)
    .toString('latin1')
    .match(/HTTP\/1\.1 \d+/g)
  expect(answers).toEqual(['HTTP/1.1 401'])
})

const newUser = (padding = 0) =>
  JSON.stringify({ firstName: 'Ada', lastName: 'Large', email: 'ada@school.example' }) + ' '.repeat(padding)

/** The number of round trips that the response reports. */
const roundTripsOf = (answer: Response) =>
  /"(\d+) trips"/.exec(answer.headers.get('server-timing') ?? '')?.[1]

async function tripsOfUser(body: NonNullable<RequestInit['body']>, init: RequestInit = {}) {
  const headers = { ...json, token: world.secret }
  const url = new URL(world.path('/users'), world.stack.baseUrl)
  const answer = await fetch(url, { method: 'POST', headers, body, ...init })
  expect(answer.status).toBe(201)
  return Number(roundTripsOf(answer))
}

test('a write has a third round trip only if its body is large or of unannounced length', async () => {
  const small = await tripsOfUser(newUser())
  expect(small).toBeLessThanOrEqual(2)
  const padding = 512 * KiB - newUser().length
  expect(await tripsOfUser(newUser(padding))).toBe(small)
  expect(await tripsOfUser(newUser(padding + 1))).toBe(small + 1)
  const stream = new Blob([newUser()]).stream()
  expect(await tripsOfUser(stream, { duplex: 'half' } as RequestInit)).toBe(small + 1)
})

test('a roster is imported in four round trips: authentication, again with its bytes, its references, the import', async () => {
  const url = new URL(world.path('/provision/oneroster?mode=delta'), world.stack.baseUrl)
  const body = new Uint8Array(bundle({ courses: [{}] }))
  const answer = await fetch(url, { method: 'POST', headers: { ...zip, token: world.secret }, body })
  expect([answer.status, roundTripsOf(answer)]).toEqual([200, '4'])
})

const openWithBody = everyRoute.filter(route => isOpen(route) && route.body)

test.each(openWithBody.map(route => [`${route.method} ${route.path}`, route] as const))(
  '%s accepts at most 64 KiB, because it needs no credential',
  async (_, { method, path }) => {
    const at = path.replaceAll(/\{\w+\}/g, `AI${'0'.repeat(32)}`)
    const length = { ...json, 'content-length': 64 * KiB + 1 }
    expect(await statusBeforeBody(method.toUpperCase(), at, length)).toBe(413)
  },
)

const relays = ['/internal/webhooks/relay', '/internal/webhooks/failed', '/internal/webhooks/release']

/** A well-formed signature that was not made with our keys. */
const signature = (() => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'Upstash', sub: hashSecret('x') })}`
  return `${signed}.${createHmac('sha256', 'no key of ours').update(signed).digest('base64url')}`
})()

test.each(relays)('%s reads no body without a well-formed signature', async path => {
  for (const shown of [undefined, '', 'a.b', 'a.b.c.d', `a.${'b'.repeat(5000)}.c`, 'a b.c.d'])
    expect(
      await statusBeforeBody('POST', path, {
        ...json,
        ...chunked,
        ...(shown !== undefined && { 'upstash-signature': shown }),
      }),
    ).toBe(401)
})

test.each(relays)('%s reads at most 64 KiB before it checks the signature', async path => {
  const announced = { ...json, 'content-length': 64 * KiB + 1, 'upstash-signature': signature }
  expect(await statusBeforeBody('POST', path, announced)).toBe(413)
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\nupstash-signature: ${signature}\r\n\r\n`
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
  expect(await askBytes(world.stack, head + chunk.repeat(5))).toContain(' 413 ')
})

test('a foreign signature is refused, however small the body', async () => {
  const url = new URL(relays[0] ?? '', world.stack.baseUrl)
  const answer = await fetch(url, { method: 'POST', body: '{}', headers: { 'upstash-signature': signature } })
  expect(new Answer(answer, '').status).toBe(401)
})
