// Draws appointments: late in the window, in the late morning or the evening of the learner's time zone, not on holidays.

import { dayMs, hourMs, instantOf, isHoliday, localDay, minuteMs, weekdayOf } from './calendar.ts'
import { at, betaOf, type Random, weighted } from './random.ts'

const drawPosition = betaOf(4, 1.5)

/** Monday to Sunday, in percent. */
const weekdayShares = [15, 17, 17, 16, 12, 10, 13]
const highestShare = Math.max(...weekdayShares)

/** Weights by the hour in the learner's time zone: maxima at 10 to 12 and at 18 to 21, almost none from 1 to 6. */
const hourShares = [
  ...[1.2, 0.15, 0.1, 0.1, 0.1, 0.15], // 0 to 5
  ...[0.3, 1.5, 3.5, 6, 9.5, 9.5], // 6 to 11
  ...[7.5, 5, 4.5, 4.5, 5, 6], // 12 to 17
  ...[9, 9.5, 9, 7, 4, 2.4], // 18 to 23
]
const drawHour = weighted(hourShares.map((share, hour) => [hour, share] as const))
const drawMinute = weighted([
  [0, 50],
  [30, 28],
  [15, 11],
  [45, 11],
])

const tries = 40
const quarterMs = 15 * minuteMs

export type Bounds = {
  /** The window. Its later part is preferred. */
  open: number
  /** The last instant at which an appointment can start. */
  latest: number
  /** The earliest instant, when the session was created. */
  earliest: number
}

/** An instant between the bounds; undefined when there is no quarter of an hour between them. */
export function drawAppointment(
  random: Random,
  zone: string,
  { open, latest, earliest }: Bounds,
): number | undefined {
  const first = Math.max(open, earliest)
  if (latest - first < quarterMs) return undefined
  for (let left = tries; left > 0; left -= 1) {
    const day = localDay(zone, open + drawPosition(random) * (latest - open))
    if (isHoliday(day) || !random.chance(at(weekdayShares, weekdayOf(day)) / highestShare)) continue
    const instant = instantOf(zone, day, drawHour(random) * hourMs + drawMinute(random) * minuteMs)
    if (instant >= first && instant <= latest) return instant
  }
  return Math.ceil(random.between(first, latest - quarterMs) / quarterMs) * quarterMs
}

/** The time from booking to appointment: log-normal. With follow-ups, which have less time, the median is four days. */
export const drawLead = (random: Random): number => Math.max(random.logNormal(4.6 * dayMs, 1), hourMs)
