import { parseExpression } from './expression.ts'

const dayMs = 86_400_000

/**
 * The delay in ms before retry `n` (1 for the first): min(1 day, e^(2.5 n) s), so 12 s, 148 s, 1808 s, 22026 s, 1 day.
 */
const defaultDelay = (n: number): number => Math.min(dayMs, Math.floor(Math.exp(2.5 * n)) * 1000)

/**
 * The delay that the destination requests, in ms; undefined when it requests none, or more than a day. The product sends
 * seconds and, as a Go duration, ms. Other forms that QStash accepts are ignored.
 */
function requestedDelay(headers: Record<string, string[]>): number | undefined {
  const [, number, unit] = /^(\d+)(ms)?$/.exec(headers['retry-after']?.[0]?.trim() ?? '') ?? []
  if (number === undefined) return undefined
  const ms = Number(number) * (unit === 'ms' ? 1 : 1000)
  return ms <= dayMs ? ms : undefined
}

/**
 * The delay in ms before the next retry: that of `Retry-After`, else that of the message's expression, else the default.
 * @param retried retries before this one
 */
export function retryDelay(
  expression: string | undefined,
  retried: number,
  headers: Record<string, string[]>,
): number {
  const requested = requestedDelay(headers)
  if (requested !== undefined) return requested
  const delay = expression === undefined ? Number.NaN : parseExpression(expression)(retried)
  // A power can exceed the range of numbers.
  return Number.isFinite(delay) ? Math.min(Math.round(delay), 365 * dayMs) : defaultDelay(retried + 1)
}
