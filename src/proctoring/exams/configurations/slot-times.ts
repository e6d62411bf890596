// The end of a slot as a time of the clock: HH:mm of the day of its start, in the zone of the install.

import * as z from 'zod'
import { throwIfAny } from '../../../shared/problems/field-errors.ts'
import type { FieldError } from '../../../shared/problems/problem.ts'
import { dateFormat } from '../../../shared/values/date-format.ts'
import { lastInstant, NullableInstant } from '../../../shared/values/instant.ts'
import type { EntryInput } from './entries.ts'

const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Expected HH:mm such as 17:30.')

/** An instant, or `HH:mm`, which `withEndTimes` converts. */
export const EndTime = z.union([NullableInstant, ClockTime], {
  error: ({ input }) =>
    input === undefined
      ? undefined
      : 'Expected ISO 8601 in UTC such as 2027-03-01T09:00:00Z, or HH:mm such as 17:30.',
})

type SlotInput = Omit<EntryInput, 'endTime'> & { endTime?: Date | string | null | undefined }

/**
 * Returns the slots with instants as their ends; null for a slot without one, as it is stored.
 * @param zone the IANA name of the install's time zone
 * @param path the path of the list in the body
 * @throws Problem `invalid_request` for a time of the clock without a start or before it
 */
export function withEndTimes(
  slots: readonly SlotInput[],
  zone: string,
  path = 'instructorAsProctor',
): EntryInput[] {
  const errors: FieldError[] = []
  const ended = slots.map(({ endTime = null, ...slot }, at) => {
    if (typeof endTime !== 'string') return { ...slot, endTime }
    const end = slot.startTime && clockTimeAfter(slot.startTime, endTime, zone)
    if (!end) {
      const message = slot.startTime
        ? 'Must not be before startTime, nor after the year 9999.'
        : 'HH:mm needs startTime.'
      errors.push({ path: `${path}.${at}.endTime`, code: 'invalid_value', message })
    }
    return { ...slot, endTime: end }
  })
  throwIfAny(errors)
  return ended
}

const dayMs = 86_400_000

/**
 * Returns the first instant, not before `start`, at which clocks in the zone show `time` on the day of `start`; undefined
 * if there is none up to the year 9999. A time that the clocks skip is as much later as they skip. Of a time that they show twice, it is
 * the first one that is not before `start`.
 */
function clockTimeAfter(start: Date, time: string, zone: string): Date | undefined {
  const offsetAt = offsetIn(zone)
  const local = new Date(start.getTime() + offsetAt(start.getTime()))
  const wall = Date.parse(`${local.toISOString().slice(0, 10)}T${time}Z`)
  // The offsets before and after a change of the clocks on this day.
  const instants = [wall - dayMs, wall + dayMs].map(near => wall - offsetAt(near))
  const shown = instants.filter(instant => instant + offsetAt(instant) === wall)
  const candidates = shown.length > 0 ? shown : instants.slice(0, 1)
  const first = candidates
    .toSorted((a, b) => a - b)
    .find(instant => instant >= start.getTime() && instant <= lastInstant)
  return first === undefined ? undefined : new Date(first)
}

/** Returns the function that returns the offset of a zone from UTC, in ms, at an instant. */
function offsetIn(zone: string) {
  const format = dateFormat('en', {
    ...{ timeZone: zone, hourCycle: 'h23', calendar: 'gregory', era: 'short' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  return (instant: number): number => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
    const part = (name: string) => Number(parts[name])
    const wall = Date.UTC(
      ...([part('year'), part('month') - 1, part('day')] as const),
      ...([part('hour'), part('minute'), part('second')] as const),
    )
    return wall - Math.floor(instant / 1000) * 1000
  }
}
