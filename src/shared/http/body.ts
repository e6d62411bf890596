// Reads request bodies within limits of size and time, and validates them.

import type * as z from 'zod'
import { deadline } from '../deadline.ts'
import { Problem } from '../problems/problem.ts'
import { exceedsMaxDepth, maxJsonDepth } from '../values/json-depth.ts'
import { jsonErrorPosition } from '../values/json-position.ts'
import { isOpen, type Route } from './route.ts'

type Upload = NonNullable<Route['upload']>

const KiB = 1024
export const MiB = 1024 * KiB

type Bounds = {
  maxBytes: number
  withinMs: number
  /** Whether the rest of a body that is too large can still be read, by `withUnread`. Otherwise the body is cancelled. */
  leavesRest?: boolean
}

/**
 * The maximum body of operations without a credential, and the maximum that is discarded if an operation takes no body.
 */
export const smallBytes = 64 * KiB

/** The maximum JSON that is read before authorization. A larger body takes one more round trip (docs/adr/0015). */
const costlyBytes = 512 * KiB

// The size is part of the interface. The time suffices for any connection in use.
const jsonBounds: Bounds = { maxBytes: MiB, withinMs: 60_000, leavesRest: true }
const openBounds: Bounds = { ...jsonBounds, maxBytes: smallBytes }
const uploadWithinMs = 300_000

type Checked =
  | { success: true; data: unknown }
  | { success: false; data?: never; error: z.ZodError | Problem }

/**
 * Whether a body is too costly to read before authorization: more than 512 KiB, of unknown length, or a file. It is
 * read after the caller is authorized, which takes a separate round trip.
 */
export function isCostly({ body, upload }: Pick<Route, 'body' | 'upload'>, { headers, body: sent }: Request) {
  if (!(body && sent)) return false
  if (upload || headers.has('transfer-encoding')) return true
  const length = headers.get('content-length')
  return length === null || Number(length) > costlyBytes
}

/**
 * Reads and validates the body of a route. The maximum for operations without a credential is 64 KiB. Does not read a
 * body that the route does not take. Returns validation errors instead of throwing them, so that the caller is
 * authenticated before they are reported. Returns the bytes, too.
 * @throws Problem for a body that cannot be read completely
 */
export async function readBody(
  route: Pick<Route, 'body' | 'upload' | 'action' | 'callers'>,
  request: Request,
): Promise<Checked & { bytes?: Uint8Array }> {
  if (!route.body) return { success: true, data: undefined }
  const bytes = await readBytes(request, boundsOf(route))
  return { ...checkBody(route.body, route.upload, request, bytes), bytes }
}

function checkBody(
  body: z.ZodType,
  upload: Upload | undefined,
  request: Request,
  bytes: Uint8Array,
): Checked {
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (upload) {
    if (upload.mediaTypes.includes(mediaType)) return body.safeParse(bytes)
    return refused('unsupported_media_type', `Send the file as ${upload.mediaTypes.join(' or ')}.`)
  }
  // An empty body counts as {}, except for PUT, where it would replace the record.
  if (bytes.byteLength === 0 && request.method !== 'PUT') return body.safeParse({}, { reportInput: true })
  if (!/^application\/([\w.-]+\+)?json$/.test(mediaType))
    return refused('unsupported_media_type', 'Send the body as application/json.')
  const json = parseJson(bytes)
  return json instanceof Problem
    ? { success: false, error: json }
    : body.safeParse(json, { reportInput: true })
}

function boundsOf(route: Pick<Route, 'upload' | 'action' | 'callers'>): Bounds {
  if (route.upload) return { ...route.upload, withinMs: uploadWithinMs, leavesRest: true }
  return isOpen(route) ? openBounds : jsonBounds
}

function parseJson(bytes: Uint8Array): unknown {
  if (exceedsMaxDepth(bytes))
    return new Problem('invalid_request', `The body is nested deeper than ${maxJsonDepth} levels.`)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return new Problem('malformed_json', 'The body is not UTF-8.')
  }
  try {
    return JSON.parse(text)
  } catch {
    const { line, column } = jsonErrorPosition(text) ?? { line: 1, column: 1 }
    return new Problem('malformed_json', `The body is not JSON at line ${line}, column ${column}.`)
  }
}

const refused = (...problem: ConstructorParameters<typeof Problem>) => ({
  success: false as const,
  error: new Problem(...problem),
})

// JSON is UTF-8 (RFC 8259, section 8.1). `fatal` refuses invalid bytes, which would otherwise be replaced.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Whether Content-Length is the length of the body: it is not if the body is also chunked (RFC 9112, section 6.3). */
export const hasLength = (headers: Headers): boolean =>
  headers.has('content-length') && !headers.has('transfer-encoding')

/**
 * Reads the whole body, with or without a `Content-Length`. Stops as soon as it is too large or too slow.
 * @throws Problem `body_too_large`, `body_too_slow`, or `invalid_request` for an incomplete body
 */
export async function readBytes(request: Readable, bounds: Bounds): Promise<Uint8Array> {
  const { headers, body } = request
  const { maxBytes, withinMs } = bounds
  const length = headers.get('content-length')
  if (Number(length) > maxBytes) throw tooLarge(maxBytes)
  if (!body) return new Uint8Array()
  const late = deadline(withinMs, () => tooSlow(withinMs))
  try {
    // Most bodies have a known length, and reading them at once costs a fifth of reading them in parts.
    if (!hasLength(headers)) return await readParts(body, bounds, late.passed)
    return new Uint8Array(await Promise.race([request.arrayBuffer().catch(brokenOff), late.passed]))
  } finally {
    late.end()
  }
}

type Readable = Pick<Request, 'headers' | 'body' | 'arrayBuffer'>

const tooLarge = (maxBytes: number) =>
  new Problem('body_too_large', `A body may hold at most ${sizeOf(maxBytes)}.`)

const sizeOf = (bytes: number) => (bytes < MiB ? `${bytes / KiB} KiB` : `${bytes / MiB} MiB`)

/** Reads a body of unknown length in parts. */
async function readParts(
  body: ReadableStream<Uint8Array>,
  { maxBytes, leavesRest = false }: Bounds,
  late: Promise<never>,
) {
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(brokenOff), late])
      if (done) return joined(parts, size)
      size += value.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      parts.push(value)
    }
  } catch (error) {
    if (leavesRest && size > maxBytes) reader.releaseLock()
    // Not awaited: cancelling an endless body may never complete.
    else reader.cancel().catch(() => {})
    throw error
  }
}

/** The client has disconnected, or sends invalid HTTP. */
function brokenOff(cause: unknown): never {
  throw new Problem('invalid_request', 'The body broke off.', { cause })
}

const tooSlow = (withinMs: number) =>
  new Problem('body_too_slow', `A body must have come within ${withinMs / 1000} seconds.`)

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
