// Appointments by wall clock: pure.

/** The appointments that begin in one hour of one day. */
type HourCount = { day: string; hour: number; volume: number }

/** Days `YYYY-MM-DD`, the first and the last included. */
type DayRange = { first: string; last: string }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const mostDays = 366

const dayMs = 24 * 60 * 60 * 1000

/** Calendar days are counted in UTC, where each has 24 hours. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: string) => weekdays[(((dayNumber(day) + 3) % 7) + 7) % 7]

const sumBy = <K>(counts: readonly HourCount[], keyOf: (count: HourCount) => K): Map<K, number> => {
  const sums = new Map<K, number>()
  for (const count of counts) sums.set(keyOf(count), (sums.get(keyOf(count)) ?? 0) + count.volume)
  return sums
}

/**
 * The volume by weekday, by hour and by day. A range of at most 366 days is filled with zeros; otherwise only days with
 * appointments are named. The three sums are equal.
 */
export function volumeOf(counts: readonly HourCount[], range: DayRange | undefined) {
  const byWeekday = sumBy(counts, ({ day }) => weekdayOf(day))
  const byHour = sumBy(counts, ({ hour }) => hour)
  const byDay = sumBy(counts, ({ day }) => day)
  return {
    dayOfWeek: weekdays.map(day => ({ day, volume: byWeekday.get(day) ?? 0 })),
    perHour: Array.from({ length: 24 }, (_, hour) => ({ hour, volume: byHour.get(hour) ?? 0 })),
    perDay: daysIn(byDay, range).map(day => ({ day, volume: byDay.get(day) ?? 0 })),
  }
}

function daysIn(byDay: ReadonlyMap<string, number>, range: DayRange | undefined): string[] {
  const [first, last] = range ? [dayNumber(range.first), dayNumber(range.last)] : [0, mostDays]
  if (last - first >= mostDays) return [...byDay.keys()].toSorted()
  return Array.from({ length: last - first + 1 }, (_, index) => dayOf(first + index))
}
