import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { mfaChallenge, signInSession } from '../../../db/schema/operator.ts'
import type { SidOf } from '../../../db/sid.ts'
import { isOf, type Subject } from '../subject.ts'

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

/** Unsent: ends one session of the subject; no row when it has no such. */
export const endSession = (db: Database, subject: Subject, sid: SidOf<'SI'>) =>
  db
    .delete(signInSession)
    .where(and(isOf(signInSession, subject), eq(signInSession.sid, sid)))
    .returning({ sid: signInSession.sid })
