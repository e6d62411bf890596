import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { assignment, assignmentEnrollment, assignmentSection } from '../../db/schema/assignment.ts'
import { examSession } from '../../db/schema/session.ts'
import { newSid } from '../../db/sid.ts'
import type { Answer } from './client.ts'
import { insertCourse, insertUser } from './inserted.ts'
import { sidOf } from './tokens.ts'
import { makeWorld, type World } from './world.ts'

type Members = Record<string, unknown>

/** The instant this number of hours from now, as on the wire. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Sends a create that must be granted. */
export async function make({ admin, path }: World, rest: string, body: Members): Promise<Answer> {
  const answer = await admin('POST', path(rest), { body })
  expect(answer.status, answer.raw).toBe(201)
  return answer
}

/** Sends a PUT or DELETE that must be granted. */
export async function change(world: World, method: string, rest: string, body?: Members): Promise<Answer> {
  const answer = await world.admin(method, world.path(rest), { body })
  expect(answer.status, answer.raw).toBe(200)
  return answer
}

/** A course of the world, with functions to fill it. */
export type Course = {
  world: World
  sid: string
  /** `/courses/{courseSid}` and the rest of the path, below the install. */
  at(rest?: string): string
  /** Enrolls a user (a new one by default), and returns the enrollment's sid. */
  enroll(members?: Members): Promise<string>
  exam(members?: Members): Promise<string>
  section(members?: Members): Promise<string>
}

export async function makeCourse(world: World, members: Members = {}): Promise<Course> {
  const sid =
    Object.keys(members).length > 0
      ? (await make(world, '/courses', { title: 'Biology', ...members })).text('sid')
      : await insertCourse(world, { title: 'Biology' })
  const at = (rest = '') => `/courses/${sid}${rest}`
  const add = async (rest: string, body: Members) => (await make(world, at(rest), body)).text('sid')
  return {
    world,
    sid,
    at,
    enroll: async given =>
      add('/enrollments', { userSid: given?.['userSid'] ?? (await insertUser(world)), ...given }),
    exam: given => add('/exams', { title: 'Midterm', ...given }),
    section: given => add('/sections', { title: 'A', ...given }),
  }
}

export type Kind = 'courseOfferings' | 'courses' | 'sections' | 'enrollments' | 'exams'

/** The collections, with the members of a record of each. */
export type KindOf = {
  kind: Kind
  prefix: string
  /** The required members of a create. */
  minimal(course: Course): Promise<Members>
  /** All other members of a create, with values other than their defaults. */
  rest(course: Course): Promise<Members>
  /** The values of absent members. */
  absent: Members
}

const none = { lmsId: null, sisId: null, apiId: null, externalId: null }
const some = { lmsId: 'L 1', sisId: 'S/1', apiId: 'A-1', externalId: 'X_1' }
const title = () => Promise.resolve({ title: 'Größe 1 “ß” 🧪' })
const inOrder = { startDate: '2026-09-01T00:00:00.000Z', endDate: '2026-12-31T23:59:59.999Z' }

export const kinds: KindOf[] = [
  {
    kind: 'courseOfferings',
    prefix: 'CO',
    minimal: title,
    rest: () => Promise.resolve({ matchStrings: ['FALL', '2026 '], ...inOrder, ...some }),
    absent: { matchStrings: [], startDate: null, endDate: null, ...none },
  },
  {
    kind: 'courses',
    prefix: 'CU',
    minimal: title,
    rest: async ({ world }) => ({
      code: 'BIO 1',
      courseOfferingSid: (await make(world, '/courseOfferings', { title: 'Fall' })).text('sid'),
      ...some,
    }),
    absent: { code: null, courseOfferingSid: null, ...none },
  },
  { kind: 'sections', prefix: 'SE', minimal: title, rest: () => Promise.resolve(some), absent: none },
  {
    kind: 'enrollments',
    prefix: 'EN',
    minimal: async ({ world }) => ({ userSid: await world.user() }),
    rest: async course => ({ role: 'instructor', sectionSids: [await course.section()], ...some }),
    absent: { role: 'learner', status: 'active', sectionSids: [], ...none },
  },
  {
    kind: 'exams',
    prefix: 'EX',
    minimal: title,
    rest: () =>
      Promise.resolve({
        ...{ type: 'Written', limitedScope: true, requireApproval: true, status: 'draft' },
        ...some,
      }),
    absent: { type: 'Online', limitedScope: false, requireApproval: false, status: 'active', ...none },
  },
]

/** Whether records of the kind belong to a course. */
export const isBelowCourse = (kind: Kind): boolean => kind !== 'courseOfferings' && kind !== 'courses'

/** The path of the records of the kind, below the install. */
export const placeOf = (kind: Kind, course: Pick<Course, 'at'>): string =>
  isBelowCourse(kind) ? course.at(`/${kind}`) : `/${kind}`

export type Query = Record<string, string> | [string, string][]

/** A course of a new install and the path of the kind in it. */
export async function scene(kind: Kind) {
  const course = await makeCourse(await makeWorld())
  return { course, world: course.world, place: placeOf(kind, course) }
}

/** A list that fits into one page, read in one round trip. */
export const listOf = async ({ world }: Course, place: string, query: Query): Promise<Answer> => {
  const answer = await world.admin('GET', world.path(`${place}?${new URLSearchParams(query)}`))
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  expect(answer.count('total')).toBe(answer.list('results').length)
  return answer
}

export const sidsOf = (answer: Answer) => answer.list('results').map(({ sid }) => sid)
/** The values of a member in each item of a list. */
export const membersOf = (answer: Answer, name: string) => answer.list('results').map(result => result[name])

/** The sessions of an enrollment or an exam, oldest first. */
export function sessionsOf(
  { stack: { db } }: World,
  sid: string,
): Promise<(typeof examSession.$inferSelect)[]> {
  const whose = sid.startsWith('EN')
    ? eq(examSession.enrollmentSid, sidOf('EN', sid))
    : eq(examSession.examSid, sidOf('EX', sid))
  return db
    .select()
    .from(examSession)
    .where(whose)
    .orderBy(asc(examSession.createdDate), asc(examSession.sid))
}

/** The status and the reason of each session of an enrollment or an exam, oldest first. */
export async function statesOf(world: World, sid: string): Promise<[string, string | null][]> {
  return (await sessionsOf(world, sid)).map(({ status, statusReason }) => [status, statusReason])
}

type SessionChanges = Partial<typeof examSession.$inferInsert>

/** Changes the sessions of an enrollment or an exam without the API, where no operation does. */
export async function setSessions(world: World, sid: string, changes: SessionChanges): Promise<void> {
  for (const session of await sessionsOf(world, sid))
    await world.stack.db.update(examSession).set(changes).where(eq(examSession.sid, session.sid))
}

/** The columns of a running session. */
export const running = (): SessionChanges => ({ status: 'Scheduled', inProgressDate: new Date() })

/** Assigns the exam to an enrollment or a section, without the API. */
export async function assign({ stack: { db } }: World, examSid: string, targetSid: string): Promise<void> {
  const assignmentSid = newSid('EA')
  await db.insert(assignment).values({ sid: assignmentSid, examSid: sidOf('EX', examSid) })
  await (targetSid.startsWith('EN')
    ? db.insert(assignmentEnrollment).values({ assignmentSid, enrollmentSid: sidOf('EN', targetSid) })
    : db.insert(assignmentSection).values({ assignmentSid, sectionSid: sidOf('SE', targetSid) }))
}
