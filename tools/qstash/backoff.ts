import { parseGoDuration } from './duration.ts'
import { parseExpression } from './expression.ts'

const dayMs = 86_400_000

/** The delay in ms before retry `n` (1 for the first): min(1 day, e^(2.5 n) s), so 12 s, 148 s, 1808 s, 22026 s, 1 day. */
const defaultDelay = (n: number): number => Math.min(dayMs, Math.floor(Math.exp(2.5 * n)) * 1000)

/** The headers by which a destination says when to come again, first come first. */
const resetHeaders = [
  'retry-after',
  'x-ratelimit-reset',
  'x-ratelimit-reset-requests',
  'x-ratelimit-reset-tokens',
]

/** What the destination asks for, in ms; nothing when it does not, or asks for more than a day. */
function askedDelay(headers: Record<string, string[]>, now: number): number | undefined {
  for (const name of resetHeaders) {
    const [value] = headers[name] ?? []
    const ms = value === undefined ? undefined : parseReset(value.trim(), now)
    if (ms !== undefined && ms <= dayMs) return ms
  }
  return undefined
}

/** Seconds, an HTTP date or a duration of Go, as ms from now. */
function parseReset(value: string, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const duration = parseGoDuration(value)
  if (duration !== undefined) return duration
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/**
 * The delay in ms before the next retry: what the destination asks for, else the message's expression, else the default.
 * @param retried retries before this one
 */
export function retryDelay(
  expression: string | undefined,
  retried: number,
  headers: Record<string, string[]>,
  now: number,
): number {
  const asked = askedDelay(headers, now)
  if (asked !== undefined) return Math.round(asked)
  const chosen = expression === undefined ? Number.NaN : parseExpression(expression)(retried)
  // An expression can end in no number (0 / 0) or in none that is a time (1 / 0).
  return Number.isFinite(chosen)
    ? Math.min(Math.max(0, Math.round(chosen)), 365 * dayMs)
    : defaultDelay(retried + 1)
}
