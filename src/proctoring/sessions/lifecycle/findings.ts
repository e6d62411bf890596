// The events of what a review finds.

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { noTable } from '../../../../db/guard.ts'
import { type eventStatuses, eventType, sessionEvent } from '../../../../db/schema/event.ts'
import { type examSession, learnerAndExamOf } from '../../../../db/schema/session.ts'
import { user } from '../../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'

type Session = typeof examSession.$inferSelect
type Finding = { details: string | null; reviewerSid: SidOf<'US'> | null }

const isFinding = eq(eventType.code, 'review')

/** Builds the statements that insert the open event "Found in review". A user who reviews is its witness. */
export const insertFinding = (db: Database, session: Session, { details, reviewerSid }: Finding) => ({
  types: db
    .select({
      ensured: sql<string>`ensure_event_types(${sql.param(session.installSid, eventType.installSid)}::uuid)`,
    })
    .from(noTable),
  found: db.insert(sessionEvent).values({
    ...learnerAndExamOf(session),
    sid: newSid('ER'),
    sessionSid: session.sid,
    eventTypeSid: sql`(select ${eventType.sid} from ${eventType}
      where ${eventType.installSid} = ${sql.param(session.installSid, eventType.installSid)} and ${isFinding})`,
    eventTime: sql`now()`,
    title: 'Found in review',
    details,
    directWitness: reviewerSid && nameOf(reviewerSid),
  }),
})

const nameOf = (userSid: SidOf<'US'>): SQL =>
  sql`(select concat_ws(' ', ${user.firstName}, ${user.lastName}) from ${user}
    where ${user.sid} = ${sql.param(userSid, user.sid)})`

/** Builds the statement that settles the open events of a session: all, or only those that a review has found. */
export const settleOpenEvents = (
  db: Database,
  sessionSid: SidOf<'ES'>,
  status: Exclude<(typeof eventStatuses)[number], 'Open'>,
  which: 'all' | 'findings' = 'all',
) =>
  db
    .update(sessionEvent)
    .set({ status, editDate: sql`now()` })
    .where(
      and(
        eq(sessionEvent.sessionSid, sessionSid),
        eq(sessionEvent.status, 'Open'),
        which === 'findings'
          ? inArray(
              sessionEvent.eventTypeSid,
              db.select({ sid: eventType.sid }).from(eventType).where(isFinding),
            )
          : undefined,
      ),
    )
