// Times in a time zone, as operators read them.

import { locale } from './language.ts'

let zoneOfBrowser: string | undefined

/** The zone of the browser, for what belongs to no install. */
export const browserZone = (): string => (zoneOfBrowser ??= Intl.DateTimeFormat().resolvedOptions().timeZone)

const formats = {
  time: { dateStyle: 'medium', timeStyle: 'short' },
  seconds: { dateStyle: 'medium', timeStyle: 'medium' },
  date: { dateStyle: 'medium' },
  clock: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type TimeFormat = keyof typeof formats

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  const known = formatters.get(key)
  if (known) return known
  const made = make()
  formatters.set(key, made)
  return made
}

export const formatTime = (at: Date, zone: string, format: TimeFormat = 'time'): string =>
  formatterOf(
    `${format} ${zone}`,
    () => new Intl.DateTimeFormat(locale, { ...formats[format], timeZone: zone }),
  ).format(at)

/** The short name of the zone at a time, such as CET or GMT+5:30. */
export function zoneName(zone: string, at: Date = new Date()): string {
  const formatter = formatterOf(
    `name ${zone}`,
    () => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }),
  )
  return formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** Formats a calendar date. */
export const formatDate = (date: string): string => formatTime(new Date(`${date}T00:00Z`), 'UTC', 'date')

/** Whether a text of an address is a calendar date. */
export const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
