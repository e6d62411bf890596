// Shared by signer and verifier: the signed content and its HMAC-SHA256 (RFC 2104).

export type Bytes = Uint8Array<ArrayBuffer>

/** The exact bytes of a body, before parsing or after serialization. */
export type RawBody = string | Uint8Array | ArrayBuffer

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

/**
 * Copies the prefix and the body into a new array, so that later changes of the body have no effect.
 * @throws TypeError when the body is not a RawBody
 */
export function signedContent(prefix: string, body: RawBody): { content: Bytes; body: Bytes } {
  const start = utf8(prefix)
  const rest = bytesOf(body)
  const content = new Uint8Array(start.length + rest.length)
  content.set(start)
  content.set(rest, start.length)
  return { content, body: content.subarray(start.length) }
}

function bytesOf(body: RawBody): Uint8Array {
  if (typeof body === 'string') return utf8(body)
  // `instanceof` fails for objects of another realm. Test runners use several.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body)
  throw new TypeError('The body must be raw: a string, a Uint8Array or an ArrayBuffer, not a parsed value')
}

/** @throws TypeError when there is no secret, or when one is empty or not a string */
export function checkSecrets(secrets: readonly string[]): void {
  if (secrets.length === 0 || !secrets.every(secret => typeof secret === 'string' && secret !== ''))
    throw new TypeError('A secret must be a string that is not empty')
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

export const hmacKey = (bytes: Bytes): Promise<Key> =>
  crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])

export const hmac = async (key: Key, content: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign(algorithm.name, key, content))

/** Returns the lower-case hex digits of bytes. */
export const toHex = (bytes: Bytes): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

/** Returns the `v1` signature: 64 lower-case hex digits. The key is the secret in UTF-8. */
export const hexSignature = async (secret: string, content: Bytes): Promise<string> =>
  toHex(await hmac(await hmacKey(utf8(secret)), content))
