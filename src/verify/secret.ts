// Secrets in the format of Standard Webhooks.

import type { Bytes } from './hmac.ts'

const prefix = 'whsec_'

export const isPrefixed = (secret: string): boolean => secret.startsWith(prefix)

/** Base64 with its padding (RFC 4648, section 4). */
const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

/** Returns the decoded key of a `whsec_<base64>` secret, or undefined for another format. */
export function encodedKey(secret: string): Bytes | undefined {
  const encoded = secret.slice(prefix.length)
  if (!isPrefixed(secret) || encoded === '' || !base64.test(encoded)) return undefined
  return Uint8Array.from(atob(encoded), character => character.charCodeAt(0))
}
