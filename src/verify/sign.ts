// Signs webhook deliveries. The Workers use it, and tests of receivers can use it too.

import { type Bytes, checkSecrets, hexSignature, hmac, type RawBody, signedContent, utf8 } from './hmac.ts'
import { encodedKey } from './secret.ts'

export type WebhookToSign = {
  /** The exact bytes that are sent. */
  body: RawBody
  /** One secret, or several during a rotation. Each adds a signature. */
  secrets: readonly string[]
  /** The time of this attempt in epoch milliseconds. Receivers refuse signatures older than 5 minutes. */
  timestamp: number
  /** The id of the event, identical in all attempts. */
  id: string
  endpointId: string
}

export type SignedHeaders = {
  'Content-Type': 'application/json'
  'X-Webhook-Signature': string
  'X-Webhook-Timestamp': string
  'X-Webhook-Endpoint-Id': string
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * Returns all headers of one attempt: our own and those of Standard Webhooks 1.0, for its verifiers.
 * @throws TypeError when a secret is missing, or an id or the timestamp is not valid in a header
 */
export async function signWebhook(webhook: WebhookToSign): Promise<SignedHeaders> {
  const { body, secrets, timestamp, id, endpointId } = webhook
  checkSecrets(secrets)
  checkId(id)
  checkId(endpointId)
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    throw new TypeError('The timestamp must be an integer of epoch milliseconds')
  const seconds = Math.floor(timestamp / 1000)
  const ours = signedContent(`${timestamp}.`, body).content
  const standard = signedContent(`${id}.${seconds}.`, body).content
  const v1 = await Promise.all(secrets.map(secret => hexSignature(secret, ours)))
  const standardV1 = await Promise.all(secrets.map(secret => hmac(standardKey(secret), standard)))
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Signature': [`t=${timestamp}`, ...v1.map(hex => `v1=${hex}`)].join(','),
    'X-Webhook-Timestamp': String(timestamp),
    'X-Webhook-Endpoint-Id': endpointId,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standardV1.map(bytes => `v1,${btoa(String.fromCharCode(...bytes))}`).join(' '),
  }
}

/** A dot makes the signed content ambiguous, and a line break starts another header. */
function checkId(id: string): void {
  if (!/^[\w-]+$/.test(id)) throw new TypeError('An id contains only letters, digits, _ and -')
}

/** A `whsec_` secret contains the key in base64. Any other secret is the key itself, as in our `v1` scheme. */
const standardKey = (secret: string): Bytes => encodedKey(secret) ?? utf8(secret)
