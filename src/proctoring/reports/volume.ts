// Counts appointments by local time. Pure functions.

/**
 * The numbers of appointments that start in successive quarters of an hour. The first element is the number of the first
 * quarter, counted in local time from 1970-01-01.
 */
export type Run = [firstQuarter: number, volumes: number[]]

/** Days as `YYYY-MM-DD`; both bounds are inclusive. */
type DayRange = { first: string; last: string }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const maxDays = 366

const dayMs = 24 * 60 * 60 * 1000

/** Days since 1970-01-01, computed in UTC because every UTC day has 24 hours. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayFromNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => weekdays[(((day + 3) % 7) + 7) % 7]

const quartersPerDay = 96
const quartersPerHour = 4

/**
 * Returns the volume by weekday, by hour and by day. For a range of at most 366 days, `perDay` includes days without
 * appointments; otherwise it omits them. The totals of the three lists are equal.
 */
export function volumeOf(runs: readonly Run[], range: DayRange | undefined) {
  const byHour = Array.from({ length: 24 }, () => 0)
  const byDay = new Map<number, number>()
  for (const [first, volumes] of runs)
    volumes.forEach((volume, index) => {
      if (volume === 0) return // half of them
      const day = Math.floor((first + index) / quartersPerDay)
      const hour = Math.floor((first + index - day * quartersPerDay) / quartersPerHour)
      byHour[hour] = (byHour[hour] ?? 0) + volume
      byDay.set(day, (byDay.get(day) ?? 0) + volume)
    })
  const onWeekday = (name: string) =>
    [...byDay].reduce((sum, [day, volume]) => (weekdayOf(day) === name ? sum + volume : sum), 0)
  return {
    dayOfWeek: weekdays.map(name => ({ day: name, volume: onWeekday(name) })),
    perHour: byHour.map((volume, hour) => ({ hour, volume })),
    perDay: daysIn(byDay, range).map(day => ({ day: dayFromNumber(day), volume: byDay.get(day) ?? 0 })),
  }
}

function daysIn(byDay: ReadonlyMap<number, number>, range: DayRange | undefined): number[] {
  const [first, last] = range ? [dayNumber(range.first), dayNumber(range.last)] : [0, maxDays]
  if (last - first < maxDays) return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const withVolume = [...byDay].flatMap(([day, volume]) => (volume > 0 ? [day] : []))
  return withVolume.toSorted((a, b) => a - b)
}
