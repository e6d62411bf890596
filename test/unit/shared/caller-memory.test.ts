// The callers that an isolate remembers.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StoredPolicy } from '../../../db/schema/credential.ts'
import { type ApiCaller, parseRequestCredentials } from '../../../src/shared/auth/caller.ts'
import { CallerMemory } from '../../../src/shared/auth/caller-memory.ts'
import { makeSecret } from '../../../src/shared/auth/secret.ts'

const policyOf = (...resources: string[]): StoredPolicy => ({
  version: '1',
  statements: [{ effect: 'Allow', actions: ['sp:*'], resources }],
})

const callerOf = (hash: string, members: Partial<ApiCaller> = {}): ApiCaller => ({
  ...{ kind: 'credential', credentialSid: `AK${hash}`, accountSid: 'AC1', applicationSid: 'AP1' },
  ...{
    installSid: null,
    reachedSid: undefined,
    role: 'admin',
    learner: undefined,
    policies: [policyOf('*')],
    token: undefined,
  },
  version: { secretHash: hash, fingerprint: `of ${hash}` },
  ...members,
})

const hashes = (count: number) => Array.from({ length: count }, (_, n) => String(n))
const recalled = (memory: CallerMemory, all: string[]) =>
  all.filter(hash => memory.recall({ hash }, 'AI1') !== undefined)

function remember(memory: CallerMemory, hash: string, members?: Partial<ApiCaller>) {
  memory.update({ hash }, () => callerOf(hash, members))
}

test('it remembers at most 1,000 callers, and drops those that were not used for the longest time', () => {
  const memory = new CallerMemory()
  const all = hashes(5000)
  for (const hash of all) {
    remember(memory, hash)
    memory.recall({ hash: '7' }, 'AI1')
  }
  expect(recalled(memory, all)).toEqual(['7', ...all.slice(-999)])
})

test('it remembers policies of at most 1,000,000 characters, and none that is longer alone', () => {
  const memory = new CallerMemory()
  const policies = [policyOf('x'.repeat(100_000))]
  const size = JSON.stringify(policies).length
  const all = hashes(50)
  for (const hash of all) remember(memory, hash, { policies })
  expect(recalled(memory, all)).toEqual(all.slice(-Math.floor(1_000_000 / size)))
  remember(memory, 'long', { policies: [policyOf('x'.repeat(1_000_000))] })
  expect(recalled(memory, ['long'])).toEqual([])
  expect(recalled(memory, all)).toHaveLength(Math.floor(1_000_000 / size))
})

test('a caller that is remembered again takes the place of its earlier state', () => {
  const memory = new CallerMemory()
  for (const [round, resource] of ['a', 'b'].entries())
    for (const hash of hashes(900)) remember(memory, hash, { policies: [policyOf(`${resource}${round}`)] })
  expect(recalled(memory, hashes(900))).toHaveLength(900)
  expect(memory.recall({ hash: '5' }, 'AI1')?.policies).toEqual([policyOf('b1')])
})

test('it forgets a caller that a later lookup refuses', () => {
  const memory = new CallerMemory()
  remember(memory, '1')
  const refuse = () => {
    throw new Error('refused')
  }
  expect(() => memory.update({ hash: '1' }, refuse)).toThrow('refused')
  expect(recalled(memory, ['1'])).toEqual([])
})

test('it keeps a caller whose version a later lookup does not read', () => {
  const memory = new CallerMemory()
  remember(memory, '1')
  remember(memory, '1', { version: undefined })
  expect(recalled(memory, ['1'])).toEqual(['1'])
  remember(memory, '2', { version: undefined })
  expect(recalled(memory, ['2'])).toEqual([])
})

test('a caller that is bound to an install is recalled for that install only', () => {
  const memory = new CallerMemory()
  remember(memory, '1', { installSid: 'AI1' })
  expect(memory.recall({ hash: '1' }, 'AI1')?.reachedSid).toBe('AI1')
  expect(memory.recall({ hash: '1' }, 'AI2')).toBeUndefined()
  expect(memory.recall({ hash: '1' }, undefined)).toBeUndefined()
})

test('its keys are SHA-256 hashes: the secret is not part of what it receives', () => {
  const secret = makeSecret('credential')
  const credentials = parseRequestCredentials(secret, undefined)
  expect(credentials).toEqual({
    kind: 'credential',
    hash: createHash('sha256').update(secret).digest('hex'),
  })
})
