import { parseGoDuration } from './duration.ts'
import { parseExpression } from './expression.ts'

const dayMs = 86_400_000

/**
 * The delay in ms before retry `n` (1 for the first): min(1 day, e^(2.5 n) s), so 12 s, 148 s, 1808 s, 22026 s, 1 day.
 */
const defaultDelay = (n: number): number => Math.min(dayMs, Math.floor(Math.exp(2.5 * n)) * 1000)

/** The delay that the destination requests, in ms; undefined when it requests none, or more than a day. */
function requestedDelay(headers: Record<string, string[]>, now: number): number | undefined {
  const [value] = headers['retry-after'] ?? []
  const ms = value === undefined ? undefined : parseRetryAfter(value.trim(), now)
  return ms !== undefined && ms <= dayMs ? ms : undefined
}

/** Seconds, an HTTP date or a Go duration, as ms from now. */
function parseRetryAfter(value: string, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const duration = parseGoDuration(value)
  if (duration !== undefined) return duration
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/**
 * The delay in ms before the next retry: that of `Retry-After`, else that of the message's expression, else the default.
 * @param retried retries before this one
 */
export function retryDelay(
  expression: string | undefined,
  retried: number,
  headers: Record<string, string[]>,
  now: number,
): number {
  const requested = requestedDelay(headers, now)
  if (requested !== undefined) return Math.round(requested)
  const delay = expression === undefined ? Number.NaN : parseExpression(expression)(retried)
  // A power can exceed the range of numbers.
  return Number.isFinite(delay) ? Math.min(Math.round(delay), 365 * dayMs) : defaultDelay(retried + 1)
}
