// Changes a session with optimistic locking. Decides on the row that was read, and updates it only if its version is
// unchanged. Otherwise reads the row again and retries.

import type { SQL } from 'drizzle-orm'
import { and, eq, sql } from 'drizzle-orm'
import { batch, type Database, type Statement } from '../../../../db/client.ts'
import { guard, noTable } from '../../../../db/guard.ts'
import { examSession } from '../../../../db/schema/session.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import { toProblem } from '../../../shared/problems/failure.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { findSession, type SessionRow } from '../read/find-session.ts'
import type { SessionPath } from '../read/queries.ts'
import {
  allowedActions,
  describeAllowed,
  type Facts,
  nextStatus,
  type Status,
  type Trigger,
} from '../transitions.ts'

type Values = {
  [K in keyof typeof examSession.$inferInsert]?: (typeof examSession.$inferInsert)[K] | SQL | undefined
}

/** A decision: the trigger, the new values, guards that must pass first, and further changes. */
export type Change = {
  /** Undefined if the status stays the same. */
  trigger: Trigger | undefined
  /** Inputs of the transition table that the decision determines itself. */
  facts?: Partial<Facts>
  /** What the history records instead of the `statusReason`. */
  reason?: string
  /** Called only if the status allows the trigger. Returns undefined if the session stays the same. */
  values(): Values | undefined
  /** Called like `values`. */
  before?(): Record<string, Statement>
  after?: Record<string, Statement>
}

/** A session to change, and further statements of the same transaction. */
type SessionChange<A extends Record<string, Statement>> = {
  path: SessionPath
  caller: Caller
  row: SessionRow
  statements: A
}

const maxAttempts = 12
const maxBackoffMs = 20 // multiplied by the attempt; the delay is random up to this maximum

/** Returns the inputs of the transition table. */
const transitionFacts = ({ session, exam, install, openIncidents, findings }: SessionRow): Facts => ({
  approvalRequired: exam.requireApproval || install.requireManagerProctorApproval,
  reviewRequired: session.reviewRequired,
  reviewDone: !session.reviewRequired || session.reviewed,
  hasOpenEvents: openIncidents.some(sid => !findings.includes(sid)),
  passCompletes: true,
})

/** Creates the problem for a trigger that the status does not allow. */
export const stateConflict = ({ session }: SessionRow) =>
  new Problem(
    'session_state_conflict',
    `The session is ${session.status}. Its status allows: ${describeAllowed(session)}.`,
    { members: { currentStatus: session.status, allowedActions: allowedActions(session) } },
  )

/**
 * Applies the change that `decide` returns, in one batch with a check that the session has not changed since it was
 * read.
 * @returns the results of the batch, including the session after the change
 * @throws Problem `session_state_conflict` with the status and the allowed actions; `session_changed` after 12
 *   attempts
 */
export async function changeSession<A extends Record<string, Statement>>(
  db: Database,
  { path, caller, row, statements }: SessionChange<A>,
  decide: (row: SessionRow) => Change,
) {
  for (let attempt = 1, current = row; ; attempt++) {
    const { trigger, facts, reason, values, before, after = {} } = decide(current)
    const status = trigger
      ? nextStatus(current.session, trigger, { ...transitionFacts(current), ...facts })
      : current.session.status
    if (status === undefined) throw stateConflict(current)
    const changes = values()
    try {
      return await batch(db, {
        actor: setActor(db, caller, trigger, reason),
        // Lock order: courses and slots before sessions.
        ...before?.(),
        unchanged: unchangedSince(db, path, current.version),
        ...(changes && { session: update(db, path, { ...changes, ...approvalDate(status), status }) }),
        ...after,
        ...statements,
        sessions: findSession(db, path),
      })
    } catch (error) {
      if (toProblem(error).code !== 'session_changed' || attempt === maxAttempts) throw error
      await new Promise(resolve => setTimeout(resolve, Math.random() * maxBackoffMs * attempt))
      const { sessions } = await batch(db, { sessions: findSession(db, path) })
      current = firstOr404(sessions)
    }
  }
}

/** Sets the approval date when the status becomes `Scheduled`, and clears it when an appointment waits for approval. */
const approvalDate = (status: Status): Values => {
  if (status === 'Pending Approval') return { dateApproved: null }
  return status === 'Scheduled' ? { dateApproved: sql`coalesce(${examSession.dateApproved}, now())` } : {}
}

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
 * Builds the statement that inserts the next session in the series of a cancelled session, if the learner may have one
 * (`insert_follow_ups`).
 */
export const insertFollowUp = (db: Database, { sessionSid }: SessionPath): Statement =>
  db
    .select({
      inserted: sql<string>`insert_follow_ups(array[${sql.param(sessionSid, examSession.sid)}::uuid], now())`,
    })
    .from(noTable)
