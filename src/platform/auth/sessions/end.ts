import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { mfaChallenge, signInSession } from '../../../../db/schema/operator.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { ProblemCode } from '../../../shared/problems/problem.ts'
import { isOf, type Subject } from '../../identity/sign-in-subject.ts'

/**
 * Deletes the sessions and second-factor challenges of the subject. The batch must write the row of the subject first:
 * that write and `openSession` take the same row lock, so no concurrent sign-in with the old state remains.
 * @param except the session to keep
 */
export const endSessions = (db: Database, subject: Subject, except?: SidOf<'SI'>) => [
  db.delete(mfaChallenge).where(isOf(mfaChallenge, subject)),
  db
    .delete(signInSession)
    .where(
      and(isOf(signInSession, subject), except === undefined ? undefined : ne(signInSession.sid, except)),
    ),
]

const isSession = (subject: Subject, sid: SidOf<'SI'>) =>
  and(isOf(signInSession, subject), eq(signInSession.sid, sid))

/** Deletes one session of the subject, if it exists. */
export const endSession = (db: Database, subject: Subject, sid: SidOf<'SI'>) =>
  db.delete(signInSession).where(isSession(subject, sid))

/** Rolls the batch back with the problem if the subject does not have the session. */
export const requireSession = (
  db: Database,
  subject: Subject,
  sid: SidOf<'SI'>,
  problem: ProblemCode = 'not_found',
) => guard(db, sql`exists (select from ${signInSession} where ${isSession(subject, sid)})`, problem)
