// Errors of deliveries with a valid signature, and invalid arguments of verifier and signer.

import { describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../../src/verify/index.ts'
import { signWebhook } from '../../../src/verify/sign.ts'
import { refusal, signatureHeader } from '../../support/webhook-vectors.ts'

const timestamp = 1_767_225_600_000
const key = 'a secret'
const options = { now: () => timestamp }
const signing = { secrets: [key], timestamp, id: 'EV1', endpointId: 'WH1' }

const event = {
  id: 'EV1',
  topic: 'proctoring.exam_session',
  source: 'capture',
  type: 'database.event',
  payload: { status: 'started' },
  metadata: { timestamp, table: 'exam_session', operation: 'update', environment: 'production' },
}

async function signedRefusal(body: string | Uint8Array) {
  return await refusal(body, await signWebhook({ ...signing, body }), key, options)
}

describe('a signed body is refused', () => {
  const { metadata } = event
  test.each([
    ['that is empty', ''],
    ['that is not JSON', '{'],
    ['with a byte order mark', `\ufeff${JSON.stringify(event)}`],
    ['that is null', 'null'],
    ['that is a text', '"event"'],
    ['that is a list', JSON.stringify([event])],
    ['without an id', JSON.stringify({ ...event, id: undefined })],
    ['without a topic', JSON.stringify({ ...event, topic: undefined })],
    ['without a source', JSON.stringify({ ...event, source: undefined })],
    ['without a type', JSON.stringify({ ...event, type: undefined })],
    ['with a number as id', JSON.stringify({ ...event, id: 1 })],
    ['without a payload', JSON.stringify({ ...event, payload: undefined })],
    ['with null as payload', JSON.stringify({ ...event, payload: null })],
    ['with a list as payload', JSON.stringify({ ...event, payload: [] })],
    ['without metadata', JSON.stringify({ ...event, metadata: undefined })],
    ['with a text as its time', JSON.stringify({ ...event, metadata: { ...metadata, timestamp: '1' } })],
    ['without an environment', JSON.stringify({ ...event, metadata: { timestamp } })],
    ['with a number as table', JSON.stringify({ ...event, metadata: { ...metadata, table: 1 } })],
    ['with null as operation', JSON.stringify({ ...event, metadata: { ...metadata, operation: null } })],
  ])('%s', async (_, body) => {
    expect(await signedRefusal(body)).toBe('malformed_body')
  })

  test('that is not UTF-8', async () => {
    const body = new TextEncoder().encode(JSON.stringify({ ...event, topic: '~' }))
    body[body.indexOf(126)] = 0xff
    expect(await signedRefusal(body)).toBe('malformed_body')
  })
})

test('an event needs neither table nor operation, and keeps unknown members', async () => {
  const body = JSON.stringify({
    ...event,
    metadata: { timestamp, environment: 'test', sequence: 7 },
    extra: 1,
  })
  const headers = await signWebhook({ ...signing, body })
  expect(await verifyWebhook(body, headers, key, options)).toEqual(JSON.parse(body))
})

describe('the verifier throws an error of its caller for', () => {
  const header = signatureHeader(`t=${timestamp},v1=${'0'.repeat(64)}`)
  const call = (body: unknown, secret: unknown): Promise<unknown> =>
    Reflect.apply(verifyWebhook, undefined, [body, header, secret, options])

  test.each([
    ['an empty secret', ''],
    ['no secret', undefined],
    ['no secrets', []],
    ['an empty secret among others', [key, '']],
    ['a secret that is not a string', [key, 1]],
  ])('%s', async (_, secret) => {
    await expect(call('', secret)).rejects.toThrow(
      new TypeError('A secret must be a string that is not empty'),
    )
  })

  test.each([
    ['a body that was parsed', event],
    ['no body', undefined],
    ['a number as body', 5],
  ])('%s', async (_, body) => {
    await expect(call(body, key)).rejects.toThrow(/^The body must be raw/)
  })
})

describe('the signer refuses', () => {
  test.each([
    ['no secrets', { secrets: [] }],
    ['an empty secret', { secrets: [key, ''] }],
    ['a fraction of a millisecond', { timestamp: 1.5 }],
    ['a negative timestamp', { timestamp: -1 }],
    ['a timestamp that is not a number', { timestamp: Number.NaN }],
    ['an empty id', { id: '' }],
    ['an id with a dot', { id: 'EV.1' }],
    ['an id with a line break', { id: 'EV1\nx: y' }],
    ['an endpoint id with a line break at its end', { endpointId: 'WH1\n' }],
  ])('%s', async (_, wrong) => {
    await expect(signWebhook({ body: '{}', ...signing, ...wrong })).rejects.toThrow(TypeError)
  })
})
