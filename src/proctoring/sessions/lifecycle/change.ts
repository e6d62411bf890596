// How a session changes: decide on what was read, write only if it still is so, and else decide again.

import type { SQL } from 'drizzle-orm'
import { and, eq, sql } from 'drizzle-orm'
import { batch, type Database, type Statement } from '../../../../db/client.ts'
import { guard, noTable } from '../../../../db/guard.ts'
import { examSession, sessionPair } from '../../../../db/schema/session.ts'
import { assignedExam, effectiveConfiguration } from '../../../../db/schema/views.ts'
import { actorOf, type Caller } from '../../../shared/auth/caller.ts'
import { toProblem } from '../../../shared/problems/failure.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { findSession, type SessionPath, type SessionRow } from '../read/queries.ts'
import { after, allowedActions, type Status, type Trigger } from '../transitions.ts'

type Values = {
  [K in keyof typeof examSession.$inferInsert]?: (typeof examSession.$inferInsert)[K] | SQL | undefined
}

/** What comes of a request: the step, the new values, and guards that must hold. */
export type Change = {
  /** Nothing where the status stays. */
  trigger: Trigger | undefined
  /** Made only when the status allows the trigger; nothing where the session stays as it is. */
  values(): Values | undefined
  before?: Record<string, Statement>
}

/** What a change is about, and what is to happen in the same transaction. */
type Subject<A extends Record<string, Statement>> = {
  place: SessionPath
  caller: Caller
  row: SessionRow
  alongside: A
}

const most = 12 // times that a change may find the session changed
const pauseMs = 20 // at most, and longer each time, so that those who meet once do not meet again

/** Whether a review is done or none is needed, and so on: what the table of transitions asks. */
const factsOf = ({ session, exam, install }: SessionRow) => ({
  approvalRequired: exam.requireApproval || install.requireManagerProctorApproval,
  reviewRequired: session.reviewRequired,
  reviewDone: !session.reviewRequired || session.reviewed,
})

/** The refusal of what the status does not allow. */
export const stateConflict = ({ session }: SessionRow) =>
  new Problem(
    'session_state_conflict',
    `The session is ${session.status}. Allowed now: ${allowedActions(session).join(', ') || 'nothing'}.`,
    { members: { currentStatus: session.status, allowedActions: allowedActions(session) } },
  )

/**
 * Applies what `decide` makes of the session, in one batch with the check that it is still what was decided on.
 * @returns the session as it is then, and what happened alongside
 * @throws Problem `session_state_conflict` with the status and the allowed actions; `session_changed` when others were
 * faster each time
 */
export async function changeSession<A extends Record<string, Statement>>(
  db: Database,
  { place, caller, row, alongside }: Subject<A>,
  decide: (row: SessionRow) => Change,
) {
  for (let times = 1, current = row; ; times++) {
    const { trigger, values, before = {} } = decide(current)
    const status = trigger ? after(current.session, trigger, factsOf(current)) : current.session.status
    if (status === undefined) throw stateConflict(current)
    const changes = values()
    try {
      return await batch(db, {
        actor: actAs(db, caller, trigger),
        // What others lock before sessions is locked before this one.
        ...before,
        unchanged: unchangedSince(db, place, current.version),
        ...(changes && { session: update(db, place, { ...changes, ...approval(status), status }) }),
        ...alongside,
        sessions: findSession(db, place),
      })
    } catch (error) {
      if (toProblem(error).code !== 'session_changed' || times === most) throw error
      await new Promise(resolve => setTimeout(resolve, Math.random() * pauseMs * times))
      current = firstOr404(await findSession(db, place))
    }
  }
}

/** Unsent: names who acts, and how, for the history of the batch. */
export const actAs = (db: Database, caller: Caller, trigger?: Trigger) =>
  db
    .select({
      actor: sql<string>`set_config('invigil.actor', ${actorOf(caller)}, true)`,
      trigger: sql<string>`set_config('invigil.trigger', ${trigger ?? ''}, true)`,
    })
    .from(noTable)

/** An appointment is approved when it is scheduled, at once or later; the first time stands. */
const approval = (status: Status): Values =>
  status === 'Scheduled' ? { dateApproved: sql`coalesce(${examSession.dateApproved}, now())` } : {}

const update = (db: Database, { installSid, sessionSid }: SessionPath, values: Values & { status: Status }) =>
  db
    .update(examSession)
    .set({ ...values, editDate: sql`now()` })
    .where(and(eq(examSession.installSid, installSid), eq(examSession.sid, sessionSid)))

const unchangedSince = (db: Database, { sessionSid }: SessionPath, version: string) =>
  guard(
    db,
    sql`(select ${examSession}.xmin::text = ${version} from ${examSession}
      where ${examSession.sid} = ${sql.param(sessionSid, examSession.sid)} for update)`,
    'session_changed',
  )

/**
 * Unsent: a fresh session in place of a cancelled one, if the learner is still to take the exam, its window is open and
 * attempts are left. The two share their series.
 */
export const followUp = (db: Database, { sessionSid }: SessionPath): Statement =>
  db.execute(sql`
    insert into ${examSession}
      (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration, series)
    select uuid_v7(), s.install_sid, s.course_sid, s.exam_sid, s.enrollment_sid, s.user_sid,
      replace(gen_random_uuid()::text, '-', ''), c.duration, s.series
    from ${examSession} s
    join ${assignedExam} a on a.enrollment_sid = s.enrollment_sid and a.exam_sid = s.exam_sid
    join ${effectiveConfiguration} c on c.enrollment_sid = s.enrollment_sid and c.exam_sid = s.exam_sid
    join ${sessionPair} p on p.enrollment_sid = s.enrollment_sid and p.exam_sid = s.exam_sid
    where s.sid = ${sql.param(sessionSid, examSession.sid)}
      and (c.exam_close_date is null or c.exam_close_date > now())
      and (c.attempts is null or c.attempts > p.attempts_used)`)
