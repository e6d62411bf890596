// Times in a time zone. The API has instants in UTC; operators read and enter the wall clock of the install.

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

/** The wall clock of the zone, as milliseconds of a clock in UTC. */
function wallClock(at: number, zone: string): number {
  const formatter = formatterOf(
    `parts ${zone}`,
    () =>
      new Intl.DateTimeFormat('en-US', {
        ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
        ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
      }),
  )
  const part: Record<string, number> = {}
  for (const { type, value } of formatter.formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Returns the instant of a wall clock such as `2027-03-01T09:00` in the zone. Of a repeated hour, the first one. */
export function instantOf(local: string, zone: string): Date {
  const clock = Date.parse(`${local}Z`)
  const guess = clock - (wallClock(clock, zone) - clock)
  return new Date(clock - (wallClock(guess, zone) - guess))
}

/** Returns the wall clock of the zone in the form of `<input type="datetime-local">`. */
export const localOf = (at: Date, zone: string): string =>
  new Date(wallClock(Math.floor(at.getTime() / 1000) * 1000, zone)).toISOString().slice(0, 16)

/** Returns the calendar date of the zone, such as `2027-03-01`. */
export const dateOf = (at: Date, zone: string): string => localOf(at, zone).slice(0, 10)

/** Returns the first instant of a calendar date in the zone. */
export const startOfDay = (date: string, zone: string): Date => instantOf(`${date}T00:00`, zone)

/** Returns the calendar date that follows after this number of days. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Formats a calendar date. */
export const formatDate = (date: string): string => formatTime(new Date(`${date}T00:00Z`), 'UTC', 'date')

/** Whether a text of an address is a calendar date. */
export const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
