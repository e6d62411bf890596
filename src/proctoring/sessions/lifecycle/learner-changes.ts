// How often a learner's element changes appointments. Each change mails the learner, and each cancellation inserts a session.

import type { Database, Statement } from '../../../../db/client.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import { attemptBy, type Limit, requireAttempt } from '../../../shared/rate-limit.ts'
import type { SessionRow } from '../read/find-session.ts'
import { isLearnersElement } from './cancellation-policy.ts'

const changes: Limit = { name: 'appointment-changes', max: 30, seconds: 60 * 60 }

/**
 * Builds the statement that counts a change of an appointment by the element of a learner: at most 30 in an hour, over all
 * sessions of the learner. A change that is refused does not count. Other callers are not limited.
 * @throws Problem `too_many_attempts`
 */
export const limitChanges = (
  db: Database,
  caller: Pick<Caller, 'token'>,
  { userSid }: Pick<SessionRow['session'], 'userSid'>,
): Record<string, Statement> =>
  isLearnersElement(caller) ? { counted: requireAttempt(db, attemptBy(changes, userSid)) } : {}
