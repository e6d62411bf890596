// Terms, holidays and wall clocks. A "day" is a number of days since 1970-01-01 on a wall calendar, of whichever zone.

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Mondays have 0: 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (day + 3) % 7

export const dayOf = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / dayMs

const [monday, thursday, sunday] = [0, 3, 6]

/** The n-th such weekday of a month. */
function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  const first = dayOf(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1)
}

export type Term = {
  title: string
  matchStrings: string[]
  /** How many courses it has beside a main term. */
  weight: number
  start: number
  /** The last day of the mid-terms, and of the finals. */
  midterm: number
  end: number
}

const matching = (name: string, short: string, year: number) => [
  `${name} ${year}`,
  `${short}${year % 100}`,
  `${year}${short}`,
]

/** Mid-terms of the main terms run to the Sunday of the clock change, so that both change days have appointments. */
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

const pastDays = 400 // more than a year: both days on which clocks change are inside, whatever the reference
const futureDays = 75

/** The terms about the day: a year back, and the next one as soon as it is planned, with a tenth of its courses. */
export function termsAround(today: number): Term[] {
  const year = new Date(today * dayMs).getUTCFullYear()
  return [year - 2, year - 1, year, year + 1]
    .flatMap(termsOfYear)
    .filter(term => term.end > today - pastDays && term.start < today + futureDays)
    .map(term => (term.start > today ? { ...term, weight: term.weight / 10 } : term))
}

const holidaysByYear = new Map<number, Set<number>>()

function holidaysOfYear(year: number): Set<number> {
  const known = holidaysByYear.get(year)
  if (known) return known
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

/** Whether the United States have a federal holiday (5 U.S.C. 6103), without those moved from a weekend. */
export const isHoliday = (day: number): boolean =>
  holidaysOfYear(new Date(day * dayMs).getUTCFullYear()).has(day)

type Zone = { format: Intl.DateTimeFormat; offsets: Map<number, number> }
const zones = new Map<string, Zone>()

function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  const zone = { format, offsets: new Map<number, number>() }
  zones.set(name, zone)
  return zone
}

/** How far the zone's clocks are ahead of UTC at an instant. They change at a full hour of UTC at most. */
export function offsetAt(zoneName: string, instant: number): number {
  const { format, offsets } = zoneOf(zoneName)
  const hour = Math.floor(instant / hourMs)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(hour * hourMs)) ?? []
  const distance = Number(hours ?? 0) * hourMs + Number(minutes ?? 0) * minuteMs
  const offset = sign === '-' ? -distance : distance
  offsets.set(hour, offset)
  return offset
}

/** The instant at which the zone's clocks show a time; when they skip it, the instant as far after the change. */
export function instantOf(zoneName: string, day: number, timeMs = 0): number {
  const local = day * dayMs + timeMs
  const guess = local - offsetAt(zoneName, local)
  return local - offsetAt(zoneName, guess)
}

/** The day that the zone's calendars show. */
export const localDay = (zoneName: string, instant: number): number =>
  Math.floor((instant + offsetAt(zoneName, instant)) / dayMs)

/** `YYYY-MM-DD`. */
export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
