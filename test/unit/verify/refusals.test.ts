import { describe, expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../../../src/verify/index.ts'
import { signWebhook } from '../../../src/verify/sign.ts'
import { refusal, signatureHeader, vector } from '../../support/webhook-vectors.ts'

const { bytes, key, timestamp, v1 } = vector('event', 'text')
const t = `t=${timestamp}`
const now = () => timestamp

const refusalOf = (header: string, secret: string | string[] = key) =>
  refusal(bytes, signatureHeader(header), secret, { now })

test('control: the undamaged delivery is accepted', async () => {
  expect(await refusalOf(`${t},v1=${v1}`)).toBeUndefined()
})

describe('a header is malformed', () => {
  test.each([
    ['when it is empty', ''],
    ['without t', `v1=${v1}`],
    ['without v1', t],
    ['with another scheme only', `${t},v2=${v1}`],
    ['when t is empty', `t=,v1=${v1}`],
    ['when t is not a number', `t=NaN,v1=${v1}`],
    ['when t is negative', `t=-${timestamp},v1=${v1}`],
    ['when t has a sign', `t=+${timestamp},v1=${v1}`],
    ['when t is a fraction', `t=${timestamp}.0,v1=${v1}`],
    ['when t has an exponent', `t=1e12,v1=${v1}`],
    ['when t is hexadecimal', `t=0x19b77ae7c7b,v1=${v1}`],
    ['when t has leading zeros', `t=0${timestamp},v1=${v1}`],
    ['when t has more digits than a number keeps', `t=9007199254740992,v1=${v1}`],
    ['when t is infinite', `t=Infinity,v1=${v1}`],
    ['with t twice', `${t},${t},v1=${v1}`],
    ['with t twice, apart', `${t},v1=${v1},${t}`],
    ['with an unknown member twice', `${t},v2=a,v1=${v1},v2=b`],
    ['when v1 is empty', `${t},v1=`],
    ['when v1 is not hex', `${t},v1=g${v1.slice(1)}`],
    ['when v1 is in upper case', `${t},v1=${v1.toUpperCase()}`],
    ['when v1 is too short', `${t},v1=${v1.slice(1)}`],
    ['when v1 is too long', `${t},v1=${v1}0`],
    ['when v1 is another length, beside one that matches', `${t},v1=${v1},v1=${v1.slice(2)}`],
    ['when a member has no value', `${t},v1=${v1},v2`],
    ['when a member has no name', `${t},v1=${v1},=a`],
    ['with a comma at its end', `${t},v1=${v1},`],
    ['with a comma at its start', `,${t},v1=${v1}`],
    ['with white space after a comma', `${t}, v1=${v1}`],
    ['with white space around it', ` ${t},v1=${v1} `],
    ['with a line break at its end', `${t},v1=${v1}\n`],
    ['with names in upper case', `T=${timestamp},V1=${v1}`],
    ['with semicolons', `${t};v1=${v1}`],
    ['when two headers were joined', `${t},v1=${v1}, ${t},v1=${v1}`],
  ])('%s', async (_, header) => {
    expect(await refusalOf(header)).toBe('malformed_header')
  })

  test('when it occurs twice', async () => {
    const value = `${t},v1=${v1}`
    const twice = { 'X-Webhook-Signature': value, 'x-webhook-signature': value }
    const list = { 'x-webhook-signature': [value, value] }
    expect(await refusal(bytes, twice, key, { now })).toBe('malformed_header')
    expect(await refusal(bytes, list, key, { now })).toBe('malformed_header')
  })
})

describe('headers', () => {
  const value = `${t},v1=${v1}`
  test.each([
    ['of the web', new Headers({ 'x-webhook-signature': value })],
    ['in lower case, as Node has them', { 'x-webhook-signature': value, host: 'receiver.example' }],
    ['in upper case', { 'X-WEBHOOK-SIGNATURE': value }],
    ['with lists of values', { 'x-webhook-signature': [value], accept: undefined }],
  ])('%s are accepted', async (_, headers) => {
    expect(await refusal(bytes, headers, key, { now })).toBeUndefined()
  })

  test.each([
    ['of the web', new Headers({ 'x-webhook-timestamp': String(timestamp) })],
    ['of Node', { 'x-webhook-signature': undefined, 'x-webhook-signature2': value }],
    ['with an empty list', { 'x-webhook-signature': [] }],
  ])('%s without a signature are refused', async (_, headers) => {
    expect(await refusal(bytes, headers, key, { now })).toBe('missing_header')
  })
})

describe('the time of a signature', () => {
  const refusedAt = (moment: number, toleranceMs?: number) =>
    refusal(bytes, signatureHeader(`${t},v1=${v1}`), key, {
      now: () => moment,
      ...(toleranceMs !== undefined && { toleranceMs }),
    })

  test.each([
    { age: 'as old as tolerated', by: 300_000, code: undefined },
    { age: 'a millisecond older', by: 300_001, code: 'timestamp_out_of_tolerance' },
    { age: 'as far in the future as tolerated', by: -300_000, code: undefined },
    { age: 'a millisecond further in the future', by: -300_001, code: 'timestamp_out_of_tolerance' },
  ])('that is $age: $code', async ({ by, code }) => {
    expect(await refusedAt(timestamp + by)).toBe(code)
  })

  test('is tolerated up to the limit of the receiver', async () => {
    expect(await refusedAt(timestamp + 1000, 1000)).toBeUndefined()
    expect(await refusedAt(timestamp + 1001, 1000)).toBe('timestamp_out_of_tolerance')
  })

  test('is refused when the clock or the tolerance is not a number', async () => {
    expect(await refusedAt(Number.NaN)).toBe('timestamp_out_of_tolerance')
    expect(await refusedAt(timestamp, Number.NaN)).toBe('timestamp_out_of_tolerance')
  })

  test('is compared with the system clock by default', async () => {
    const header = signatureHeader(`${t},v1=${v1}`)
    expect(await refusal(bytes, header, key)).toBe('timestamp_out_of_tolerance')
    const fresh = await signWebhook({
      body: bytes,
      secrets: [key],
      timestamp: Date.now(),
      id: 'EV1',
      endpointId: 'WH1',
    })
    expect(await refusal(bytes, fresh, key)).toBeUndefined()
  })
})

describe('no signature matches', () => {
  test.each([
    ['of another body', `${t},v1=${vector('unicode event', 'text').v1}`],
    ['of another secret', `${t},v1=${vector('event', 'one byte').v1}`],
    ['of another time', `t=${timestamp + 1},v1=${v1}`],
    ['of Standard Webhooks, in hex', `${t},v1=${standardHex()}`],
    ['under the name of another scheme', `${t},v1=${'0'.repeat(64)},v2=${v1}`],
  ])('%s', async (_, header) => {
    expect(await refusalOf(header)).toBe('no_matching_signature')
  })

  function standardHex() {
    return Buffer.from(vector('event', 'text').standardV1, 'base64').toString('hex')
  }
})

test('a signature of an unknown scheme is ignored', async () => {
  expect(await refusalOf(`v0=x,${t},v1=${v1},v2=a/b+c==`)).toBeUndefined()
})

test('each of several secrets is tried', async () => {
  expect(await refusalOf(`${t},v1=${v1}`, ['other', key])).toBeUndefined()
  expect(await refusalOf(`${t},v1=${v1}`, ['other', 'another'])).toBe('no_matching_signature')
})

test('an error contains neither the secret nor the signature nor the body', async () => {
  const error = await verifyWebhook(bytes, signatureHeader(`${t},v1=${v1}`), 'another secret', { now }).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(WebhookVerificationError)
  expect(error).toMatchObject({ name: 'WebhookVerificationError', code: 'no_matching_signature' })
  const shown = `${error} ${JSON.stringify(error)}`
  for (const part of ['another secret', v1, 'proctoring', String(timestamp)])
    expect(shown).not.toContain(part)
})
