import { asc, eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Role } from '../../db/schema/credential.ts'
import { examConfiguration, instructorProctor } from '../../db/schema/exam.ts'
import { examSession } from '../../db/schema/session.ts'
import { stsFamily } from '../../db/schema/sts.ts'
import { newSid } from '../../db/sid.ts'
import type { Answer, Call } from './client.ts'
import { insertCourse, insertCourseAndUser, insertUser } from './inserted.ts'
import { type Issued, issueToken, sidOf } from './tokens.ts'
import { allow, makeWorld, type World } from './world.ts'

export type Members = Record<string, unknown>

/** The names of the permitted items, as in `permitted<Item>`. */
const items = 'BathroomBreak BlankPaper Calculator Dictionary Earplugs FormulaSheet Notes Textbook Websites'
export const flags = items.split(' ').map(item => `permitted${item}`)
const flagTexts = flags.map(flag => `${flag}Information`)
export const windows = ['examOpenDate', 'examCloseDate', 'scheduleOpenDate', 'scheduleCloseDate']
const access = ['url', 'requiredSoftware', 'virtualCalculatorType']
const notes = ['studentNotes', 'proctorNotes', ...flagTexts, 'permittedOtherItems']

/** The members of A7 that are text or null. */
export const texts = ['password', ...access, ...notes]

/** Members that are null by default, except `password` and the flags. */
export const nullable = [...windows, ...access, ...notes, 'duration', 'attempts', 'modalityOptions']

/** Every field of the interface's table. */
export const everyField = [
  ...['sid', 'examSid', 'enrollmentSid', 'referenceExamConfigurationSid', 'type'],
  ...['apiExamId', 'examSyncStatus', 'synchronization'],
  ...['password', ...nullable, 'attemptsRemaining'],
  ...['locked', 'approved', 'approvedBy', ...flags],
  ...['proctorTypes', 'instructorAsProctor', 'updatedAutomatedSessions'],
  ...['attachments', 'examFiles', 'exam', 'course', 'enrollment', 'instructor', 'createdDate', 'editDate'],
]

export const entry = {
  location: 'Room 12',
  startTime: '2027-03-01T09:00:00.000Z',
  endTime: '2027-03-01T11:00:00.000Z',
  capacity: 8,
}

/** Every member that A7 and A8 share, except the enrollment. */
export const everything: Members = {
  examOpenDate: '2027-03-01T08:00:00.000Z',
  examCloseDate: '2027-03-05T17:00:00.250Z',
  scheduleOpenDate: '2027-02-01T00:00:00.000Z',
  scheduleCloseDate: '2027-02-28T23:59:59.999Z',
  duration: 90,
  attempts: 3,
  password: 'ope|\\| "sésame" 🔑',
  url: 'https://exams.example/start?x=1&y=%20#z',
  requiredSoftware: 'R 4.4, RStudio',
  virtualCalculatorType: 'scientific',
  studentNotes: 'Bring an ID.\n“Zoë” ≠ <b>',
  proctorNotes: 'Check the desk.',
  ...Object.fromEntries(flags.map((flag, n) => [flag, n % 2 === 0])),
  ...Object.fromEntries(flagTexts.map(name => [name, `About ${name}`])),
  permittedOtherItems: 'A cushion',
  proctorTypes: ['live', 'automated'],
  modalityOptions: { live: { ratio: 0.5, tags: ['a', null, true] }, '': {} },
  instructorAsProctor: [entry, { location: 'Room 7', startTime: null, endTime: null, capacity: 0 }],
}

/** An exam in its own world, with one learner. */
export type ExamWorld = World & {
  world: World
  courseSid: string
  examSid: string
  userSid: string
  enrollmentSid: string
  /** The primary configuration. */
  primarySid: string
  /** The path of the exam's configurations, of one of them, or of an operation on one. */
  at(sid?: string, operation?: string): string
  read(sid?: string): Promise<Members>
  /** Creates by A7, which must be granted, and returns the record. */
  add(members: Members, by?: Call): Promise<Answer>
  /** An accommodation for the learner. */
  accommodate(members?: Members, by?: Call): Promise<Answer>
  replace(sid: string, body: Members, by?: Call): Promise<Answer>
  /** The effective configuration of the learner. */
  effective(by?: Call): Promise<Answer>
}

const statistics = { title: 'Statistics', code: 'ST1' }

export const makeCourse = (world: World): Promise<string> => insertCourse(world, statistics)

/** Enrolls a user (a new one by default). */
export async function enroll(world: World, courseSid: string, members: Members = {}): Promise<string> {
  const userSid = members['userSid'] ?? (await insertUser(world))
  const body = { role: 'learner', ...members, userSid }
  const enrolled = await world.admin('POST', world.path(`/courses/${courseSid}/enrollments`), { body })
  expect(enrolled.status, enrolled.raw).toBe(201)
  return enrolled.text('sid')
}

/** Creates an exam with the primary configuration, in a course or in a new course of the given world. */
export async function makeExam(
  configuration: Members = {},
  given?: { world: World; courseSid?: string },
): Promise<ExamWorld> {
  const world = given?.world ?? (await makeWorld())
  const { courseSid, userSid } = given?.courseSid
    ? { courseSid: given.courseSid, userSid: await insertUser(world) }
    : await insertCourseAndUser(world, statistics)
  const created = await world.admin('POST', world.path(`/courses/${courseSid}/exams`), {
    body: { title: 'Midterm', configuration },
  })
  expect(created.status, created.raw).toBe(201)
  const examSid = created.text('sid')
  const enrollmentSid = await enroll(world, courseSid, { userSid })
  const at = (sid?: string, operation?: string) =>
    [world.path(`/courses/${courseSid}/exams/${examSid}/configurations`), sid, operation]
      .filter(part => part !== undefined)
      .join('/')
  const primarySid = created.text('examConfigurationSid')
  const expected = async (status: number, answer: Promise<Answer>) => {
    const { raw } = await answer
    expect((await answer).status, raw).toBe(status)
    return answer
  }
  const add = (body: Members, by = world.admin) => expected(201, by('POST', at(), { body }))
  return {
    ...world,
    world,
    ...{ courseSid, examSid, userSid, enrollmentSid, primarySid, at, add },
    read: async (sid = primarySid) => (await expected(200, world.admin('GET', at(sid)))).body,
    accommodate: (members = {}, by) => add({ enrollmentSid, ...members }, by),
    replace: (sid, body, by = world.admin) => expected(200, by('PUT', at(sid), { body })),
    effective: (by = world.admin) =>
      by('GET', world.path(`/enrollments/${enrollmentSid}/exams/${examSid}/configuration`)),
  }
}

/** A caller of the role with a policy that allows everything. */
export const caller = (world: World, role: Role) => world.credential(allow(['sp:*'], ['*']), role)

/** An element with a policy that allows everything, so that only its role restricts it. A viewer names the exam; otherwise it is bound to its user. */
export async function freeElement(exam: ExamWorld, elementType: string): Promise<Issued> {
  const resource = elementType === 'assessment-viewer' ? { resource: exam.examSid } : {}
  const element = await issueToken(exam.world, { elementType, targetUserSid: exam.userSid, ...resource })
  await freeFamilies(exam)
  return element
}

/** Gives all tokens of the install a policy that allows everything. */
export const freeFamilies = ({ stack: { db }, installSid }: World) =>
  db
    .update(stsFamily)
    .set({ policy: { version: '1', statements: allow(['sp:*'], ['*']) } })
    .where(eq(stsFamily.installSid, sidOf('AI', installSid)))

/** All rows of the install's configurations. */
export async function stored({ stack: { db }, installSid }: World) {
  const ofInstall = eq(examConfiguration.installSid, sidOf('AI', installSid))
  const configurations = await db
    .select()
    .from(examConfiguration)
    .where(ofInstall)
    .orderBy(asc(examConfiguration.sid))
  const own = inArray(
    instructorProctor.configurationSid,
    configurations.map(({ sid }) => sid),
  )
  const entries = await db.select().from(instructorProctor).where(own).orderBy(asc(instructorProctor.sid))
  return { configurations, entries }
}

/** Runs the request and expects that the install's configurations do not change. */
export async function changingNothing<T>(world: World, request: () => Promise<T>): Promise<T> {
  const before = await stored(world)
  const answer = await request()
  expect(await stored(world)).toEqual(before)
  return answer
}

/** A closed session of the learner, started or not. */
export async function addSession(
  exam: ExamWorld,
  members: Partial<typeof examSession.$inferInsert> = {},
): Promise<void> {
  const { stack, installSid, courseSid, examSid, enrollmentSid, userSid } = exam
  await stack.db.insert(examSession).values({
    sid: newSid('ES'),
    installSid: sidOf('AI', installSid),
    courseSid: sidOf('CU', courseSid),
    examSid: sidOf('EX', examSid),
    enrollmentSid: sidOf('EN', enrollmentSid),
    userSid: sidOf('US', userSid),
    status: 'Closed',
    accessKey: 'key',
    inProgressDate: new Date(),
    ...members,
  })
}
