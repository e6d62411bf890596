// Bodies of which a request leaves a part unread. A connection that is closed with unread data is reset, and its client may lose the
// response (RFC 9112, section 9.6).

import { deadline } from '../deadline.ts'
import { hasLength, MiB, readBytes, smallBytes } from './body.ts'
import { fixedLengthStream } from './fixed-length-stream.ts'

// For small bodies that some clients send with every request, and that arrive with the headers.
const dropBounds = { maxBytes: smallBytes, withinMs: 100 }

/** More than the largest upload, and the time that nginx takes by default (`lingering_time`). */
export const lingerBounds = { maxBytes: 32 * MiB, withinMs: 30_000 }

type Body = string | ReadableStream | null

/**
 * Reads and discards what the operation has not read of the request. Returns the body of the response: for a large request, the
 * client receives a text at once, and the rest of the request is read while the response is open.
 */
export async function withUnread(request: Request, reply: Body): Promise<Body> {
  const { body, bodyUsed, headers } = request
  // A body of known length is read as a whole. A chunked one that is used, but not locked, was left by `readBytes`.
  if (!body || body.locked || (bodyUsed && hasLength(headers))) return reply
  // Nothing reads the text of a HEAD.
  if (typeof reply === 'string' && request.method !== 'HEAD' && !isSmall(request))
    return lingering(body, new TextEncoder().encode(reply))
  // If an area does not read the body of a request, the runtime closes the connection without `Connection: close`, and the next
  // request on it gets no response.
  await readBytes(request, dropBounds).catch(() => {})
  return reply
}

const isSmall = ({ headers }: Request): boolean =>
  hasLength(headers) && Number(headers.get('content-length')) <= smallBytes

/**
 * Returns the response to a request whose body was not read. The client receives it at once, and the rest of a large request is read
 * while the response is open. Another response is returned unchanged.
 */
export async function withRest(request: Request, responded: Response | Promise<Response>): Promise<Response> {
  const response = await responded
  const { body, bodyUsed, method } = request
  if (!body || body.locked || bodyUsed || !response.body || method === 'HEAD' || isSmall(request))
    return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  return new Response(lingering(body, bytes), response)
}

/** Returns the bytes as a stream that ends with the rest: the runtime reads nothing of a request after the end of its response. */
function lingering(rest: ReadableStream<Uint8Array>, bytes: Uint8Array): ReadableStream<Uint8Array> {
  const { readable, writable } = fixedLengthStream(bytes.byteLength)
  void send(writable.getWriter(), bytes, rest).catch(() => {}) // the client has disconnected
  return readable
}

async function send(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  bytes: Uint8Array,
  rest: ReadableStream<Uint8Array>,
): Promise<void> {
  await writer.write(bytes)
  await discard(rest).catch(() => {})
  await writer.close()
}

async function discard(rest: ReadableStream<Uint8Array>): Promise<void> {
  const { maxBytes, withinMs } = lingerBounds
  const reader = rest.getReader()
  const late = deadline(withinMs, () => new Error('The body is too slow.'))
  try {
    for (let size = 0; size <= maxBytes; ) {
      const { done, value } = await Promise.race([reader.read(), late.passed])
      if (done) return
      size += value.byteLength
    }
  } finally {
    late.end()
    reader.cancel().catch(() => {}) // not awaited: cancelling an endless body may never complete
  }
}
