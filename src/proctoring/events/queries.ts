import { and, eq, exists, getTableColumns, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { prepared } from '../../../db/prepared.ts'
import { eventType, sessionEvent } from '../../../db/schema/event.ts'
import { examSession, learnerAndExamOf } from '../../../db/schema/session.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import { contains, equals, nameKey } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import { deleteOrRetire, isListed } from '../retire.ts'
import { matchesSession, type SessionPath, sessionPathColumns } from '../sessions/read/queries.ts'
import type {
  EventCreate,
  EventQuery,
  EventTypeCreate,
  EventTypeQuery,
  EventTypeUpdate,
  EventUpdate,
} from './schema.ts'

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
            isListed(eventType, query),
          ),
        )
        .$dynamic(),
    orderOf(
      query,
      { createdDate: eventType.createdDate, name: nameKey(eventType.name) },
      ['createdDate'],
      eventType.sid,
    ),
    query,
  )

type EventTypePath = { installSid: SidOf<'AI'>; eventTypeSid: SidOf<'ET'> }

const matchesType = ({ installSid, eventTypeSid }: EventTypePath) =>
  and(eq(eventType.installSid, installSid), eq(eventType.sid, eventTypeSid))

const eventsOf = (db: Database, sid: SidOf<'ET'>) =>
  db.select({ sid: sessionEvent.sid }).from(sessionEvent).where(eq(sessionEvent.eventTypeSid, sid))

/**
 * Builds the first statement of a batch: locks the event type, so that no event of it is recorded until the batch ends.
 * @throws Problem `not_found` if the install does not have the event type
 */
const lockEventType = (db: Database, path: EventTypePath) =>
  guard(db, sql`(select true from ${eventType} where ${matchesType(path)} for update)`, 'not_found')

/**
 * Builds the statements of one batch that update an event type. Whether it opens incidents cannot change while events
 * refer to it, because their open incidents would never end, nor if the system uses it.
 * @throws Problem `not_found`, `event_type_in_use`
 */
export const updateEventTypeRow = (
  db: Database,
  path: EventTypePath,
  { opensIncident, ...values }: z.output<typeof EventTypeUpdate>,
) => ({
  locked: lockEventType(db, path),
  ...(opensIncident !== undefined && {
    sameOrUnused: guard(
      db,
      sql`(select ${eventType.opensIncident} = ${opensIncident}
          or ${eventType.code} is null and ${notExists(eventsOf(db, path.eventTypeSid))}
        from ${eventType} where ${matchesType(path)})`,
      'event_type_in_use',
    ),
  }),
  types: db
    .update(eventType)
    .set({ ...values, ...(opensIncident !== undefined && { opensIncident }), editDate: sql`now()` })
    .where(matchesType(path))
    .returning(),
})

/**
 * Builds the statements of one batch that delete an event type, or retire it if events refer to it.
 * @throws Problem `not_found`; `event_type_in_use` if the system uses the type
 */
export function deleteEventTypeRow(db: Database, path: EventTypePath) {
  const { locked, ...removal } = deleteOrRetire(db, eventType, {
    record: matchesType(path),
    isUsed: exists(eventsOf(db, path.eventTypeSid)),
  })
  const ownType = guard(
    db,
    sql`(select ${isNull(eventType.code)} from ${eventType} where ${matchesType(path)})`,
    'event_type_in_use',
  )
  return { locked, ownType, ...removal }
}

/**
 * Builds the guard of a batch that records an event: the type is still as it was read, and stays so until the batch
 * ends.
 * @throws Problem `edited_meanwhile`
 */
export const unchangedType = (
  db: Database,
  { sid, installSid, opensIncident }: Pick<EventTypeRow, 'sid' | 'installSid' | 'opensIncident'>,
) =>
  guard(
    db,
    sql`(select ${eventType.opensIncident} = ${opensIncident} and ${isNull(eventType.retiredDate)} from ${eventType}
      where ${matchesType({ installSid, eventTypeSid: sid })} for share)`,
    'edited_meanwhile',
  )

type EventTypeRow = typeof eventType.$inferSelect

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
