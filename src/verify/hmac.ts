// What signer and verifier share: the bytes that are signed, and HMAC-SHA256 (RFC 2104) over them.

export type Bytes = Uint8Array<ArrayBuffer>

/** A body as it was received or will be sent, never parsed and written again. */
export type RawBody = string | Uint8Array | ArrayBuffer

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

/**
 * The prefix and the body in one array of its own: what a caller does to the body later does not reach it.
 * @throws TypeError when the body is no raw body
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
  // Not instanceof, which fails for what another realm made: test runners have several.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body)
  throw new TypeError(
    'The body must be raw: a string, a Uint8Array or an ArrayBuffer, not what was parsed of it',
  )
}

/** @throws TypeError when there is no secret, or one is empty or no text: anyone could sign with that */
export function checkSecrets(secrets: readonly string[]): void {
  if (secrets.length === 0 || !secrets.every(secret => typeof secret === 'string' && secret !== ''))
    throw new TypeError('A secret must be a string that is not empty')
}

export async function hmac(key: Bytes, content: Bytes): Promise<Bytes> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign(algorithm.name, imported, content))
}

/** The signature of the scheme `v1`: 64 hex digits, lower case. The key is the secret's UTF-8 bytes. */
export async function hexSignature(secret: string, content: Bytes): Promise<string> {
  const bytes = await hmac(utf8(secret), content)
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
