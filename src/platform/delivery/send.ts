// One request to a target.

import { Buffer } from 'node:buffer'

import type { attemptFaults, Exchange } from '../../../db/schema/webhook.ts'
import { type Resolve, requirePublicTarget, TargetError } from '../webhooks/target/resolve.ts'
import type { TargetRules } from '../webhooks/target/url.ts'

const timeoutMs = 15_000
const keptBytes = 16_384

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

/** The beginning of an answer; the rest is not waited for. */
async function keep(answer: Response): Promise<Exchange> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = answer.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(part.value)
    length += part.value.length
    if (length > keptBytes) break
  }
  await reader?.cancel()
  return { headers: Object.fromEntries(answer.headers), ...truncated(Buffer.concat(chunks)) }
}

/** The first 16 KiB as text that Postgres keeps. */
export function truncated(bytes: Uint8Array): Pick<Exchange, 'body' | 'truncated'> {
  const text = new TextDecoder().decode(bytes.subarray(0, keptBytes))
  return { body: text.replaceAll('\0', '\uFFFD'), truncated: bytes.length > keptBytes }
}
