// Sends one request to a target.

import { Buffer } from 'node:buffer'

import type { attemptFaults, Exchange } from '../../../../db/schema/webhook.ts'
import { TargetError } from '../../../shared/target/resolve.ts'

const timeoutMs = 15_000
const maxStoredBytes = 16_384 // of a body, and of all headers together

export type Outcome = {
  success: boolean
  statusCode: number | null
  fault: (typeof attemptFaults)[number] | null
  durationMs: number
  response: Exchange | null
  retryAfter: string | null
}

export type SendInput = {
  url: string
  headers: Record<string, string>
  body: string
  /** Rejects with a TargetError if the URL must not be called. */
  requireTarget(): Promise<void>
}

/**
 * Sends the request. Does not throw: a failure is part of the outcome. Redirects are not followed and count as
 * failures.
 */
export async function send({ url, headers, body, requireTarget }: SendInput): Promise<Outcome> {
  const startedAt = Date.now()
  const failed = (fault: Outcome['fault']): Outcome => ({
    ...{ success: false, statusCode: null, fault, response: null, retryAfter: null },
    durationMs: Date.now() - startedAt,
  })
  try {
    await requireTarget()
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const stored = await toExchange(response)
    return {
      success: response.ok,
      statusCode: response.status,
      fault: null,
      durationMs: Date.now() - startedAt,
      response: stored,
      retryAfter: response.headers.get('retry-after'),
    }
  } catch (error) {
    if (error instanceof TargetError) return failed(error.reason)
    return failed(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection')
  }
}

/** Returns the part of a response that is stored, without reading the rest. An aborted body is stored as truncated. */
async function toExchange(response: Response): Promise<Exchange> {
  const chunks: Uint8Array[] = []
  let length = 0
  let isWhole = false
  const reader = response.body?.getReader()
  try {
    while (length <= maxStoredBytes) {
      const part = await reader?.read()
      isWhole = part?.done ?? true
      if (!part?.value) break
      chunks.push(part.value)
      length += part.value.length
    }
    await reader?.cancel()
  } catch {
    isWhole = false
  }
  const { body, truncated: isCut } = truncated(Buffer.concat(chunks))
  const headers = storedHeaders(response.headers)
  const isAll = headers.length === [...response.headers].length
  return { headers: Object.fromEntries(headers), body, truncated: isCut || !isWhole || !isAll }
}

/** Returns the headers that fit into the limit, in order. Omits a header that is longer than the remaining space. */
function storedHeaders(headers: Headers): [string, string][] {
  let remaining = maxStoredBytes
  return [...headers].filter(([name, value]) => {
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value)
    if (bytes > remaining) return false
    remaining -= bytes
    return true
  })
}

/** Returns the first 16 KiB as text. Replaces NUL, which Postgres cannot store. */
export function truncated(bytes: Uint8Array): Pick<Exchange, 'body' | 'truncated'> {
  const text = new TextDecoder().decode(bytes.subarray(0, maxStoredBytes))
  return { body: text.replaceAll('\0', '\uFFFD'), truncated: bytes.length > maxStoredBytes }
}
