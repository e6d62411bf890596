// The receiver's side of a webhook delivery, for any runtime that has WebCrypto.

import { parseEvent, type WebhookEvent } from './event.ts'
import { headerValues, parseSignatureHeader, type SignatureHeader, type WebhookHeaders } from './header.ts'
import { checkSecrets, hexSignature, type RawBody, signedContent } from './hmac.ts'

export type { RawBody, WebhookEvent, WebhookHeaders }

const messages = {
  missing_header: 'There is no X-Webhook-Signature header',
  malformed_header: 'The X-Webhook-Signature header is not t=<milliseconds>,v1=<hex>',
  timestamp_out_of_tolerance: 'The signature was made too long ago, or in the future',
  no_matching_signature: 'No signature is of this body and secret',
  malformed_body: 'The body is signed, but no event',
}

/** Why a delivery was refused. */
export type WebhookVerificationCode = keyof typeof messages

/** A delivery that must not be trusted. It quotes neither the secret nor the delivery. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: WebhookVerificationCode

  constructor(code: WebhookVerificationCode) {
    super(messages[code])
    this.code = code
  }
}

export type VerifyOptions = {
  /** How far the signature's time may lie from now, both ways, in milliseconds: 300,000 unless said otherwise. */
  toleranceMs?: number
  /** Epoch milliseconds. */
  now?: () => number
}

/**
 * The event of a delivery, once its signature is verified.
 * @param rawBody the body as it was received: what was parsed and written again has other bytes
 * @param secret the endpoint's secret; while the receiver changes from one to another, both
 * @throws WebhookVerificationError whose `code` says why the delivery is refused
 * @throws TypeError when an argument is unusable: the receiver is at fault, not the delivery
 */
export async function verifyWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceMs = 300_000, now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = [secret].flat()
  checkSecrets(secrets)
  const header = readHeader(headers)
  // Written so that NaN is out of tolerance.
  if (!(Math.abs(now() - header.timestamp) <= toleranceMs))
    throw new WebhookVerificationError('timestamp_out_of_tolerance')
  const { content, body } = signedContent(`${header.timestamp}.`, rawBody)
  const expected = await Promise.all(secrets.map(each => hexSignature(each, content)))
  if (!anyEqual(expected, header.signatures)) throw new WebhookVerificationError('no_matching_signature')
  const event = parseEvent(body)
  if (!event) throw new WebhookVerificationError('malformed_body')
  return event
}

function readHeader(headers: WebhookHeaders): SignatureHeader {
  const [value, ...more] = headerValues(headers, 'x-webhook-signature')
  if (value === undefined) throw new WebhookVerificationError('missing_header')
  const header = more.length === 0 ? parseSignatureHeader(value) : undefined
  if (!header) throw new WebhookVerificationError('malformed_header')
  return header
}

/** Whether any is among the others. The time that it takes does not tell which, nor how far two agree. */
function anyEqual(expected: readonly string[], given: readonly string[]): boolean {
  const differences = expected.flatMap(one => given.map(other => difference(one, other)))
  return differences.includes(0)
}

/** Zero when the two are equal. All 64 digits are compared, wherever they differ first. */
function difference(expected: string, given: string): number {
  let bits = 0
  for (let at = 0; at < expected.length; at++) bits |= expected.charCodeAt(at) ^ given.charCodeAt(at)
  return bits
}
