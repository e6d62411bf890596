// Signs webhook deliveries. The Workers use it, and tests of receivers can use it too.

import { type Bytes, checkSecrets, hmac, hmacKey, type RawBody, signedContent, toHex, utf8 } from './hmac.ts'
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
export async function signWebhook({ secrets, ...webhook }: WebhookToSign): Promise<SignedHeaders> {
  return (await webhookSigner(secrets))(webhook)
}

/**
 * Returns a function that signs attempts like `signWebhook`, with keys that are imported once.
 * @throws TypeError when a secret is missing
 */
export async function webhookSigner(
  secrets: readonly string[],
): Promise<(webhook: Omit<WebhookToSign, 'secrets'>) => Promise<SignedHeaders>> {
  checkSecrets(secrets)
  const importKeys = (keys: Bytes[]) => Promise.all(keys.map(hmacKey))
  const ownKeys = await importKeys(secrets.map(utf8))
  const standardKeys = await importKeys(secrets.map(standardKey))
  return async ({ body, timestamp, id, endpointId }) => {
    checkId(id)
    checkId(endpointId)
    if (!Number.isSafeInteger(timestamp) || timestamp < 0)
      throw new TypeError('The timestamp must be an integer of epoch milliseconds')
    const seconds = Math.floor(timestamp / 1000)
    const own = signedContent(`${timestamp}.`, body).content
    const standard = signedContent(`${id}.${seconds}.`, body).content
    const v1 = await Promise.all(ownKeys.map(key => hmac(key, own)))
    const standardV1 = await Promise.all(standardKeys.map(key => hmac(key, standard)))
    return {
      'Content-Type': 'application/json',
      'X-Webhook-Signature': [`t=${timestamp}`, ...v1.map(bytes => `v1=${toHex(bytes)}`)].join(','),
      'X-Webhook-Timestamp': String(timestamp),
      'X-Webhook-Endpoint-Id': endpointId,
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': standardV1.map(bytes => `v1,${btoa(String.fromCharCode(...bytes))}`).join(' '),
    }
  }
}

/** A dot makes the signed content ambiguous, and a line break starts another header. */
function checkId(id: string): void {
  if (!/^[\w-]+$/.test(id)) throw new TypeError('An id contains only letters, digits, _ and -')
}

/** A `whsec_` secret contains the key in base64. Any other secret is the key itself, as in our `v1` scheme. */
const standardKey = (secret: string): Bytes => encodedKey(secret) ?? utf8(secret)
