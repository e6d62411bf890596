// The stored rows of the model's sessions.

import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { examSession, sessionTransition } from '../../db/schema/session.ts'
import type { Model } from './session-model-types.ts'
import { sidOf } from './tokens.ts'

/** Of each slot. */
export const capacity = 2

export type SessionRow = typeof examSession.$inferSelect

/** Every session of the model's exams. */
export const sessionsIn = ({
  world: { stack },
  exams,
}: Pick<Model, 'world' | 'exams'>): Promise<SessionRow[]> =>
  stack.db
    .select()
    .from(examSession)
    .where(
      inArray(
        examSession.examSid,
        exams.map(({ sid }) => sidOf('EX', sid)),
      ),
    )

/** The sid of the newest session of each learner in an exam, by `newestKey`. */
export async function newestSessions(model: Pick<Model, 'world' | 'exams'>): Promise<Map<string, string>> {
  const rows = await sessionsIn(model)
  const inOrder = rows.toSorted(
    (a, b) => Number(a.createdDate) - Number(b.createdDate) || (a.sid < b.sid ? -1 : 1),
  )
  return new Map(inOrder.map(row => [newestKey(row.enrollmentSid, row.examSid), row.sid]))
}

export const newestKey = (enrollmentSid: string, examSid: string): string => `${enrollmentSid} ${examSid}`

/** Every step of the model's sessions, in order. */
export const stepsIn = async ({ world: { stack, installSid } }: Model) => {
  const rows = await stack.db
    .select({ step: sessionTransition })
    .from(sessionTransition)
    .innerJoin(examSession, eq(examSession.sid, sessionTransition.sessionSid))
    .where(eq(examSession.installSid, sidOf('AI', installSid)))
    .orderBy(sessionTransition.id)
  return rows.map(({ step }) => step)
}

/** Whether the attempt is ahead or running. */
export const isActive = ({ status, endedDate }: SessionRow): boolean =>
  !['Closed', 'Processing'].includes(status) && (status !== 'Incident' || endedDate === null)

/** Invariants at every time: one active session of a learner in an exam, and no slot overfull. */
export async function watch(model: Model): Promise<void> {
  const rows = await sessionsIn(model)
  const active = rows.filter(isActive)
  const pairs = active.map(({ enrollmentSid, examSid }) => `${enrollmentSid} ${examSid}`)
  expect(pairs).toHaveLength(new Set(pairs).size)
  for (const sid of model.exams.flatMap(({ slots }) => slots)) {
    const held = rows.filter(row => row.instructorProctorSid === sid && row.cancelledDate === null)
    expect(held.length).toBeLessThanOrEqual(capacity)
  }
}
