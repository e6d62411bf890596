import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { mfaChallenge, signInSession } from '../../../../db/schema/operator.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { isOf, type Subject } from '../../identity/subject.ts'

/**
 * Unsent, for a batch in which the subject's own row was written before: ends its sessions, and what could still become
 * one. That write and `openSession` wait for each other's lock, so no sign-in with what was passes by.
 * @param except the session that stays
 */
export const endSessions = (db: Database, subject: Subject, except?: SidOf<'SI'>) => [
  db.delete(mfaChallenge).where(isOf(mfaChallenge, subject)),
  db
    .delete(signInSession)
    .where(
      and(isOf(signInSession, subject), except === undefined ? undefined : ne(signInSession.sid, except)),
    ),
]

const isIt = (subject: Subject, sid: SidOf<'SI'>) =>
  and(isOf(signInSession, subject), eq(signInSession.sid, sid))

/** Unsent: ends one session of the subject, if it has such. */
export const endSession = (db: Database, subject: Subject, sid: SidOf<'SI'>) =>
  db.delete(signInSession).where(isIt(subject, sid))

/** Unsent, for a batch: undoes it with the problem `not_found` when the subject has no such session. */
export const requireSession = (db: Database, subject: Subject, sid: SidOf<'SI'>) =>
  guard(db, sql`exists (select from ${signInSession} where ${isIt(subject, sid)})`, 'not_found')
