// Secrets of the form that Standard Webhooks gives them.

import type { Bytes } from './hmac.ts'

const prefix = 'whsec_'

export const isPrefixed = (secret: string): boolean => secret.startsWith(prefix)

/** Base64 with its padding (RFC 4648, section 4). */
const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

/** The key of a secret that is `whsec_` and base64; undefined for any other. */
export function encodedKey(secret: string): Bytes | undefined {
  const encoded = secret.slice(prefix.length)
  if (!isPrefixed(secret) || encoded === '' || !base64.test(encoded)) return undefined
  return Uint8Array.from(atob(encoded), character => character.charCodeAt(0))
}
