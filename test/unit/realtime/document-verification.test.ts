// The periodic verification of the connections of a document.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextVerification } from '../../../src/realtime/account/verification.ts'
import { namespaceOf, objectState } from '../../support/objects.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Document } = await import('../../../src/realtime/document/document.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const access = {
  ...{ user: 'AK1', accountSid: 'AC1', applicationSid: 'AP1', sessionSid: null },
  ...{ kid: 'the key', canWrite: true },
}

/** A document with one connection, at its next verification. */
function verifying(fetch: (url: string, options: RequestInit) => Promise<Response>) {
  const key = { applicationSid: 'AP1', name: 'notes' }
  const expiresAt = Date.now() / 1000 + 3600
  const { state, alarms } = objectState([{ ...access, expiresAt, id: 'c', key, clocks: [] }])
  const document = new Document(state, {
    ...{ documentLists: namespaceOf({}), topics: namespaceOf({}), accounts: namespaceOf({}) },
    ...{ platform: { fetch }, log: () => {} },
  })
  vi.setSystemTime(nextVerification(Date.now()))
  return { document, alarms }
}

test('a verification that fails is repeated soon, not with the next one in five minutes', async () => {
  const { document, alarms } = verifying(() => Promise.reject(new Error('The platform is away.')))
  await document.alarm()
  expect(Math.min(...alarms)).toBeLessThan(Date.now() + 30_000)
})

test('a verification sends the id of the key that signed the JWT', async () => {
  const sent: unknown[] = []
  const { document } = verifying((_, { body }) => {
    sent.push(JSON.parse(String(body)))
    return Promise.resolve(Response.json({ subjects: [[]] }))
  })
  await document.alarm()
  expect(sent).toMatchObject([{ subjects: [{ subject: { kid: 'the key', familySid: null } }] }])
})
