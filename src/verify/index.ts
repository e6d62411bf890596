// Verifies webhook deliveries on the receiver's side, in any runtime with WebCrypto.

import { parseEvent, type WebhookEvent } from './event.ts'
import { headerValues, parseSignatureHeader, type SignatureHeader, type WebhookHeaders } from './header.ts'
import { checkSecrets, hexSignature, type RawBody, signedContent } from './hmac.ts'

export type { RawBody, WebhookEvent, WebhookHeaders }

const messages = {
  missing_header: 'The X-Webhook-Signature header is missing',
  malformed_header: 'The X-Webhook-Signature header is not t=<milliseconds>,v1=<hex>',
  timestamp_out_of_tolerance: 'The timestamp of the signature is too old or in the future',
  no_matching_signature: 'No signature matches the body and the secret',
  malformed_body: 'The signature is valid, but the body is not an event',
}

/** The reason of a refusal. */
export type WebhookVerificationCode = keyof typeof messages

/** The delivery is not authentic. The message contains neither the secret nor the body. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: WebhookVerificationCode

  constructor(code: WebhookVerificationCode) {
    super(messages[code])
    this.code = code
  }
}

export type VerifyOptions = {
  /**
   * The greatest difference between the signature's timestamp and the current time, in milliseconds. Default: 300,000.
   */
  toleranceMs?: number
  /** Returns the current time in epoch milliseconds. Default: `Date.now`. */
  now?: () => number
}

/**
 * Verifies the signature of a delivery and returns its event.
 * @param rawBody the bytes of the body as received; a body that was parsed and serialized again does not match
 * @param secret the secret of the endpoint, or both secrets during a rotation
 * @throws WebhookVerificationError when the delivery is refused; its `code` is the reason
 * @throws TypeError when an argument is invalid
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
  // The negation also refuses NaN.
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

/** Returns whether the two lists share a signature, in a time that does not depend on their content. */
function anyEqual(expected: readonly string[], given: readonly string[]): boolean {
  const differences = expected.flatMap(one => given.map(other => difference(one, other)))
  return differences.includes(0)
}

/** Returns 0 when the two are equal. Always compares all digits. */
function difference(expected: string, given: string): number {
  let bits = 0
  for (let at = 0; at < expected.length; at++) bits |= expected.charCodeAt(at) ^ given.charCodeAt(at)
  return bits
}
