// How often a learner's element changes appointments. Each change mails the learner, and each cancellation inserts a session.

import { sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { noTable } from '../../../../db/guard.ts'
import { examSession } from '../../../../db/schema/session.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import type { SessionRow } from '../read/queries.ts'
import { isLearnersElement } from './cancellation-policy.ts'

const maxChanges = 30
const perHours = 1

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
  isLearnersElement(caller)
    ? {
        counted: db
          .select({
            taken: sql<string>`require_rate_limit_attempt(sha256(convert_to('appointment-changes' || chr(10)
              || ${sql.param(userSid, examSession.userSid)}::uuid, 'UTF8')), ${maxChanges}::integer, make_interval(hours => ${perHours}))`,
          })
          .from(noTable),
      }
    : {}
