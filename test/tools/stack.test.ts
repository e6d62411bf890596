import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { callerOf } from '../support/client.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { ownStack, sharedStack } from '../support/stack.ts'
import { makeWorld, type World } from '../support/world.ts'

test('GET /healthz is 200 while the database responds, and 503 with Retry-After while it does not', async () => {
  const directory = temporaryDirectory()
  const options = { fsync: false }
  const server = await startEmbeddedPostgres(directory, options)
  const stack = await ownStack({ kind: 'server', url: server.url })
  const call = callerOf(stack)
  expect((await call('GET', '/healthz')).status).toBe(200)

  await server.stop()
  const down = await call('GET', '/healthz')
  expect(down.status).toBe(503)
  expect(down.text('code')).toBe('database_unavailable')
  expect(down.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(down.raw).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/)

  const back = await startEmbeddedPostgres(directory, { ...options, port: server.port })
  expect((await call('GET', '/healthz')).status).toBe(200)
  await stack.close()
  await back.stop()
})

test('every response of the local stack reports its round trips to the database, as the endpoint counts them', async () => {
  // A separate, read-only stack: deferred work of another test would cause round trips in between.
  const stack = await ownStack({ kind: 'memory' })
  const { apiCredential, installSid } = JSON.parse(readFileSync(join(stack.stateDir, 'demo.json'), 'utf8'))
  const admin = callerOf(stack, apiCredential)
  for (const [method, target] of [
    ['GET', `/v1/installs/${installSid}/users`],
    ['GET', '/healthz'],
    ['GET', '/.well-known/jwks.json'],
    ['GET', '/nowhere'],
  ] as const) {
    const before = stack.roundTrips()
    const answer = await admin(method, target)
    expect(answer.headers.get('server-timing')).toMatch(/^db;dur=\d+;desc="\d+ trips"$/)
    expect(stack.roundTrips() - before).toBe(answer.roundTrips)
  }
  await stack.close()
})

test('an X-Request-Id of the caller is kept, unless it could forge a log line', async () => {
  const call = callerOf(await sharedStack())
  const kept = await call('GET', '/nowhere', { headers: { 'x-request-id': 'lms-42' } })
  expect([kept.headers.get('x-request-id'), kept.text('requestId')]).toEqual(['lms-42', 'lms-42'])
  const forged = await call('GET', '/nowhere', { headers: { 'x-request-id': 'a" level=fatal' } })
  expect(forged.text('requestId')).toMatch(/^[a-f0-9-]{36}$/)
})

test('GET /__local/mail lists caught mails, newest last', async () => {
  const world = await makeWorld()
  const invited = ['first@school.example', 'second@school.example'].map(
    email => `${world.installSid}-${email}`,
  )
  for (const email of invited) {
    const body = { email: email.toLowerCase(), name: 'Ada', role: 'viewer' }
    expect((await world.admin('POST', '/api/operators', { body })).status).toBe(201)
    // Mails are sent after the response.
    await vi.waitFor(
      async () => expect((await mails(world)).at(-1)).toMatchObject({ to: body.email }),
      20_000,
    )
  }
  const caught = (await mails(world)).filter(({ to }) => invited.some(email => email.toLowerCase() === to))
  expect(caught.map(({ to }) => to)).toEqual(invited.map(email => email.toLowerCase()))
  expect(caught[0]).toEqual({
    to: expect.any(String),
    attachments: [],
    subject: expect.any(String),
    text: expect.any(String),
  })
})

async function mails({ stack }: World): Promise<{ to: string }[]> {
  const answer = await callerOf(stack)('GET', '/__local/mail')
  expect(answer.status).toBe(200)
  return JSON.parse(answer.raw)
}
