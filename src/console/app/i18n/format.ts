// Numbers and durations as the operator reads them. Formatters are created at their first use: each takes milliseconds, and
// the first view needs few.

import { locale } from './language.ts'

/** Returns a function that creates a value at its first call. */
function once<T>(create: () => T): () => T {
  let created: T | undefined
  return () => (created ??= create())
}

const numbers = once(() => new Intl.NumberFormat(locale))
export const formatNumber = (value: number): string => numbers().format(value)

const shares = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }))
export const formatShare = (part: number): string => shares().format(part)

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a number of bytes in the largest unit that gives at least one. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)), byteUnits.length - 1)
  const unit = byteUnits[power] ?? 'byte'
  return new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 },
  }).format(bytes / 1000 ** power)
}

const lists = once(() => new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' }))
export const formatList = (items: readonly string[]): string => lists().format(items)

const collator = once(() => new Intl.Collator(locale, { numeric: true }))
export const byText = (one: string, other: string): number => collator().compare(one, other)
