// Formats times and durations in the page's locale and in the viewer's time zone.

import { locale } from '../text/texts.ts'
import { element } from './view.ts'

const moment = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const brief = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

const timeElement = (format: Intl.DateTimeFormat) => (instant: string | null) =>
  instant === null ? undefined : element('time', { datetime: instant }, format.format(new Date(instant)))

/** Date, time and zone. */
export const timeOf = timeElement(moment)
/** Date, time and zone, for lists. */
export const briefTimeOf = timeElement(brief)
/** The time of an instant in milliseconds, with its date unless it is today. */
export function sentAt(instant: number): HTMLElement {
  const date = new Date(instant)
  const isToday = date.toDateString() === new Date().toDateString()
  return element('time', { datetime: date.toISOString() }, (isToday ? hour : brief).format(date))
}

/** Date, time and zone as a text. */
export const momentOf = (instant: number): string => moment.format(instant)
/** Two times as a short text. What both have in common is written once. */
export const rangeOf = (from: number, to: number): string => brief.formatRange(from, to)

/** Returns the name of the viewer's time zone in the page's language, and its identifier. */
export function zoneNames(): [string, string] {
  const names = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' })
  const zone = names.formatToParts(Date.now()).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return [zone, names.resolvedOptions().timeZone]
}

/** The time of day alone. */
export const hourOf = (instant: number): string => hour.format(instant)

const unit = (name: 'day' | 'hour' | 'minute' | 'second') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' })
const units = [
  [86_400, unit('day')],
  [3_600, unit('hour')],
  [60, unit('minute')],
  [1, unit('second')],
] as const

/** Formats a duration by its two largest units, for example "2 hours 5 minutes". */
export function durationOf(milliseconds: number): string {
  let seconds = Math.floor(milliseconds / 1000)
  const first = units.findIndex(([size]) => seconds >= size)
  const shown = first < 0 ? units.slice(-1) : units.slice(first, first + 2)
  const words = shown.map(([size, format]) => {
    const count = Math.floor(seconds / size)
    seconds -= count * size
    return { count, text: format.format(count) }
  })
  return words
    .filter(({ count }, index) => index === 0 || count > 0)
    .map(({ text }) => text)
    .join(' ')
}

/** Formats a position in a recording, for example `1:05:09`. */
export function offsetOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const two = (count: number) => String(count % 60).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}`
}

/** Parses `1:05:09`, `65:09` or `3909` to milliseconds. Returns undefined for another format. */
export function parseOffset(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})$/.exec(text.trim())
  if (!match) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
