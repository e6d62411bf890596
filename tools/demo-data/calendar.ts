// Terms, holidays and local times. A "day" is the number of days since 1970-01-01 in the calendar of a time zone.

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** 0 for Monday: 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (day + 3) % 7

export const dayOf = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / dayMs

const [monday, thursday, sunday] = [0, 3, 6]

/** The n-th given weekday of a month. */
function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  const first = dayOf(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1)
}

export type Term = {
  title: string
  matchStrings: string[]
  /** The share of its courses relative to a main term. */
  weight: number
  start: number
  /** The last days of the midterms and of the finals. */
  midterm: number
  end: number
}

const matching = (name: string, short: string, year: number) => [
  `${name} ${year}`,
  `${short}${year % 100}`,
  `${year}${short}`,
]

/** Midterms of the main terms end on the Sunday of the clock change, so that both change days have appointments. */
function termsOfYear(year: number): Term[] {
  return [
    {
      title: `Spring ${year}`,
      matchStrings: matching('Spring', 'SP', year),
      weight: 1,
      start: nthWeekday(year, 1, monday, 2),
      midterm: nthWeekday(year, 3, sunday, 2),
      end: nthWeekday(year, 5, sunday, 2),
    },
    {
      title: `Summer ${year}`,
      matchStrings: matching('Summer', 'SU', year),
      weight: 0.35,
      start: nthWeekday(year, 6, monday, 1),
      midterm: nthWeekday(year, 7, sunday, 2),
      end: nthWeekday(year, 8, sunday, 2),
    },
    {
      title: `Fall ${year}`,
      matchStrings: matching('Fall', 'FA', year),
      weight: 1,
      start: nthWeekday(year, 8, monday, 4),
      midterm: nthWeekday(year, 11, sunday, 1),
      end: nthWeekday(year, 12, sunday, 2),
    },
  ]
}

const pastDays = 400 // more than a year, so that both clock changes are included for every reference date
const futureDays = 75

/** The terms around the day: those of the last year, and the next one once it is planned, with a tenth of its courses. */
export function termsAround(today: number): Term[] {
  const year = new Date(today * dayMs).getUTCFullYear()
  return [year - 2, year - 1, year, year + 1]
    .flatMap(termsOfYear)
    .filter(term => term.end > today - pastDays && term.start < today + futureDays)
    .map(term => (term.start > today ? { ...term, weight: term.weight / 10 } : term))
}

const holidaysByYear = new Map<number, Set<number>>()

function holidaysOfYear(year: number): Set<number> {
  const cached = holidaysByYear.get(year)
  if (cached) return cached
  const fixed = [
    dayOf(year, 1, 1),
    dayOf(year, 6, 19),
    dayOf(year, 7, 4),
    dayOf(year, 11, 11),
    dayOf(year, 12, 25),
  ]
  const lastOfMay = nthWeekday(year, 6, monday, 1) - 7
  const floating = [nthWeekday(year, 1, monday, 3), nthWeekday(year, 2, monday, 3), lastOfMay]
  floating.push(
    nthWeekday(year, 9, monday, 1),
    nthWeekday(year, 10, monday, 2),
    nthWeekday(year, 11, thursday, 4),
  )
  const holidays = new Set([...fixed, ...floating])
  holidaysByYear.set(year, holidays)
  return holidays
}

/** Whether the day is a federal holiday of the United States (5 U.S.C. 6103), without those moved from a weekend. */
export const isHoliday = (day: number): boolean =>
  holidaysOfYear(new Date(day * dayMs).getUTCFullYear()).has(day)

type Zone = { format: Intl.DateTimeFormat; offsets: Map<number, number> }
const zones = new Map<string, Zone>()

function zoneOf(name: string): Zone {
  const cached = zones.get(name)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  const zone = { format, offsets: new Map<number, number>() }
  zones.set(name, zone)
  return zone
}

/** The offset of the zone from UTC at an instant. It only changes at full hours of UTC. */
export function offsetAt(zoneName: string, instant: number): number {
  const { format, offsets } = zoneOf(zoneName)
  const hour = Math.floor(instant / hourMs)
  const cached = offsets.get(hour)
  if (cached !== undefined) return cached
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(hour * hourMs)) ?? []
  const distance = Number(hours ?? 0) * hourMs + Number(minutes ?? 0) * minuteMs
  const offset = sign === '-' ? -distance : distance
  offsets.set(hour, offset)
  return offset
}

/** The instant of a local time of the zone. For a skipped local time, the instant as far after the change. */
export function instantOf(zoneName: string, day: number, timeMs = 0): number {
  const local = day * dayMs + timeMs
  const guess = local - offsetAt(zoneName, local)
  return local - offsetAt(zoneName, guess)
}

/** The day of an instant in the zone. */
export const localDay = (zoneName: string, instant: number): number =>
  Math.floor((instant + offsetAt(zoneName, instant)) / dayMs)

/** `YYYY-MM-DD`. */
export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
