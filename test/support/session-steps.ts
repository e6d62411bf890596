import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { examSession, sessionTransition } from '../../db/schema/session.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import type { Answer } from './client.ts'
import type { ConfigurationTrigger, StateName, TimeTrigger, TriggerName } from './session-table.ts'
import { makeSession, type SessionWorld, soon } from './sessions.ts'
import { sidOf } from './tokens.ts'
import type { World } from './world.ts'

export type Members = Record<string, unknown>

/** The transitions of clients: the triggers that have an operation, and a review that is suspicious. */
export type SessionTransition =
  | Exclude<TriggerName, 'resolve' | TimeTrigger | ConfigurationTrigger>
  | 'suspect'

export type Request = { method: string; rest: string; body?: Members }

/** The request of each transition, with an appointment in this number of minutes. */
export const requestOf = (transition: SessionTransition, minutes = 5, more: Members = {}): Request =>
  ({
    schedule: { method: 'POST', rest: '', body: { appointmentDate: soon(minutes), ...more } },
    reschedule: { method: 'PUT', rest: '', body: { appointmentDate: soon(minutes), ...more } },
    approve: { method: 'POST', rest: '/approve' },
    deny: { method: 'POST', rest: '/deny', body: { reason: 'No room' } },
    start: { method: 'POST', rest: '/start' },
    end: { method: 'POST', rest: '/end' },
    cancel: { method: 'DELETE', rest: '', body: { reason: 'other-reason' } },
    void: { method: 'POST', rest: '/void', body: { reason: 'Power failure' } },
    pass: { method: 'POST', rest: '/review', body: { outcome: 'passed', notes: 'Fine' } },
    report: { method: 'POST', rest: '/review', body: { outcome: 'violation', notes: 'A phone' } },
    suspect: { method: 'POST', rest: '/review', body: { outcome: 'suspicious', notes: 'A voice' } },
  })[transition]

export const transitionNames: SessionTransition[] = [
  ...(['schedule', 'reschedule', 'approve', 'deny', 'start', 'end', 'cancel'] as const),
  ...(['void', 'pass', 'report', 'suspect'] as const),
]

/** The trigger of the transition in the table. */
export const triggerOf = (transition: SessionTransition): TriggerName =>
  transition === 'suspect' ? 'report' : transition

/** Sends the transition and returns any response. A body is sent only if the operation has one. */
export const ask = (
  world: SessionWorld,
  transition: SessionTransition,
  minutes?: number,
  more?: Members,
): Promise<Answer> => {
  const { method, rest, body } = requestOf(transition, minutes, more)
  return world.admin(method, world.at(rest), body ? { body } : {})
}

/** Sends a transition that must be granted, in at most two round trips. */
export async function run(
  world: SessionWorld,
  transition: SessionTransition,
  minutes?: number,
  more?: Members,
) {
  const answer = await ask(world, transition, minutes, more)
  expect(answer.status, `${transition}: ${answer.raw}`).toBe(200)
  expect(answer.roundTrips).toBeLessThanOrEqual(2)
  return answer
}

export const needsApproval = { exam: { requireApproval: true } }
export const needsReview = {
  configuration: { duration: 60, proctorTypes: ['Our own words', 'record-and-review'] },
}

/** The exam and the transitions that lead to each state. */
export const ways: Record<
  StateName,
  { exam?: Parameters<typeof makeSession>[0]; transitions: SessionTransition[] }
> = {
  'Needs Proctor': { transitions: [] },
  'Pending Approval': { exam: needsApproval, transitions: ['schedule'] },
  'Approval Denied': { exam: needsApproval, transitions: ['schedule', 'deny'] },
  Scheduled: { transitions: ['schedule'] },
  running: { transitions: ['schedule', 'start'] },
  Processing: { exam: needsReview, transitions: ['schedule', 'start', 'end'] },
  'running Incident': { exam: needsReview, transitions: ['schedule', 'start', 'report'] },
  Incident: { exam: needsReview, transitions: ['schedule', 'start', 'report', 'end'] },
  Closed: { transitions: ['schedule', 'start', 'end'] },
  cancelled: { transitions: ['cancel'] },
}

/** A session in the state, reached through the API. */
export async function inState(state: StateName, stack?: Stack): Promise<SessionWorld> {
  const { exam, transitions } = ways[state]
  const world = await makeSession(exam, stack)
  for (const transition of transitions) await run(world, transition)
  return world
}

/** The same world with another session of the same exam. */
export function ofSession(world: SessionWorld, sessionSid: string): SessionWorld {
  const at = (rest = '') => world.path(`/exams/${world.examSid}/sessions/${sessionSid}${rest}`)
  return { ...world, sessionSid: sidOf('ES', sessionSid), at, read: () => world.admin('GET', at()) }
}

/** Enrolls one more learner in the course. Returns the world with the session of that learner. */
export async function another(world: SessionWorld): Promise<SessionWorld> {
  const userSid = await world.user()
  const { sid: enrollmentSid } = await world.client.post(
    '/v1/installs/{installSid}/courses/{courseSid}/enrollments',
    { params: { courseSid: world.courseSid }, body: { userSid } },
  )
  const next = { ...world, enrollmentSid, userSid }
  return ofSession(next, String((await listed(next))[0]?.['sid']))
}

/** The sessions that A10 lists for the learner, oldest first. */
export async function listed(world: SessionWorld): Promise<Members[]> {
  const path = world.path(`/enrollments/${world.enrollmentSid}/exams/${world.examSid}/sessions?limit=1000`)
  const answer = await world.admin('GET', path)
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
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

/** Changes a session without the API, to simulate time or another part of the system. */
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

/** The recorded transitions of a session. */
export const stepsOf = ({ stack: { db } }: World, sessionSid: string) =>
  db
    .select()
    .from(sessionTransition)
    .where(eq(sessionTransition.sessionSid, sidOf('ES', sessionSid)))
    .orderBy(asc(sessionTransition.id))

/** The stored rows of a session and its transitions. */
export const storedOf = async (world: World, sessionSid: string) => ({
  row: await rowOf(world, sessionSid),
  steps: await stepsOf(world, sessionSid),
})

/** Expects that the request is refused with 409 and the code, and that it changed nothing of the learner's sessions. */
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

/** A slot as in `availability` and in the `alternatives` of a refusal. */
export type Slot = { instructorProctorSid: string; capacity: number | null; remaining: number | null }

/** The slots of availability, in one round trip. */
export async function slotsOf(world: SessionWorld): Promise<Slot[]> {
  const answer = await world.admin('GET', world.at('/availability'))
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  const { json } = answer
  if (!Array.isArray(json)) throw new Error(answer.raw)
  return json
}
