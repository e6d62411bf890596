// The wall clock of a time zone. The API has instants in UTC; operators enter the wall clock of the install.

const formatters = new Map<string, Intl.DateTimeFormat>()

function partsOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  formatters.set(zone, made)
  return made
}

/** The wall clock of the zone, as milliseconds of a clock in UTC. */
function wallClock(at: number, zone: string): number {
  const part: Record<string, number> = {}
  for (const { type, value } of partsOf(zone).formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const dayMs = 86_400_000

/**
 * Returns the instant of a wall clock such as `2027-03-01T09:00` in the zone. Of a repeated hour, the first one; a skipped
 * time is as much later as the clock is put forward.
 */
export function instantOf(local: string, zone: string): Date {
  const clock = Date.parse(`${local}Z`)
  // The offset changes at most once within two days, so it is the one of the day before, or the one of the day after.
  const instants = [-dayMs, dayMs].map(
    distance => clock + distance - (wallClock(clock + distance, zone) - clock),
  )
  const [before = clock] = instants
  const exact = instants.filter(each => wallClock(each, zone) === clock)
  return new Date(exact.length > 0 ? Math.min(...exact) : before)
}

/** Returns the wall clock of the zone in the form of `<input type="datetime-local">`. */
export const localOf = (at: Date, zone: string): string =>
  new Date(wallClock(Math.floor(at.getTime() / 1000) * 1000, zone)).toISOString().slice(0, 16)

/** Like `instantOf`, but returns the current instant while its wall clock is the same: that shows no seconds, and an hour can be repeated. */
export const movedInstant = (local: string, zone: string, current: Date | undefined): Date =>
  current && localOf(current, zone) === local ? current : instantOf(local, zone)

/** Returns the calendar date of the zone, such as `2027-03-01`. */
export const dateOf = (at: Date, zone: string): string => localOf(at, zone).slice(0, 10)

/** Returns the first instant of a calendar date in the zone. */
export const startOfDay = (date: string, zone: string): Date => instantOf(`${date}T00:00`, zone)

/** Returns the calendar date that follows after this number of days. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)
