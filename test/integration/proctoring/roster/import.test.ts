import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { course, courseOffering, enrollment, section } from '../../../../db/schema/catalog.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { user } from '../../../../db/schema/user.ts'
import type { Tables } from '../../../support/one-roster.ts'
import { postRoster } from '../../../support/roster-import.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

// POST /v1/installs/{installSid}/provision/oneroster

const school: Tables = {
  academicSessions: [{ title: 'Fall 2026' }],
  courses: [{ title: 'Biology', courseCode: 'BIOL' }],
  classes: [{ title: 'Biology 001' }, { title: 'Biology 002' }],
  users: [{}, {}, { role: 'teacher' }],
  enrollments: [
    {},
    { userSourcedId: 'user-2', classSourcedId: 'class-2' },
    { userSourcedId: 'user-3', role: 'teacher' },
  ],
}

const counts = (created = 0, updated = 0, unchanged = 0, deleted = 0) => ({
  created,
  updated,
  unchanged,
  deleted,
})

/** The rows of the install that an import changes, without their dates of change. */
async function state({ stack: { db }, installSid }: World) {
  const install = sidOf('AI', installSid)
  const enrollments = await db.select().from(enrollment).where(eq(enrollment.installSid, install))
  const users = await db.select().from(user).where(eq(user.installSid, install))
  return {
    offerings: await db.select().from(courseOffering).where(eq(courseOffering.installSid, install)),
    courses: await db.select().from(course).where(eq(course.installSid, install)),
    sections: await db.select().from(section).where(eq(section.installSid, install)),
    users,
    enrollments,
    sessions: await db.select().from(examSession).where(eq(examSession.installSid, install)),
    /** `user-1 learner active`, sorted. */
    places: enrollments
      .map(
        ({ userSid, role, status }) => `${users.find(({ sid }) => sid === userSid)?.sisId} ${role} ${status}`,
      )
      .toSorted(),
  }
}

describe.each(['1.1', '1.2'] as const)('OneRoster %s', version => {
  test('academic sessions become offerings, courses courses, classes sections, and enrollments members', async () => {
    const world = await makeWorld()
    const answer = await postRoster(world, school, '', { version })
    expect(answer.body).toEqual({
      mode: 'delta',
      dryRun: false,
      counts: {
        academicSessions: counts(1),
        courses: counts(1),
        classes: counts(2),
        users: counts(3),
        enrollments: counts(3),
      },
      skipped: { users: 0, enrollments: 0 },
      unknownFiles: [],
      suppressedCount: 0,
      suppressed: [],
      errorCount: 0,
      errors: [],
    })
    const { offerings, courses, sections, places } = await state(world)
    expect(offerings).toMatchObject([{ title: 'Fall 2026', sisId: 'session-1' }])
    expect(courses).toMatchObject([
      { title: 'Biology', code: 'BIOL', sisId: 'course-1', courseOfferingSid: offerings[0]?.sid },
    ])
    expect(sections.map(({ title }) => title).toSorted()).toEqual(['Biology 001', 'Biology 002'])
    expect(places).toEqual(['user-1 learner active', 'user-2 learner active', 'user-3 instructor active'])
  })
})

test('a second import of the same bundle changes no row', async () => {
  const world = await makeWorld()
  await postRoster(world, school)
  const before = await state(world)
  const answer = await postRoster(world, school, '?mode=full')
  expect(answer.body).toMatchObject({
    counts: {
      academicSessions: counts(0, 0, 1),
      courses: counts(0, 0, 1),
      classes: counts(0, 0, 2),
      users: counts(0, 0, 3),
      enrollments: counts(0, 0, 3),
    },
  })
  expect(await state(world)).toEqual(before)
})

test('a dry run returns the same counts and writes nothing', async () => {
  const world = await makeWorld()
  const before = await state(world)
  const dry = await postRoster(world, school, '?dryRun=true')
  expect(await state(world)).toEqual(before)
  const real = await postRoster(world, school)
  expect(dry.body).toEqual({ ...real.body, dryRun: true })
})

test('changed values are updated, and empty values are kept', async () => {
  const world = await makeWorld()
  await postRoster(world, school)
  const answer = await postRoster(world, {
    ...school,
    courses: [{ title: 'Cell Biology' }],
    users: [{ familyName: 'Byron', email: '' }, {}, { role: 'teacher' }],
  })
  expect(answer.body).toMatchObject({ counts: { courses: counts(0, 1), users: counts(0, 1, 2) } })
  const { courses, users } = await state(world)
  expect(courses).toMatchObject([{ title: 'Cell Biology', code: 'BIOL' }])
  expect(users.find(({ sisId }) => sisId === 'user-1')).toMatchObject({
    lastName: 'Byron',
    email: 'user-1@school.example',
  })
})

test('delta mode keeps records that are not listed', async () => {
  const world = await makeWorld()
  await postRoster(world, school)
  await postRoster(world, { users: [{ sourcedId: 'user-9' }] }, '?mode=delta', { mode: 'delta' })
  const { places, courses, users } = await state(world)
  expect([places.length, courses.length, users.length]).toEqual([3, 1, 4])
})

test('a delta can refer to records of earlier imports', async () => {
  const world = await makeWorld()
  await postRoster(world, school)
  const answer = await postRoster(
    world,
    {
      users: [{ sourcedId: 'user-9' }],
      enrollments: [{ userSourcedId: 'user-9', classSourcedId: 'class-2' }],
    },
    '',
    { mode: 'delta' },
  )
  expect(answer.body).toMatchObject({ errorCount: 0, counts: { enrollments: counts(1) } })
  expect((await state(world)).places).toContain('user-9 learner active')
})

test('tobedeleted removes a member from the course with the last class, and closes the sessions', async () => {
  const world = await makeWorld()
  const enrollments = [...(school.enrollments ?? []), { classSourcedId: 'class-2' }]
  await postRoster(world, { ...school, enrollments })
  const { courses } = await state(world)
  await world.admin('POST', world.path(`/courses/${courses[0]?.sid}/exams`), { body: { title: 'Exam' } })
  expect((await state(world)).sessions.map(({ status }) => status)).toEqual([
    'Needs Proctor',
    'Needs Proctor',
  ])

  const leave = (sourcedId: string, classSourcedId: string) =>
    postRoster(world, { enrollments: [{ sourcedId, classSourcedId, status: 'tobedeleted' }] }, '', {
      mode: 'delta',
    })
  await leave('enrollment-1', 'class-1')
  expect((await state(world)).places).toContain('user-1 learner active')
  await leave('enrollment-4', 'class-2')
  const { places, sessions } = await state(world)
  expect(places).toContain('user-1 learner withdrawn')
  expect(sessions.map(({ status }) => status).toSorted()).toEqual(['Closed', 'Needs Proctor'])
  expect(sessions.find(({ status }) => status === 'Closed')).toMatchObject({ statusReason: 'withdrawn' })
})

test('tobedeleted closes a course, deletes a class, and withdraws a user from every course', async () => {
  const world = await makeWorld()
  await postRoster(world, { ...school, courses: [{}, {}] })
  const gone = (sourcedId: string) => [{ sourcedId, status: 'tobedeleted' }]
  const answer = await postRoster(
    world,
    {
      courses: gone('course-2'),
      classes: gone('class-2'),
      users: gone('user-1'),
      academicSessions: gone('session-1'),
    },
    '',
    { mode: 'delta' },
  )
  expect(answer.body).toMatchObject({
    counts: { courses: counts(0, 0, 0, 1), classes: counts(0, 0, 0, 1), users: counts(0, 0, 0, 1) },
  })
  const { courses, sections, users, places, offerings } = await state(world)
  expect(courses.find(({ sisId }) => sisId === 'course-2')?.deletedDate).toBeInstanceOf(Date)
  expect(sections.map(({ sisId }) => sisId)).toEqual(['class-1'])
  expect(users.find(({ sisId }) => sisId === 'user-1')).toMatchObject({ enabled: false })
  expect(places).toContain('user-1 learner withdrawn')
  expect(offerings).toEqual([])
})

test('full mode deletes imported records that a bulk file does not list', async () => {
  const world = await makeWorld()
  const own = await world.user({ sisId: null })
  await postRoster(world, school)
  await postRoster(world, { ...school, enrollments: school.enrollments?.slice(1) ?? [] }, '?mode=full')
  const { places, users } = await state(world)
  expect(places).toContain('user-1 learner withdrawn')
  expect(users.map(({ sid }) => sid)).toContain(own)
})

test('in full mode a file with errors deletes nothing', async () => {
  const world = await makeWorld()
  await postRoster(world, school)
  const users = [{}, { email: 'no address' }, { role: 'teacher' }]
  const answer = await postRoster(world, { ...school, users }, '?mode=full')
  expect(answer.list('errors')).toContainEqual(
    expect.objectContaining({ file: 'users.csv', line: 3, column: 'email' }),
  )
  expect((await state(world)).places).toContain('user-2 learner active')
})

test('invalid rows are reported by file and line, and all others are imported', async () => {
  const world = await makeWorld()
  await world.user({ username: 'Taken' })
  const answer = await postRoster(world, {
    ...school,
    users: [
      {},
      { username: 'taken' },
      { role: 'teacher' },
      { sourcedId: 'u4', email: '' },
      { role: 'parent' },
    ],
    enrollments: [...(school.enrollments ?? []), { userSourcedId: 'nobody' }],
  })
  expect(answer.body).toMatchObject({ errorCount: 4, skipped: { users: 1, enrollments: 0 } })
  expect(answer.list('errors').map(({ message: _, ...error }) => error)).toEqual([
    { file: 'enrollments.csv', line: 5, column: 'userSourcedId', code: 'unresolved_reference' },
    { file: 'users.csv', line: 3, column: 'username', code: 'username_taken' },
    { file: 'users.csv', line: 5, column: 'email', code: 'required' },
    { file: 'enrollments.csv', line: 3, column: 'userSourcedId', code: 'unresolved_reference' },
  ])
  expect((await state(world)).places).toEqual(['user-1 learner active', 'user-3 instructor active'])
})
