// The body of a request: read within bounds of size and time, and checked.

import type * as z from 'zod'
import { Problem } from '../problems/problem.ts'
import { exceedsMaxDepth, maxJsonDepth } from '../values/json-depth.ts'
import { isOpen, type Route } from './route.ts'

const KiB = 1024
const MiB = 1024 * KiB

type Bounds = { maxBytes: number; withinMs: number }

/** What is read where anyone may call, and of what nobody asked for. */
const smallBytes = 64 * KiB

/** The JSON that is read before the caller is known: more is read for authorised callers alone, at one round trip more. */
const costlyBytes = 512 * KiB

// The size: decisions, section 1. A line that needs longer for it is slower than any in use.
const jsonBounds: Bounds = { maxBytes: MiB, withinMs: 60_000 }
const openBounds: Bounds = { ...jsonBounds, maxBytes: smallBytes }
const uploadWithinMs = 300_000

type Checked =
  | { success: true; data: unknown }
  | { success: false; data?: never; error: z.ZodError | Problem }

/**
 * Whether a body may cost more than a caller who is not known yet is given: more than 512 KiB, of unannounced length, or
 * a file. It is read only after the caller is authorised, which takes a round trip of its own.
 */
export function isCostly({ body, upload }: Pick<Route, 'body' | 'upload'>, { headers, body: sent }: Request) {
  if (!(body && sent)) return false
  if (upload || headers.has('transfer-encoding')) return true
  const length = headers.get('content-length')
  return length === null || Number(length) > costlyBytes
}

/**
 * Checks the body that a route takes, of at most 64 KiB where anyone may call; a route that takes none leaves it unread.
 * @throws Problem for a body that cannot be read in whole; all other faults are answered, for the caller to be known first
 */
export async function readBody(
  route: Pick<Route, 'body' | 'upload' | 'action' | 'callers'>,
  request: Request,
): Promise<Checked> {
  const { body, upload } = route
  if (!body) return { success: true, data: undefined }
  const bytes = await readBytes(request, boundsOf(route))
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (upload) {
    if (upload.mediaTypes.includes(mediaType)) return body.safeParse(bytes)
    return refused('unsupported_media_type', `Send the file as ${upload.mediaTypes.join(' or ')}.`)
  }
  // Nothing sent says nothing, except where it would replace what is there.
  if (bytes.byteLength === 0 && request.method !== 'PUT') return body.safeParse({}, { reportInput: true })
  if (!/^application\/([\w.-]+\+)?json$/.test(mediaType))
    return refused('unsupported_media_type', 'Send the body as application/json.')
  const json = parseJson(bytes)
  return json instanceof Problem
    ? { success: false, error: json }
    : body.safeParse(json, { reportInput: true })
}

function boundsOf(route: Pick<Route, 'upload' | 'action' | 'callers'>): Bounds {
  if (route.upload) return { ...route.upload, withinMs: uploadWithinMs }
  return isOpen(route) ? openBounds : jsonBounds
}

function parseJson(bytes: Uint8Array): unknown {
  if (exceedsMaxDepth(bytes))
    return new Problem('invalid_request', `The body is nested deeper than ${maxJsonDepth} levels.`)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return new Problem('malformed_json', 'The body is not JSON.')
  }
}

const refused = (...problem: ConstructorParameters<typeof Problem>) => ({
  success: false as const,
  error: new Problem(...problem),
})

// JSON is UTF-8 (RFC 8259, section 8.1); `fatal`, because a byte that is replaced is a byte that is lost.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The body in whole, however it is announced: what is too large, or comes too slowly, is not waited for.
 * @throws Problem `body_too_large`, `body_too_slow`, or `invalid_request` for what breaks off
 */
export async function readBytes(request: Readable, { maxBytes, withinMs }: Bounds): Promise<Uint8Array> {
  const { headers, body } = request
  const length = headers.get('content-length')
  if (Number(length) > maxBytes) throw tooLarge(maxBytes)
  if (!body) return new Uint8Array()
  const late = deadline(withinMs)
  try {
    // A body ends where its length says, unless it is sent in chunks too (RFC 9112, section 6.3); nearly all are so, and
    // to read them at once costs a fifth of reading them in parts.
    const isBounded = length !== null && !headers.has('transfer-encoding')
    if (!isBounded) return await readParts(body, maxBytes, late.passed)
    return new Uint8Array(await Promise.race([request.arrayBuffer().catch(brokenOff), late.passed]))
  } finally {
    late.end()
  }
}

// What a client sends by habit, and that is there as soon as its headers are.
const dropBounds: Bounds = { maxBytes: smallBytes, withinMs: 100 }

/**
 * Reads a small body that nobody asked for. The runtime closes the connection of a request that was passed on to an area and
 * not read there, without saying so in the answer: who sent the next request on it meanwhile would get no answer to that.
 */
export async function dropUnread(request: Request): Promise<void> {
  if (request.body && !request.bodyUsed) await readBytes(request, dropBounds).catch(() => {})
}

type Readable = Pick<Request, 'headers' | 'body' | 'arrayBuffer'>

const tooLarge = (maxBytes: number) =>
  new Problem('body_too_large', `A body may hold at most ${sizeOf(maxBytes)}.`)

const sizeOf = (bytes: number) => (bytes < MiB ? `${bytes / KiB} KiB` : `${bytes / MiB} MiB`)

/** What says no length is counted as it comes. */
async function readParts(body: ReadableStream<Uint8Array>, maxBytes: number, late: Promise<never>) {
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
    // Not awaited: who sends forever need not be told.
    reader.cancel().catch(() => {})
    throw error
  }
}

/** Who sends it has gone, or sends what is no HTTP. */
function brokenOff(cause: unknown): never {
  throw new Problem('invalid_request', 'The body broke off.', { cause })
}

function deadline(withinMs: number) {
  const { promise: passed, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Problem('body_too_slow', `A body must have come within ${withinMs / 1000} seconds.`)),
    withinMs,
  )
  return { passed, end: () => clearTimeout(timer) }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
