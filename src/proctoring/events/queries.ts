import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { eventType, sessionEvent } from '../../../db/schema/event.ts'
import { examSession, learnerAndExamOf } from '../../../db/schema/session.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import { contains, equals } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import { matchesSession, type SessionPath, sessionPathColumns } from '../sessions/read/queries.ts'
import type { EventCreate, EventQuery, EventTypeCreate, EventTypeQuery, EventUpdate } from './schema.ts'

export const insertEventType = (
  db: Database,
  installSid: SidOf<'AI'>,
  values: z.output<typeof EventTypeCreate>,
) =>
  db
    .insert(eventType)
    .values({ ...values, sid: newSid('ET'), installSid })
    .returning()

export const listEventTypeRows = (
  db: Database,
  installSid: SidOf<'AI'>,
  query: z.output<typeof EventTypeQuery>,
) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(eventType)
        .where(
          and(
            eq(eventType.installSid, installSid),
            contains(eventType.name, query.name),
            equals(eventType.opensIncident, query.opensIncident),
          ),
        )
        .$dynamic(),
    orderOf(
      query,
      { createdDate: eventType.createdDate, name: eventType.name },
      ['createdDate'],
      eventType.sid,
    ),
    query,
  )

/** Builds the statement that selects one event type of the install. */
export const findEventType = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'ET'>) =>
  db
    .select()
    .from(eventType)
    .where(and(eq(eventType.installSid, installSid), eq(eventType.sid, sid)))

export const listEventRows = (db: Database, path: SessionPath, query: z.output<typeof EventQuery>) =>
  paged(
    db,
    () =>
      db
        .select(getTableColumns(sessionEvent))
        .from(sessionEvent)
        .innerJoin(examSession, eq(examSession.sid, sessionEvent.sessionSid))
        .where(
          and(
            matchesSession(path),
            query.status && inArray(sessionEvent.status, query.status),
            equals(sessionEvent.eventTypeSid, query.eventTypeSid),
          ),
        )
        .$dynamic(),
    orderOf(
      query,
      { createdDate: sessionEvent.createdDate, eventTime: sessionEvent.eventTime },
      ['createdDate'],
      sessionEvent.sid,
    ),
    query,
  )

/** Builds the statement that selects an event with its type. */
export const findEvent = prepared(
  { ...sessionPathColumns, eventSid: sessionEvent.sid },
  (db, { eventSid, ...path }) =>
    db
      .select({ event: sessionEvent, type: eventType })
      .from(sessionEvent)
      .innerJoin(examSession, eq(examSession.sid, sessionEvent.sessionSid))
      .innerJoin(eventType, eq(eventType.sid, sessionEvent.eventTypeSid))
      .where(and(matchesSession(path), eq(sessionEvent.sid, eventSid))),
)

export const insertEvent = (
  db: Database,
  session: typeof examSession.$inferSelect,
  sid: SidOf<'ER'>,
  { eventTime, ...values }: z.output<typeof EventCreate>,
) =>
  db.insert(sessionEvent).values({
    ...values,
    ...learnerAndExamOf(session),
    eventTime: eventTime ?? sql`now()`,
    sid,
    sessionSid: session.sid,
  })

export const updateEventRow = (db: Database, sid: SidOf<'ER'>, values: z.output<typeof EventUpdate>) =>
  db
    .update(sessionEvent)
    .set({ ...values, editDate: sql`now()` })
    .where(eq(sessionEvent.sid, sid))
