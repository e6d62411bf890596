// What an item sets in an accommodation. Pure functions.

import type { FieldError } from '../../../shared/problems/problem.ts'
import type { Target, Values } from './queries.ts'
import type { Accommodation } from './schema.ts'

type Primary = Pick<Target['primary'], 'duration' | 'attempts'>

const unset: Values = {
  duration: null,
  attempts: null,
  examOpenDate: null,
  examCloseDate: null,
  scheduleOpenDate: null,
  scheduleCloseDate: null,
}

const names = Object.keys(unset) as (keyof Values)[]

/** Returns the duration in minutes, or undefined if the item leaves it unchanged. */
function durationOf(item: Accommodation, { duration }: Primary): number | undefined {
  const { extraTimePercent, extraMinutes } = item
  if (duration === null) return item.duration
  if (extraTimePercent !== undefined) return duration + Math.ceil((duration * extraTimePercent) / 100)
  return extraMinutes === undefined ? item.duration : duration + extraMinutes
}

/** Returns the members that the item sets. Extra time without a duration, and attempts without a limit, set nothing. */
export function changesOf(item: Accommodation, primary: Primary): Partial<Values> {
  const { examOpenDate, examCloseDate, scheduleOpenDate, scheduleCloseDate, extraAttempts } = item
  const { attempts } = primary
  const all = {
    duration: durationOf(item, primary),
    attempts: extraAttempts === undefined || attempts === null ? undefined : attempts + extraAttempts,
    ...{ examOpenDate, examCloseDate, scheduleOpenDate, scheduleCloseDate },
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Returns the values after the changes; members that do not change keep the values of `before`, if any. */
export const valuesAfter = (before: Values | undefined, changes: Partial<Values>): Values => {
  const { duration, attempts, examOpenDate, examCloseDate, scheduleOpenDate, scheduleCloseDate } =
    before ?? unset
  return {
    ...{ duration, attempts, examOpenDate, examCloseDate, scheduleOpenDate, scheduleCloseDate },
    ...changes,
  }
}

/** Whether all values are equal. */
export const areEqual = (a: Values, b: Values): boolean =>
  names.every(name => a[name]?.valueOf() === b[name]?.valueOf())

const maxDuration = 10_080
const maxAttempts = 1000

/** Returns an error for each value that a configuration cannot have, at the member of the item that led to it. */
export function valueErrors(item: Accommodation, after: Values): FieldError[] {
  const time = item.extraTimePercent === undefined ? 'extraMinutes' : 'extraTimePercent'
  const windows = [
    ['examOpenDate', 'examCloseDate'],
    ['scheduleOpenDate', 'scheduleCloseDate'],
  ] as const
  return [
    ...((after.duration ?? 0) > maxDuration
      ? [{ path: time, code: 'too_big', message: `The duration would exceed ${maxDuration} minutes.` }]
      : []),
    ...((after.attempts ?? 0) > maxAttempts
      ? [{ path: 'extraAttempts', code: 'too_big', message: `The attempts would exceed ${maxAttempts}.` }]
      : []),
    ...windows.flatMap(([open, close]) => {
      const [from, to] = [after[open], after[close]]
      if (!(from && to && from > to)) return []
      return { path: close, code: 'invalid_value', message: `Must not be before ${open}.` }
    }),
  ]
}
