// The sender's side: our own Workers sign with this, and so may the tests of a receiver.

import { type Bytes, checkSecrets, hexSignature, hmac, type RawBody, signedContent, utf8 } from './hmac.ts'
import { encodedKey } from './secret.ts'

export type WebhookToSign = {
  /** What will be sent, byte by byte. */
  body: RawBody
  /** One, or several while a secret is rotated. Each signs. */
  secrets: readonly string[]
  /** When this attempt is signed, in epoch milliseconds: receivers refuse signatures that are 5 minutes old. */
  timestamp: number
  /** The event's id: the same in all attempts. */
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
 * All headers of one attempt: ours, and those of Standard Webhooks 1.0, so that stock verifiers work too.
 * @throws TypeError when there is nothing to sign with, or an id or the timestamp cannot stand in a header
 */
export async function signWebhook(webhook: WebhookToSign): Promise<SignedHeaders> {
  const { body, secrets, timestamp, id, endpointId } = webhook
  checkSecrets(secrets)
  checkId(id)
  checkId(endpointId)
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    throw new TypeError('The timestamp must be whole milliseconds of the epoch')
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

/** A dot would make the signed content ambiguous, and a line break would start a header. */
function checkId(id: string): void {
  if (!/^[\w-]+$/.test(id)) throw new TypeError('An id must be letters, digits, _ and -')
}

/** A secret of Standard Webhooks' own form is the key in base64. Any other is the key itself, as it is for `v1` of ours. */
const standardKey = (secret: string): Bytes => encodedKey(secret) ?? utf8(secret)
