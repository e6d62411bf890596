import { expect } from 'vitest'
import type { Answer } from './client.ts'
import { type Members, run } from './session-steps.ts'
import { makeSession, type SessionWorld } from './sessions.ts'

/** A session with an appointment in two hours, and its exam. */
export async function makeAppointment(made: Parameters<typeof makeSession>[0] = {}): Promise<SessionWorld> {
  const world = await makeSession(made)
  await run(world, 'schedule', 120)
  return world
}

/** The path of the configurations of the exam, and the rest of a path. */
export const configurationsOf = (world: SessionWorld, rest = ''): string =>
  world.path(`/courses/${world.courseSid}/exams/${world.examSid}/configurations${rest}`)

/** The sid of the primary configuration. */
export async function primaryOf(world: SessionWorld): Promise<string> {
  const listed = await world.admin('GET', configurationsOf(world, '?type=primary'))
  return String(listed.list('results')[0]?.['sid'])
}

/** Replaces the primary configuration, in at most two round trips. Returns the record. */
export async function replacePrimary(world: SessionWorld, body: Members): Promise<Answer> {
  const answer = await world.admin('PUT', configurationsOf(world, `/${await primaryOf(world)}`), { body })
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.roundTrips).toBeLessThanOrEqual(2)
  return answer
}

/** What a change would do to appointments, in at most two round trips. */
export async function impact(world: SessionWorld, path: string, body: Members): Promise<Members[]> {
  const answer = await world.admin('POST', `${path}/impact`, { body })
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.roundTrips).toBeLessThanOrEqual(2)
  expect(answer.count('total')).toBe(answer.list('affected').length)
  return answer.list('affected')
}

/** The transitions of a session as in its history, oldest first. */
export async function historyOf(world: SessionWorld): Promise<Members[]> {
  return (await world.admin('GET', world.at('/history'))).list('results')
}

/** A session that has lost its appointment. */
export const unscheduled = {
  ...{ status: 'Needs Proctor', statusReason: 'configuration-changed' },
  ...{ appointmentDate: null, appointmentEndDate: null, instructorProctorSid: null, dateApproved: null },
}
