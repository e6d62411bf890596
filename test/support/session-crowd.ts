import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { enrollment } from '../../db/schema/catalog.ts'
import { examSession } from '../../db/schema/session.ts'
import { user } from '../../db/schema/user.ts'
import { newSid } from '../../db/sid.ts'
import { ofSession } from './session-steps.ts'
import type { SessionWorld } from './sessions.ts'
import { sidOf } from './tokens.ts'

/** Enrolls this number of additional learners without the API, each with a session that needs a proctor. */
export async function addLearners(world: SessionWorld, count: number): Promise<SessionWorld[]> {
  const { db } = world.stack
  const installSid = sidOf('AI', world.installSid)
  const courseSid = sidOf('CU', world.courseSid)
  const people = Array.from({ length: count }, (_, at) => ({
    ...{ sid: newSid('US'), installSid, firstName: 'Ada', lastName: `Crowd ${at}` },
    email: `crowd${at}@school.example`,
  }))
  const enrolled = people.map(({ sid: userSid }) => ({ sid: newSid('EN'), installSid, courseSid, userSid }))
  const examSid = sidOf('EX', world.examSid)
  const sessions = enrolled.map(({ sid: enrollmentSid, userSid }, at) => ({
    ...{ sid: newSid('ES'), installSid, courseSid, examSid, enrollmentSid, userSid },
    ...{ accessKey: `key ${at} of ${examSid}`, duration: 60 },
  }))
  await db.insert(user).values(people)
  await db.insert(enrollment).values(enrolled)
  await db.insert(examSession).values(sessions)
  return sessions.map(({ sid, enrollmentSid, userSid }) =>
    ofSession({ ...world, enrollmentSid, userSid }, sid),
  )
}

/** The sessions of the exam that are not closed. */
export const activeIn = ({ stack: { db }, examSid }: SessionWorld) =>
  db
    .select()
    .from(examSession)
    .where(and(eq(examSession.examSid, sidOf('EX', examSid)), ne(examSession.status, 'Closed')))
    .orderBy(examSession.enrollmentSid)

/** The number of sessions that hold a seat of each slot, in one snapshot of the table. */
export async function holdersIn({ stack: { db }, examSid }: SessionWorld): Promise<Map<string, number>> {
  const rows = await db
    .select({ slot: examSession.instructorProctorSid, held: sql<number>`count(*)::int` })
    .from(examSession)
    .where(
      and(
        eq(examSession.examSid, sidOf('EX', examSid)),
        isNotNull(examSession.instructorProctorSid),
        isNull(examSession.cancelledDate),
      ),
    )
    .groupBy(examSession.instructorProctorSid)
  return new Map(rows.map(({ slot, held }) => [String(slot), held]))
}

/** Numbers from 0 to below the bound, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): (bound: number) => number {
  let state = seed
  return bound => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}
