// A signing key that has leaked and was replaced: the connections of JWTs that it signed end with the next verification.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Subject } from '../../../src/shared/realtime/access.ts'
import { keysOf, makeRing } from '../../../tools/stack/local-keys.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { callerOf } from '../../support/client.ts'
import { signedInAs } from '../../support/platform.ts'
import { type PlatformDatabase, platformDatabase } from '../../support/platform-worker.ts'
import { makeWorld, type World } from '../../support/world.ts'

let database: PlatformDatabase
let world: World
/** The same system after the replacement of the key ring. */
let replaced: Stack
beforeAll(async () => {
  database = await platformDatabase()
  world = await makeWorld((await database.worker()).stack)
  const { signingKey, jwks } = keysOf(await makeRing())
  replaced = (await database.worker({ variables: { SIGNING_KEY: signingKey, JWKS: jwks } })).stack
}, 60_000)
afterAll(() => database?.close())

/** What the platform answers to the Worker `realtime` about a token. */
async function identityOf(token: string): Promise<Subject> {
  const { body } = await callerOf(world.stack)('POST', '/internal/connections', { body: { token } })
  expect(body).toMatchObject({ outcome: 'accepted' })
  return Object(body)['identity']
}

const topic = 'chat'
async function accessOf(stack: Stack, subject: Partial<Subject>): Promise<unknown> {
  const body = { accountSid: world.accountSid, subjects: [{ subject, topics: [topic] }] }
  const answer = await callerOf(stack)('POST', '/internal/access', { body })
  return Object(answer.body)['subjects'][0]
}

async function jwt(): Promise<string> {
  const { call } = await signedInAs(world, 'owner')
  const body = { applicationId: world.applicationSid, permissions: ['subscribe'] }
  const answer = await call('POST', '/auth/token', { body })
  expect(answer.status, answer.raw).toBe(200)
  return answer.text('token')
}

const active = [{ subscribe: false, publish: false }] // the topic is none of a session or an exam

test('the connection of a JWT is verified by the key that signed it, until the key is replaced', async () => {
  const identity = await identityOf(await jwt())
  expect(identity.kid).toMatch(/^[\w-]{43}$/)
  expect(await accessOf(world.stack, identity)).toEqual(active)
  expect(await accessOf(replaced, identity)).toBe(null)
})

test('a connection whose key an earlier version did not store is verified without it', async () => {
  const { kid: _, ...identity } = await identityOf(await jwt())
  expect(await accessOf(replaced, identity)).toEqual(active)
})
