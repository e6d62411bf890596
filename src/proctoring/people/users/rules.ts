import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'
import { Problem } from '../../../shared/problems/problem.ts'

/** The zone that a body names. @throws Problem `invalid_request` when there is no such zone */
export function chosenZone<T>(sid: string | null | undefined, [zone]: readonly T[]): T | null {
  if (sid && !zone) throw invalid(unknownSid('timeZoneSid', 'time zone'))
  return zone ?? null
}

/** @throws Problem `user_erased`: what has been erased does not come back */
export function notErased<T extends { user: { erasedDate: Date | null } }>(row: T): T {
  if (row.user.erasedDate) throw new Problem('user_erased')
  return row
}

/** What an update of a user that was found has changed. @throws Problem `user_erased` when the user was erased meanwhile */
export function stillThere<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Problem('user_erased')
  return row
}
