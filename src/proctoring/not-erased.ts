// Nothing that can contain personal data is written to the sessions and accommodations of an erased learner.

import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { guard } from '../../db/guard.ts'
import { enrollment } from '../../db/schema/catalog.ts'
import { examConfiguration } from '../../db/schema/exam.ts'
import { examSession } from '../../db/schema/session.ts'
import { user } from '../../db/schema/user.ts'
import type { SidOf } from '../../db/sid.ts'

const sidOf = (sid: SidOf<'ES'>) => sql.param(sid, examSession.sid)

/**
 * Builds the guard that the learner of a session is not erased. It follows a lock of the session, which an erasure waits for:
 * `unchangedSince`, or `lockSession`.
 * @throws Problem `user_erased`
 */
export const guardNotErased = (db: Database, sessionSid: SidOf<'ES'>) =>
  guard(
    db,
    sql`(select ${user.erasedDate} is null from ${examSession} join ${user} on ${user.sid} = ${examSession.userSid}
      where ${examSession.sid} = ${sidOf(sessionSid)})`,
    'user_erased',
  )

/**
 * Builds the guard that the learner of an accommodation is not erased: its texts would be about that person.
 * @throws Problem `user_erased`
 */
export const guardLearnerNotErased = (db: Database, sid: SidOf<'EC'>) =>
  guard(
    db,
    sql`not exists (select from ${examConfiguration}
      join ${enrollment} on ${enrollment.sid} = ${examConfiguration.enrollmentSid}
      join ${user} on ${user.sid} = ${enrollment.userSid}
      where ${examConfiguration.sid} = ${sql.param(sid, examConfiguration.sid)} and ${user.erasedDate} is not null)`,
    'user_erased',
  )

/** Builds the first statement of a batch that writes about a session and does not change it. */
export const lockSession = (db: Database, sessionSid: SidOf<'ES'>) =>
  db
    .select({ locked: sql`true` })
    .from(examSession)
    .where(sql`${examSession.sid} = ${sidOf(sessionSid)}`)
    .for('share')
