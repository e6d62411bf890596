// Standard verifiers of Standard Webhooks accept our requests.

import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { signWebhook } from '../../../src/verify/sign.ts'
import { anyCodePoint } from '../../support/code-points.ts'
import { vectorsOf } from '../../support/webhook-vectors.ts'

const text = JSON.stringify({ name: 'Zoë 東京 🎓' })

const sign = (secrets: string[], body = text, timestamp = Date.now()) =>
  signWebhook({ body, secrets, timestamp, id: 'EV1', endpointId: 'WH1' })

/** For a secret that is its own key: the UTF-8 bytes, because the package reads a text as one byte a character. */
const raw = (secret: string) => new Webhook(new TextEncoder().encode(secret), { format: 'raw' })

test.each(vectorsOf('event', 'unicode event', 'a mebibyte'))(
  'the package signs $body with $secret as OpenSSL does',
  ({ secret, key, bytes, id, timestamp, standardV1 }) => {
    const stock = secret === 'a key in base64' ? new Webhook(key) : raw(key)
    expect(stock.sign(id, new Date(timestamp), Buffer.from(bytes))).toBe(`v1,${standardV1}`)
  },
)

test('a secret in its own format is verified directly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 80 }), async key => {
      const secret = `whsec_${Buffer.from(key).toString('base64')}`
      expect(new Webhook(secret).verify(text, await sign([secret]))).toEqual(JSON.parse(text))
    }),
  )
})

test('any other secret is verified as raw', async () => {
  const secrets = fc.oneof(
    fc.string({ unit: anyCodePoint, minLength: 1 }),
    fc.string({ unit: anyCodePoint }).map(rest => `whsec_*${rest}`),
    fc.constantFrom(
      'whsec_',
      'WHSEC_AAAA',
      ' whsec_AAAA',
      'whsec_A',
      'whsec_AA-_',
      'whsec_AA',
      'whsec_AA=',
      'whsec_AAA',
      'whsec_AA AA',
      'whsec_AA=A',
    ),
  )
  await fc.assert(
    fc.asyncProperty(secrets, async secret => {
      expect(raw(secret).verify(text, await sign([secret]))).toEqual(JSON.parse(text))
    }),
  )
})

test('a secret in ASCII can be passed to it as text', async () => {
  const stock = new Webhook('correct horse', { format: 'raw' })
  expect(stock.verify(text, await sign(['correct horse']))).toEqual(JSON.parse(text))
})

test('during a rotation, the old and the new secret verify the same delivery', async () => {
  const [old, fresh] = ['whsec_b2xkIHNlY3JldA==', 'a new secret']
  const headers = await sign([fresh, old])
  expect(new Webhook(old).verify(text, headers)).toEqual(JSON.parse(text))
  expect(raw(fresh).verify(text, headers)).toEqual(JSON.parse(text))
  expect(() => raw('another').verify(text, headers)).toThrow('No matching signature')
})

test('it refuses a delivery with another body, another id, or a late one', async () => {
  const secret = 'whsec_b2xkIHNlY3JldA=='
  const stock = new Webhook(secret)
  const headers = await sign([secret])
  expect(() => stock.verify(`${text} `, headers)).toThrow('No matching signature')
  expect(() => stock.verify(text, { ...headers, 'webhook-id': 'EV2' })).toThrow('No matching signature')
  const late = await sign([secret], text, Date.now() - 302_000)
  expect(() => stock.verify(text, late)).toThrow('too old')
})
