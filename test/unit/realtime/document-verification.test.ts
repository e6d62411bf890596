// The periodic verification of the connections of a document.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextVerification } from '../../../src/realtime/account/verification.ts'
import { namespaceOf, objectState } from '../../support/objects.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Document } = await import('../../../src/realtime/document/document.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a verification that fails is repeated soon, not with the next one in five minutes', async () => {
  const key = { applicationSid: 'AP1', name: 'notes' }
  const access = { user: 'AK1', accountSid: 'AC1', applicationSid: 'AP1', sessionSid: null, canWrite: true }
  const expiresAt = Date.now() / 1000 + 3600
  const { state, alarms } = objectState([{ ...access, expiresAt, id: 'c', key, clocks: [] }])
  const document = new Document(state, {
    ...{ documentLists: namespaceOf({}), topics: namespaceOf({}), accounts: namespaceOf({}) },
    platform: { fetch: () => Promise.reject(new Error('The platform is away.')) },
    log: () => {},
  })
  vi.setSystemTime(nextVerification(Date.now()))
  await document.alarm()
  expect(Math.min(...alarms)).toBeLessThan(Date.now() + 30_000)
})
