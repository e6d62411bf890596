// Reference of A15 by the local times of Intl: no SQL, and no arithmetic on offsets.
import { nextDate } from './calendar.ts'
import { is, one, type Query } from './report-facts.ts'
import type { Rows } from './report-rows.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const counted = ['Scheduled', 'Processing', 'Incident', 'Closed']
const dayMs = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** The format of a zone, made once: to make it takes longer than to use it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', weekday: 'long' },
    ...{ hour: '2-digit', hourCycle: 'h23' },
  })
  formats.set(timeZone, format)
  return format
}

/** The date, the name of its day and the hour in the zone at the instant. */
function wallClock(zone: string, instant: Date): { date: string; weekday: string; hour: number } {
  const { year, month, day, weekday, hour } = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return { date: `${year}-${month}-${day}`, weekday: String(weekday), hour: Number(hour) }
}

/** All dates from that of the first instant to that of the last. */
function datesBetween(zone: string, first: Date, last: Date): string[] {
  const end = wallClock(zone, last).date
  const dates: string[] = []
  for (let { date } = wallClock(zone, first); date <= end; date = nextDate(date)) dates.push(date)
  return dates
}

/** The volume of appointments at the instants; `range` is half open. */
export function volumeOf(zone: string, instants: Date[], range?: { from: Date; to: Date }) {
  const clocks = instants.map(instant => wallClock(zone, instant))
  const sum = (isMeant: (clock: (typeof clocks)[number]) => boolean) => clocks.filter(isMeant).length
  const isFilled = range && Number(range.to) - Number(range.from) <= 366 * dayMs
  const days = isFilled
    ? datesBetween(zone, range.from, new Date(Number(range.to) - 1))
    : [...new Set(clocks.map(({ date }) => date))].toSorted()
  return {
    dayOfWeek: weekdays.map(day => ({ day, volume: sum(({ weekday }) => weekday === day) })),
    perHour: Array.from({ length: 24 }, (_, at) => ({ hour: at, volume: sum(({ hour }) => hour === at) })),
    perDay: days.map(day => ({ day, volume: sum(({ date }) => date === day) })),
  }
}

/** A15. */
export function appointmentVolume(rows: Rows, query: Query) {
  const { appointmentDateAfter: after, appointmentDateBefore: before } = query
  const range =
    after === undefined || before === undefined ? undefined : { from: new Date(after), to: new Date(before) }
  const instants = rows.sessions
    .filter(
      session =>
        session.cancelledDate === null &&
        counted.includes(session.status) &&
        is(session.examSid, query['examSid']) &&
        is(session.courseSid, query['courseSid']) &&
        is(one(rows.courses, session.courseSid).courseOfferingSid, query['courseOfferingSid']),
    )
    .flatMap(({ appointmentDate }) => appointmentDate ?? [])
    .filter(date => range === undefined || (date >= range.from && date < range.to))
  return volumeOf(query['timeZone'] ?? rows.zone, instants, range)
}
