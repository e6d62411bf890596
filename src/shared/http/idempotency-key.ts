import { invalid } from '../problems/field-errors.ts'
import { isOpen, type Route } from './route.ts'

export const keyHeader = 'Idempotency-Key'

/** The header of the response to a repeated request. */
export const replayedName = 'Idempotency-Replayed'

/** The time for which the use of a key is stored, in hours. The functions of the database contain it, too. */
export const keptHours = 24

/** Whether an operation takes an `Idempotency-Key`. An operation that anyone may call has no caller whose key it is. */
export const takesKey = (route: Pick<Route, 'method' | 'repeatable' | 'action' | 'callers'>): boolean =>
  route.method !== 'get' && !isOpen(route) && !route.repeatable

const printable = /^[ -~]{1,255}$/

/** Returns the key. @throws Problem `invalid_request` for a malformed one */
export function checkedKey(key: string): string {
  if (printable.test(key)) return key
  throw invalid({
    path: keyHeader,
    code: 'invalid_value',
    message: 'Must be 1 to 255 printable ASCII characters, such as a UUID.',
  })
}
