// One request to a target.

import { Buffer } from 'node:buffer'

import type { attemptFaults, Exchange } from '../../../../db/schema/webhook.ts'
import { type Resolve, requirePublicTarget, TargetError } from '../target/resolve.ts'
import type { TargetRules } from '../target/url.ts'

const timeoutMs = 15_000
const keptBytes = 16_384 // of a body, and of all headers together

export type Outcome = {
  success: boolean
  statusCode: number | null
  fault: (typeof attemptFaults)[number] | null
  durationMs: number
  response: Exchange | null
  retryAfter: string | null
}

export type Sending = {
  url: string
  headers: Record<string, string>
  body: string
  targets: TargetRules & { resolve: Resolve }
}

/** Sends and never throws: whatever happens is the outcome. Redirects are answers like any other: not followed, and no success. */
export async function send({ url, headers, body, targets }: Sending): Promise<Outcome> {
  const startedAt = Date.now()
  const failed = (fault: Outcome['fault']): Outcome => ({
    ...{ success: false, statusCode: null, fault, response: null, retryAfter: null },
    durationMs: Date.now() - startedAt,
  })
  try {
    await requirePublicTarget(url, targets)
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const response = await keep(answer)
    return {
      success: answer.ok,
      statusCode: answer.status,
      fault: null,
      durationMs: Date.now() - startedAt,
      response,
      retryAfter: answer.headers.get('retry-after'),
    }
  } catch (error) {
    if (error instanceof TargetError) return failed(error.reason)
    return failed(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection')
  }
}

/** The beginning of an answer; the rest is not waited for. What breaks off was an answer all the same. */
async function keep(answer: Response): Promise<Exchange> {
  const chunks: Uint8Array[] = []
  let length = 0
  let isWhole = false
  const reader = answer.body?.getReader()
  try {
    while (length <= keptBytes) {
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
  const headers = kept(answer.headers)
  const isAll = headers.length === [...answer.headers].length
  return { headers: Object.fromEntries(headers), body, truncated: isCut || !isWhole || !isAll }
}

/** The headers that fit, one after the other; what is too long for the rest is left out. */
function kept(headers: Headers): [string, string][] {
  let left = keptBytes
  return [...headers].filter(([name, value]) => {
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value)
    if (bytes > left) return false
    left -= bytes
    return true
  })
}

/** The first 16 KiB as text that Postgres keeps. */
export function truncated(bytes: Uint8Array): Pick<Exchange, 'body' | 'truncated'> {
  const text = new TextDecoder().decode(bytes.subarray(0, keptBytes))
  return { body: text.replaceAll('\0', '\uFFFD'), truncated: bytes.length > keptBytes }
}
