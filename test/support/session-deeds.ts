import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { examSession, sessionTransition } from '../../db/schema/session.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import type { Answer } from './client.ts'
import type { StateName, TriggerName } from './session-table.ts'
import { makeSession, type SessionWorld, soon } from './sessions.ts'
import { sidOf } from './tokens.ts'
import type { World } from './world.ts'

export type Members = Record<string, unknown>

/** What a client can ask for: the triggers that have an operation, and a review that is suspicious. */
export type SessionTransition = Exclude<TriggerName, 'settle'> | 'suspect'

export type Request = { method: string; rest: string; body?: Members }

/** The request of each deed, when its appointment is so many minutes from now. */
export const requestOf = (deed: SessionTransition, minutes = 5, more: Members = {}): Request =>
  ({
    schedule: { method: 'POST', rest: '', body: { appointmentDate: soon(minutes), ...more } },
    reschedule: { method: 'PUT', rest: '', body: { appointmentDate: soon(minutes), ...more } },
    approve: { method: 'POST', rest: '/approve' },
    deny: { method: 'POST', rest: '/deny', body: { reason: 'No room' } },
    start: { method: 'POST', rest: '/start' },
    end: { method: 'POST', rest: '/end' },
    cancel: { method: 'DELETE', rest: '', body: { reason: 'other-reason' } },
    pass: { method: 'POST', rest: '/review', body: { outcome: 'passed', notes: 'Fine' } },
    report: { method: 'POST', rest: '/review', body: { outcome: 'violation', notes: 'A phone' } },
    suspect: { method: 'POST', rest: '/review', body: { outcome: 'suspicious', notes: 'A voice' } },
  })[deed]

export const transitionNames: SessionTransition[] = [
  ...(['schedule', 'reschedule', 'approve', 'deny', 'start', 'end', 'cancel'] as const),
  ...(['pass', 'report', 'suspect'] as const),
]

/** The trigger of the table that the deed is. */
export const triggerOf = (deed: SessionTransition): TriggerName => (deed === 'suspect' ? 'report' : deed)

/** Asks for the deed, whatever comes of it. A body is sent only where the operation has one. */
export const ask = (
  world: SessionWorld,
  deed: SessionTransition,
  minutes?: number,
  more?: Members,
): Promise<Answer> => {
  const { method, rest, body } = requestOf(deed, minutes, more)
  return world.admin(method, world.at(rest), body ? { body } : {})
}

/** Does what must be granted, in at most two trips. */
export async function run(world: SessionWorld, deed: SessionTransition, minutes?: number, more?: Members) {
  const answer = await ask(world, deed, minutes, more)
  expect(answer.status, `${deed}: ${answer.raw}`).toBe(200)
  expect(answer.trips).toBeLessThanOrEqual(2)
  return answer
}

export const needsApproval = { exam: { requireApproval: true } }
export const needsReview = {
  configuration: { duration: 60, proctorTypes: ['live', 'Automated with Review'] },
}

/** The exam and the deeds that lead to each state. */
export const ways: Record<
  StateName,
  { exam?: Parameters<typeof makeSession>[0]; deeds: SessionTransition[] }
> = {
  'Needs Proctor': { deeds: [] },
  'Pending Approval': { exam: needsApproval, deeds: ['schedule'] },
  'Approval Denied': { exam: needsApproval, deeds: ['schedule', 'deny'] },
  Scheduled: { deeds: ['schedule'] },
  running: { deeds: ['schedule', 'start'] },
  Processing: { exam: needsReview, deeds: ['schedule', 'start', 'end'] },
  Incident: { exam: needsReview, deeds: ['schedule', 'start', 'report'] },
  Closed: { deeds: ['schedule', 'start', 'end'] },
  cancelled: { deeds: ['cancel'] },
}

/** A session that came to the state through the API. */
export async function inState(state: StateName, stack?: Stack): Promise<SessionWorld> {
  const { exam, deeds } = ways[state]
  const world = await makeSession(exam, stack)
  for (const deed of deeds) await run(world, deed)
  return world
}

/** The same world, looking at another session of the same exam. */
export function ofSession(world: SessionWorld, sessionSid: string): SessionWorld {
  const at = (rest = '') => world.path(`/exams/${world.examSid}/sessions/${sessionSid}${rest}`)
  return { ...world, sessionSid: sidOf('ES', sessionSid), at, read: () => world.admin('GET', at()) }
}

/** Enrolls one more learner in the course, and looks at the session that this made. */
export async function another(world: SessionWorld): Promise<SessionWorld> {
  const userSid = await world.user()
  const { sid: enrollmentSid } = await world.client.post(
    '/v1/installs/{installSid}/courses/{courseSid}/enrollments',
    { params: { courseSid: world.courseSid }, body: { userSid } },
  )
  const next = { ...world, enrollmentSid, userSid }
  return ofSession(next, String((await listed(next))[0]?.['sid']))
}

/** What A10 lists for the learner, oldest first. */
export async function listed(world: SessionWorld): Promise<Members[]> {
  const path = world.path(`/enrollments/${world.enrollmentSid}/exams/${world.examSid}/sessions?limit=1000`)
  const answer = await world.admin('GET', path)
  expect(answer, answer.raw).toMatchObject({ status: 200, trips: 1 })
  return answer.list('results')
}

export type SessionRow = typeof examSession.$inferSelect

/** The stored row of a session. */
export async function rowOf({ stack: { db } }: World, sessionSid: string): Promise<SessionRow> {
  const [row] = await db
    .select()
    .from(examSession)
    .where(eq(examSession.sid, sidOf('ES', sessionSid)))
  if (!row) throw new Error(`There is no session ${sessionSid}.`)
  return row
}

/** Changes a session past the API, where time or another part of the system would have. */
export async function setRow(
  { stack: { db } }: World,
  sessionSid: string,
  changes: Partial<typeof examSession.$inferInsert>,
): Promise<void> {
  await db
    .update(examSession)
    .set(changes)
    .where(eq(examSession.sid, sidOf('ES', sessionSid)))
}

/** The steps of a session, as they were recorded. */
export const stepsOf = ({ stack: { db } }: World, sessionSid: string) =>
  db
    .select()
    .from(sessionTransition)
    .where(eq(sessionTransition.sessionSid, sidOf('ES', sessionSid)))
    .orderBy(asc(sessionTransition.id))

/** Everything that is stored of a session and its steps. */
export const storedOf = async (world: World, sessionSid: string) => ({
  row: await rowOf(world, sessionSid),
  steps: await stepsOf(world, sessionSid),
})

/** Holds that the request is refused with 409 and the code, and that it changed nothing of the session and its learner's others. */
export async function refused(
  world: SessionWorld,
  code: string,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const before = { stored: await storedOf(world, world.sessionSid), list: await listed(world) }
  const answer = await request()
  expect([answer.status, answer.body['code']], answer.raw).toEqual([409, code])
  const after = { stored: await storedOf(world, world.sessionSid), list: await listed(world) }
  expect(after).toEqual(before)
  return answer
}

/** A slot as `availability` and the `alternatives` of a refusal show it. */
export type Slot = { instructorProctorSid: string; capacity: number | null; remaining: number | null }

/** What availability says of each slot, in one trip. */
export async function slotsOf(world: SessionWorld): Promise<Slot[]> {
  const answer = await world.admin('GET', world.at('/availability'))
  expect(answer, answer.raw).toMatchObject({ status: 200, trips: 1 })
  const { json } = answer
  if (!Array.isArray(json)) throw new Error(answer.raw)
  return json
}
