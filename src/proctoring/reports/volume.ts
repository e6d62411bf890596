// Counts appointments by local time. Pure functions.

/** The number of appointments that start in one hour of one day. */
type HourCount = { day: string; hour: number; volume: number }

/** Days as `YYYY-MM-DD`; both bounds are inclusive. */
type DayRange = { first: string; last: string }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const maxDays = 366

const dayMs = 24 * 60 * 60 * 1000

/** Days since 1970-01-01, computed in UTC because every UTC day has 24 hours. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayFromNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: string) => weekdays[(((dayNumber(day) + 3) % 7) + 7) % 7]

const sumBy = <K>(counts: readonly HourCount[], keyOf: (count: HourCount) => K): Map<K, number> => {
  const sums = new Map<K, number>()
  for (const count of counts) sums.set(keyOf(count), (sums.get(keyOf(count)) ?? 0) + count.volume)
  return sums
}

/**
 * Returns the volume by weekday, by hour and by day. For a range of at most 366 days, `perDay` includes days without
 * appointments; otherwise it omits them. The totals of the three lists are equal.
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
  const [first, last] = range ? [dayNumber(range.first), dayNumber(range.last)] : [0, maxDays]
  if (last - first >= maxDays) return [...byDay.keys()].toSorted()
  return Array.from({ length: last - first + 1 }, (_, index) => dayFromNumber(first + index))
}
