// Bodies of which a request leaves a part unread. A connection that is closed with unread data is reset, and its client may lose the
// response (RFC 9112, section 9.6).

import { deadline } from '../deadline.ts'
import { MiB, readBytes, smallBytes } from './body.ts'
import { fixedLengthStream } from './fixed-length-stream.ts'

// For small bodies that some clients send with every request, and that arrive with the headers.
const dropBounds = { maxBytes: smallBytes, withinMs: 100 }

/**
 * Reads and discards a small body that the operation does not take. If an area does not read the body of a request, the
 * runtime closes the connection without `Connection: close`, and the next request on it gets no response.
 */
export async function dropUnread(request: Request): Promise<void> {
  if (request.body && !request.bodyUsed) await readBytes(request, dropBounds).catch(() => {})
}

/** More than the largest upload, and the time that nginx takes by default (`lingering_time`). */
export const lingerBounds = { maxBytes: 32 * MiB, withinMs: 30_000 }

/**
 * Returns the body of a response that the client receives at once, and during which the rest of a large request is read and
 * discarded. The runtime reads nothing of a request after the end of its response, and itself discards a small rest.
 */
export function lingering(request: Request, text: string): string | ReadableStream<Uint8Array> {
  const { headers, body } = request
  const length = headers.has('transfer-encoding') ? null : headers.get('content-length')
  if (!body || body.locked || (length !== null && Number(length) <= smallBytes)) return text
  const bytes = new TextEncoder().encode(text)
  const { readable, writable } = fixedLengthStream(bytes.byteLength)
  void send(writable.getWriter(), bytes, body).catch(() => {}) // the client has disconnected
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
  const late = deadline(withinMs, () => new Error('The body is too slow.'))
  const reader = rest.getReader()
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
