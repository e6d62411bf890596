// The start of a calendar date in a zone, computed with Intl only: no SQL, and no arithmetic on offsets.

const formats = new Map<string, Intl.DateTimeFormat>()

/** The date in the zone at the instant, as YYYY-MM-DD. */
function dateIn(zone: string, instant: number): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    })
    formats.set(zone, format)
  }
  return format.format(instant)
}

const day = 86_400_000

/** The first instant of the date in the zone, or of the next one if the zone skipped it. */
export function firstInstant(zone: string, date: string): Date {
  let before = Date.parse(`${date}T00:00:00Z`) - 2 * day
  let since = before + 4 * day
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2)
    if (dateIn(zone, middle) < date) before = middle
    else since = middle
  }
  return new Date(since)
}

/** The date after this one. */
export const nextDate = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10)
