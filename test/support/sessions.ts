import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { examSession } from '../../db/schema/session.ts'
import type { SidOf } from '../../db/sid.ts'
import type { RequestOf } from '../../src/client/index.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import type { Answer } from './client.ts'
import { insertCourseAndUser } from './inserted.ts'
import { makeWorld, type World } from './world.ts'

/** An exam with one learner, and the session that the enrollment created. */
export type SessionWorld = World & {
  courseSid: SidOf<'CU'>
  examSid: SidOf<'EX'>
  enrollmentSid: SidOf<'EN'>
  userSid: SidOf<'US'>
  sessionSid: SidOf<'ES'>
  /** `/v1/installs/…/exams/…/sessions/…` and the rest of the path. */
  at(rest?: string): string
  read(): Promise<Answer>
  /** Sends a request that must be granted. */
  act(method: string, rest: string, body?: object): Promise<Answer>
}

export const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

type ExamCreate = RequestOf<'post', '/v1/installs/{installSid}/courses/{courseSid}/exams', never>['body']
type Made = { configuration?: ExamCreate['configuration']; exam?: Partial<ExamCreate> }

/** Creates the world of a session; `configuration` and `exam` are members of the new exam. */
export async function makeSession(
  { configuration = { duration: 60 }, exam = {} }: Made = {},
  stack?: Stack,
): Promise<SessionWorld> {
  const world = await makeWorld(stack)
  const {
    admin,
    client,
    path,
    stack: { db },
  } = world
  const install = '/v1/installs/{installSid}'
  const { courseSid, userSid } = await insertCourseAndUser(world, { title: 'Biology' })
  const { sid: examSid } = await client.post(`${install}/courses/{courseSid}/exams`, {
    params: { courseSid },
    body: { title: 'Midterm', ...exam, configuration },
  })
  const { sid: enrollmentSid } = await client.post(`${install}/courses/{courseSid}/enrollments`, {
    params: { courseSid },
    body: { userSid },
  })
  const [session] = await db
    .select({ sid: examSession.sid })
    .from(examSession)
    .where(and(eq(examSession.enrollmentSid, enrollmentSid), eq(examSession.examSid, examSid)))
  if (!session) throw new Error('The enrollment has created no session.')
  const { sid: sessionSid } = session
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
