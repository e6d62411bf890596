import { expect } from 'vitest'
import type { Stack } from '../../src/local/stack.ts'
import type { Answer } from './client.ts'
import { makeWorld, type World } from './world.ts'

/** An exam with one learner, and the session that enrolling made. */
export type SessionWorld = World & {
  courseSid: string
  examSid: string
  enrollmentSid: string
  userSid: string
  sessionSid: string
  /** `/v1/installs/…/exams/…/sessions/…` and what follows. */
  at(rest?: string): string
  read(): Promise<Answer>
  /** What must succeed. */
  act(method: string, rest: string, body?: object): Promise<Answer>
}

export const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** Builds the world of a session; `configuration` and `exam` are members of the exam that is created. */
export async function makeSession(
  { configuration = { duration: 60 }, exam = {} }: { configuration?: object; exam?: object } = {},
  stack?: Stack,
): Promise<SessionWorld> {
  const world = await makeWorld(stack)
  const { admin, path } = world
  const course = await admin('POST', path('/courses'), { body: { title: 'Biology' } })
  const courseSid = course.text('sid')
  const made = await admin('POST', path(`/courses/${courseSid}/exams`), {
    body: { title: 'Midterm', ...exam, configuration },
  })
  expect(made.status, made.raw).toBe(201)
  const examSid = made.text('sid')
  const userSid = await world.user()
  const enrolled = await admin('POST', path(`/courses/${courseSid}/enrollments`), { body: { userSid } })
  const enrollmentSid = enrolled.text('sid')
  const listed = await admin('GET', path(`/enrollments/${enrollmentSid}/exams/${examSid}/sessions`))
  const [session] = listed.list('results')
  const sessionSid = String(session?.['sid'])
  const at = (rest = '') => path(`/exams/${examSid}/sessions/${sessionSid}${rest}`)
  return {
    ...world,
    courseSid,
    examSid,
    enrollmentSid,
    userSid,
    sessionSid,
    at,
    read: () => admin('GET', at()),
    async act(method, rest, body = {}) {
      const answer = await admin(method, at(rest), { body })
      expect(answer.status, answer.raw).toBe(200)
      return answer
    },
  }
}
