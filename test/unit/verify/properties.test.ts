import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signWebhook } from '../../../src/verify/sign.ts'
import { anyCodePoint } from '../../support/code-points.ts'
import { rounds } from '../../support/rounds.ts'
import { refusal, signatureHeader } from '../../support/webhook-vectors.ts'

const endpointId = 'WH1'
const id = 'EV1'
const runs = { numRuns: rounds({ quick: 50, all: 300 }) }

/** Any text as topic and payload. */
const body = fc.record({
  topic: fc.string({ unit: anyCodePoint }),
  payload: fc.dictionary(fc.string(), fc.jsonValue()),
})
const signed = fc
  .record({
    event: body,
    secret: fc.string({ unit: anyCodePoint, minLength: 1 }),
    timestamp: fc.nat({ max: 2 ** 42 }),
  })
  .map(({ event, secret, timestamp }) => {
    const metadata = { timestamp, environment: 'test' }
    const text = JSON.stringify({ id, source: 'sdk', type: 'socket.message', metadata, ...event })
    return { body: new TextEncoder().encode(text), secret, timestamp }
  })

const headerOf = async (of: { body: Uint8Array; timestamp: number }, secrets: string[]) =>
  (await signWebhook({ ...of, secrets, id, endpointId }))['X-Webhook-Signature']

/** The bytes with one bit flipped, at this fraction of them. */
function flipped(bytes: Uint8Array, share: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes)
  const bit = Math.floor(share * copy.length * 8)
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** The header with one bit flipped in the part that this expression matches. */
function flippedIn(header: string, part: RegExp, at: number): string {
  return header.replace(part, found => {
    const bytes = flipped(new TextEncoder().encode(found), at)
    return String.fromCharCode(...bytes)
  })
}

test('a signed delivery is accepted', async () => {
  await fc.assert(
    fc.asyncProperty(signed, async one => {
      const header = await headerOf(one, [one.secret])
      const code = await refusal(one.body, signatureHeader(header), one.secret, { now: () => one.timestamp })
      expect(code).toBeUndefined()
    }),
    runs,
  )
})

test('any flipped bit of the body is refused', async () => {
  await fc.assert(
    fc.asyncProperty(signed, share, async (one, at) => {
      const header = await headerOf(one, [one.secret])
      const now = () => one.timestamp
      const code = await refusal(flipped(one.body, at), signatureHeader(header), one.secret, { now })
      expect(code).toBe('no_matching_signature')
    }),
    runs,
  )
})

test.each([
  { part: 'time', expression: /(?<=t=)\d+/ },
  { part: 'signature', expression: /(?<=v1=).+/ },
])('any flipped bit of the $part is refused, even if all times are tolerated', async ({ expression }) => {
  await fc.assert(
    fc.asyncProperty(signed, share, async (one, at) => {
      const header = flippedIn(await headerOf(one, [one.secret]), expression, at)
      const options = { now: () => one.timestamp, toleranceMs: Number.MAX_SAFE_INTEGER }
      const code = await refusal(one.body, signatureHeader(header), one.secret, options)
      expect(['malformed_header', 'no_matching_signature']).toContain(code)
    }),
    runs,
  )
})

test('another secret is refused', async () => {
  const other = fc.string({ unit: anyCodePoint, minLength: 1 })
  await fc.assert(
    fc.asyncProperty(signed, other, async (one, secret) => {
      // A key shorter than a block is padded with zeros (RFC 2104), so these two are the same key.
      fc.pre(secret.replace(/\0+$/, '') !== one.secret.replace(/\0+$/, ''))
      const header = signatureHeader(await headerOf(one, [one.secret]))
      expect(await refusal(one.body, header, secret, { now: () => one.timestamp })).toBe(
        'no_matching_signature',
      )
    }),
    runs,
  )
})

test('a signature matches at any position, and for any of the secrets of the receiver', async () => {
  const others = fc.array(
    fc.string({ minLength: 1 }).map(text => `other ${text}`),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(signed, others, others, fc.nat(), async (one, before, after, at) => {
      const header = signatureHeader(await headerOf(one, [...before, one.secret, ...after]))
      const own = ['own 1', 'own 2', 'own 3']
      const now = () => one.timestamp
      expect(await refusal(one.body, header, own, { now })).toBe('no_matching_signature')
      own[at % own.length] = one.secret
      expect(await refusal(one.body, header, own, { now })).toBeUndefined()
    }),
    runs,
  )
})

test('any text in the header is refused', async () => {
  const anything = fc.oneof(
    fc.string({ unit: anyCodePoint }),
    fc
      .array(fc.constantFrom('t=', 'v1=', 'v2=', ',', '0', '1767225600000', 'a'.repeat(64), ' ', '-', 'e'))
      .map(parts => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(anything, async header => {
      const code = await refusal('{}', signatureHeader(header), 'a secret', { now: () => 1_767_225_600_000 })
      expect(['malformed_header', 'timestamp_out_of_tolerance', 'no_matching_signature']).toContain(code)
    }),
    { numRuns: rounds({ quick: 200, all: 2000 }) },
  )
})
