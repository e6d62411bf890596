// The history of a session: its transitions, with the actor of each.

import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { sessionTransition } from '../../../../db/schema/session.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { asPageBelow, listQuery, orderOf, paged, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { NullableText } from '../../../shared/values/text.ts'
import { route } from '../../env.ts'
import { Actor, actorOfEntry } from '../../history/actor.ts'
import { findSessionSid } from './queries.ts'
import { Status } from './record.ts'
import { SessionParams } from './schema.ts'

const Transition = z
  .object(
    described(
      {
        at: Instant,
        from: Status.nullable(),
        to: Status,
        trigger: NullableText,
        actor: Actor.nullable(),
        reason: NullableText,
        changes: z.array(z.string()),
      },
      {
        at: { description: 'When it happened.' },
        from: { description: 'The status before; null for the creation of the session.' },
        to: { description: 'The status after; the same as before if only other members changed.' },
        trigger: {
          description: 'The operation that caused it, such as `schedule`; null for a consequence of another.',
          example: 'schedule',
        },
        actor: { description: 'The actor; null for a consequence of another change.' },
        reason: { description: 'The reason; null if none applies.', example: 'no-show' },
        changes: {
          description:
            'The names of the members of the record and of its `sessionInfo` that it changed, without `editDate`; empty for the creation of the session, and for transitions before this list existed.',
          example: ['appointmentDate', 'status'],
        },
      },
    ),
  )
  .meta({ id: 'SessionTransition' })

const HistoryQuery = listQuery({}, ['at'])

export const readSessionHistory = route({
  tag: 'Exam Session',
  method: 'get',
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/history',
  action: 'sp:ReadSessionHistory',
  roles: ['admin', 'instructor', 'proctor'],
  summary: 'History of a session',
  description: 'Lists the transitions of the session, oldest first. Elements cannot call it.',
  params: SessionParams,
  query: HistoryQuery,
  returns: pageOf(Transition, 'SessionHistoryPage'),
  load: ({ db, params, query }) => ({
    sessions: findSessionSid(db, params),
    ...listTransitions(db, params.sessionSid, query),
  }),
  handle: ({ loaded, ...request }) =>
    asPageBelow('sessions')({ ...request, loaded: { ...loaded, rows: loaded.rows.map(presentTransition) } }),
})

/** Builds the statements of a page. They do not check that the session belongs to the install; the route does. */
const listTransitions = (db: Database, sessionSid: SidOf<'ES'>, query: z.output<typeof HistoryQuery>) =>
  paged(
    db,
    () => db.select().from(sessionTransition).where(eq(sessionTransition.sessionSid, sessionSid)).$dynamic(),
    // In each session, the ids have the order of the transitions.
    orderOf(query, { at: sessionTransition.createdDate }, ['at'], sessionTransition.id),
    query,
  )

type Row = typeof sessionTransition.$inferSelect

const presentTransition = (row: Row): z.output<typeof Transition> => ({
  at: row.createdDate,
  from: row.fromStatus,
  to: row.toStatus,
  trigger: row.trigger,
  actor: actorOfEntry(row),
  reason: row.reason,
  changes: membersOf(row.changes),
})

/** The columns that the record has by another name than `api_member` gives them; null: in no member. */
const renamed: Readonly<Record<string, string | null>> = {
  cancelledDate: 'cancelled',
  firstReviewer: null,
  rescheduleCount: 'reschedules',
  seatReleased: null,
  systemCheckDetails: 'systemCheck',
  systemCheckPassed: 'systemCheck',
  url: 'URL',
}

/** Returns the members of the record, and of its `sessionInfo`, for the names that a transition has stored. */
export const membersOf = (stored: readonly string[]): string[] => {
  const names = stored.map(name => (Object.hasOwn(renamed, name) ? renamed[name] : name))
  return [...new Set(names.filter(name => typeof name === 'string'))]
}
