// The signatures of webhook-vectors.json are OpenSSL's. `v1`, for a body and a secret in files:
//   { printf '%s.' "$timestamp"; cat body; } |
//     openssl dgst -sha256 -mac HMAC -macopt hexkey:"$(od -An -v -tx1 secret | tr -d ' \n')"
// `standardV1`, where the file `key` has the secret or, after `whsec_`, what `openssl base64 -d` makes of it:
//   { printf '%s.%s.' "$id" "$((timestamp / 1000))"; cat body; } |
//     openssl dgst -sha256 -mac HMAC -macopt hexkey:"$(od -An -v -tx1 key | tr -d ' \n')" -binary | openssl base64

import { Buffer } from 'node:buffer'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../../src/verify/index.ts'
import { signWebhook } from '../../../src/verify/sign.ts'
import { projectFile } from '../../../tools/project.ts'
import { startRuntime } from '../../../tools/stack/runtime.ts'
import { refusal, signatureHeader, type Vector, vector, vectorsOf } from '../../support/webhook-vectors.ts'

const events = vectorsOf('event', 'spaced event', 'unicode event')
const others = vectorsOf('empty', 'not UTF-8', 'a mebibyte')

const at = (timestamp: number) => ({ now: () => timestamp })
const headerOf = ({ timestamp, v1 }: Vector) => signatureHeader(`t=${timestamp},v1=${v1}`)
const parsed = ({ bytes }: Vector) => JSON.parse(Buffer.from(bytes).toString('utf8'))

test('there are 42 vectors of each scheme, all different', () => {
  expect(new Set(vectorsOf().map(({ v1 }) => v1)).size).toBe(42)
  expect(new Set(vectorsOf().map(({ standardV1 }) => standardV1)).size).toBe(42)
})

test.each(events)('$body, signed by OpenSSL with $secret, is accepted', async each => {
  const { bytes, key, timestamp } = each
  expect(await verifyWebhook(bytes, headerOf(each), key, at(timestamp))).toEqual(parsed(each))
})

// A body that is refused has a valid signature: with another secret it is refused for that.
test.each(others)(
  '$body, signed by OpenSSL with $secret, has a valid signature, but is no event',
  async each => {
    const { bytes, key, timestamp } = each
    expect(await refusal(bytes, headerOf(each), key, at(timestamp))).toBe('malformed_body')
    expect(await refusal(bytes, headerOf(each), `${key}.`, at(timestamp))).toBe('no_matching_signature')
  },
)

test.each(vectorsOf())('signing $body with $secret gives the signature of OpenSSL', async each => {
  const { bytes, key, timestamp, id, v1, standardV1 } = each
  const signed = await signWebhook({ body: bytes, secrets: [key], timestamp, id, endpointId: 'WH1' })
  expect(signed).toEqual({
    'Content-Type': 'application/json',
    'X-Webhook-Signature': `t=${timestamp},v1=${v1}`,
    'X-Webhook-Timestamp': String(timestamp),
    'X-Webhook-Endpoint-Id': 'WH1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(timestamp / 1000)),
    'webhook-signature': `v1,${standardV1}`,
  })
})

test('two secrets sign twice, in order', async () => {
  const [first, second] = [vector('event', 'text'), vector('event', 'a key in base64')]
  const { bytes: body, timestamp, id } = first
  const secrets = [first.key, second.key]
  const signed = await signWebhook({ body, secrets, timestamp, id, endpointId: 'WH1' })
  expect(signed['X-Webhook-Signature']).toBe(`t=${timestamp},v1=${first.v1},v1=${second.v1}`)
  expect(signed['webhook-signature']).toBe(`v1,${first.standardV1} v1,${second.standardV1}`)
})

describe('the body', () => {
  const each = vector('unicode event', 'text')
  const { bytes, key, timestamp } = each
  const padded = new Uint8Array(bytes.length + 7).fill(65)
  padded.set(bytes, 3)

  test.each([
    { form: 'a string', body: Buffer.from(bytes).toString('utf8') },
    { form: 'a Buffer', body: Buffer.from(bytes) },
    { form: 'an ArrayBuffer', body: bytes.buffer },
    { form: 'a part of a larger buffer', body: padded.subarray(3, 3 + bytes.length) },
  ])('can be $form', async ({ body }) => {
    expect(await verifyWebhook(body, headerOf(each), key, at(timestamp))).toEqual(parsed(each))
  })

  test('that is changed during the verification has no effect on the result', async () => {
    const body = new Uint8Array(bytes)
    const verified = verifyWebhook(body, headerOf(each), key, at(timestamp))
    body.fill(32)
    expect(await verified).toEqual(parsed(each))
  })
})

test('a Worker without any compatibility flag verifies the same', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { verifyWebhook } from './src/verify/index.ts'
        export default { fetch: async request => {
          const { key, timestamp } = JSON.parse(request.headers.get('x-test'))
          const body = await request.arrayBuffer()
          const answer = verifyWebhook(body, request.headers, key, { now: () => timestamp })
          return Response.json(await answer.catch(({ code }) => code))
        } }`,
      resolveDir: projectFile(''),
    },
    bundle: true,
    format: 'esm',
    write: false,
  })
  const script = outputFiles[0]?.text ?? ''
  const runtime = await startRuntime({ modules: true, script, compatibilityDate: '2026-07-01' })
  try {
    for (const { bytes: body, key, timestamp, v1 } of events) {
      const ask = async (signature: string) => {
        const headers = {
          'x-webhook-signature': `t=${timestamp},v1=${signature}`,
          // Headers are bytes: characters beyond ASCII are escaped.
          'x-test': JSON.stringify({ key, timestamp }).replaceAll(
            /[^\x20-\x7e]/g,
            unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          ),
        }
        return await (await runtime.dispatchFetch('http://worker/', { method: 'POST', headers, body })).json()
      }
      expect(await ask(v1)).toEqual(JSON.parse(Buffer.from(body).toString('utf8')))
      expect(await ask('0'.repeat(64))).toBe('no_matching_signature')
    }
  } finally {
    await runtime.dispose()
  }
})
