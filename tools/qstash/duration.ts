const second = 1000
const unitMs = { s: second, m: 60 * second, h: 3600 * second, d: 86_400 * second }
const goUnitMs = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: second,
  m: 60 * second,
  h: 3600 * second,
}

/** The ms of a delay or timeout: whole numbers of s, m, h and d, for example `1d10h30m`. */
export const parseDuration = (text: string): number | undefined =>
  /^(?:\d+[smhd])+$/.test(text) ? sum(text, /(\d+)([smhd])/g, unitMs) : undefined

/** The ms of a Go duration: `6m5s`, `1.5h`, `250ms`. `0` needs no unit. */
export function parseGoDuration(text: string): number | undefined {
  if (text === '0') return 0
  const part = String.raw`(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)`
  return new RegExp(`^(?:${part})+$`).test(text) ? sum(text, new RegExp(part, 'g'), goUnitMs) : undefined
}

function sum(text: string, part: RegExp, units: Record<string, number>): number {
  let total = 0
  for (const [, amount, unit = ''] of text.matchAll(part)) total += Number(amount) * (units[unit] ?? 0)
  return total
}
