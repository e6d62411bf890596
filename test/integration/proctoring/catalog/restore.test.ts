// POST …/courses/{courseSid}/restore and …/exams/{examSid}/restore
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { course as courses, enrollment as enrollments } from '../../../../db/schema/catalog.ts'
import { exam as exams } from '../../../../db/schema/exam.ts'
import { newSid } from '../../../../db/sid.ts'
import { type Course, change, make, makeCourse, sessionsOf } from '../../../support/catalog.ts'
import { problemOf } from '../../../support/problem.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let course: Course
beforeEach(async () => {
  world = await makeWorld()
  course = await makeCourse(world)
})

const restore = (rest: string, by = world) => by.admin('POST', by.path(`${rest}/restore`))
const read = async (rest: string) => (await world.admin('GET', world.path(rest))).body
const statuses = { exams: 'active,draft,deleted', enrollments: 'active,withdrawn' }

/** The status of each exam or enrollment of the course by its sid. */
async function statusesOf(kind: keyof typeof statuses) {
  const list = await world.admin('GET', world.path(course.at(`/${kind}?status=${statuses[kind]}`)))
  return Object.fromEntries(list.list('results').map(({ sid, status }) => [sid, status]))
}

const day = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day)

/** Moves the deletion of the course, with all that was deleted with it, to a time. */
async function deletedAt(at: Date): Promise<void> {
  const [sid, { db }] = [sidOf('CU', course.sid), world.stack]
  await db.update(courses).set({ deletedDate: at }).where(eq(courses.sid, sid))
  await db.update(exams).set({ deletedDate: at }).where(eq(exams.courseSid, sid))
  await db.update(enrollments).set({ withdrawnDate: at }).where(eq(enrollments.courseSid, sid))
}

describe('a restored course', () => {
  test('has its record, its sections, its exams with their status and its enrollments, in at most 2 round trips', async () => {
    const section = await course.section()
    const enrolled = await course.enroll({ sectionSids: [section] })
    const [active, draft] = [await course.exam(), await course.exam({ status: 'draft' })]
    const before = await read(course.at())
    const rests = [`/sections/${section}`, `/enrollments/${enrolled}`, `/exams/${active}`, `/exams/${draft}`]
    const parts = await Promise.all(rests.map(rest => read(course.at(rest))))
    await change(world, 'DELETE', course.at())
    const restored = await restore(course.at())
    expect(restored.status, restored.raw).toBe(200)
    expect(restored.roundTrips).toBeLessThanOrEqual(2)
    const editDate = expect.any(String)
    expect(restored.body).toEqual({ ...before, editDate })
    for (const [n, rest] of rests.entries())
      expect(await read(course.at(rest))).toEqual({
        ...parts[n],
        editDate,
        ...(parts[n]?.['configuration'] ? { configuration: expect.anything() } : {}),
      })
  })

  test('leaves deleted what was deleted before it, and withdrawn who was withdrawn before it', async () => {
    const [gone, kept] = [await course.exam(), await course.exam()]
    const [left, stayed] = [await course.enroll(), await course.enroll()]
    await change(world, 'DELETE', course.at(`/exams/${gone}`))
    await change(world, 'DELETE', course.at(`/enrollments/${left}`))
    await change(world, 'DELETE', course.at())
    expect((await restore(course.at())).status).toBe(200)
    expect(await statusesOf('exams')).toEqual({ [gone]: 'deleted', [kept]: 'active' })
    expect(await statusesOf('enrollments')).toEqual({ [left]: 'withdrawn', [stayed]: 'active' })
  })

  test('gives its learners new sessions, and the closed ones stay closed', async () => {
    const [examSid] = [await course.exam(), await course.enroll()]
    await change(world, 'DELETE', course.at())
    await restore(course.at())
    const states = (await sessionsOf(world, examSid)).map(({ status }) => status)
    expect(states.toSorted()).toEqual(['Closed', 'Needs Proctor'])
  })

  test('does not enroll a person who was erased meanwhile', async () => {
    const userSid = await world.user()
    const enrolled = await course.enroll({ userSid })
    await change(world, 'DELETE', course.at())
    await change(world, 'DELETE', `/users/${userSid}`)
    expect((await restore(course.at())).status).toBe(200)
    expect(await statusesOf('enrollments')).toEqual({ [enrolled]: 'withdrawn' })
  })

  test('that is deleted and restored again returns as the second time', async () => {
    const [first, second] = [await course.exam(), await course.exam()]
    await change(world, 'DELETE', course.at())
    await restore(course.at())
    await change(world, 'DELETE', course.at(`/exams/${first}`))
    await change(world, 'DELETE', course.at())
    await restore(course.at())
    expect(await statusesOf('exams')).toEqual({ [first]: 'deleted', [second]: 'active' })
  })

  test('of an earlier release returns with its exams as drafts, and nobody is enrolled', async () => {
    const [examSid, enrolled] = [await course.exam(), await course.enroll()]
    await change(world, 'DELETE', course.at())
    const { db } = world.stack
    await db
      .update(exams)
      .set({ deletedDate: null, statusBeforeDeletion: null })
      .where(eq(exams.sid, sidOf('EX', examSid)))
    await db
      .update(enrollments)
      .set({ withdrawnDate: null })
      .where(eq(enrollments.sid, sidOf('EN', enrolled)))
    expect((await restore(course.at())).status).toBe(200)
    expect(await statusesOf('exams')).toEqual({ [examSid]: 'draft' })
    expect(await statusesOf('enrollments')).toEqual({ [enrolled]: 'withdrawn' })
  })
})

describe('a restored exam', () => {
  test.each(['active', 'draft'])(
    'is %s as before, with its record, in at most 2 round trips',
    async status => {
      const examSid = await course.exam({ status, lmsId: 'L1' })
      const before = await read(course.at(`/exams/${examSid}`))
      await change(world, 'DELETE', course.at(`/exams/${examSid}`))
      const restored = await restore(course.at(`/exams/${examSid}`))
      expect(restored.status, restored.raw).toBe(200)
      expect(restored.roundTrips).toBeLessThanOrEqual(2)
      expect(restored.body).toEqual({
        ...before,
        editDate: expect.any(String),
        configuration: expect.anything(),
      })
    },
  )

  test('gives its learners new sessions', async () => {
    const [examSid] = [await course.exam(), await course.enroll()]
    await change(world, 'DELETE', course.at(`/exams/${examSid}`))
    await restore(course.at(`/exams/${examSid}`))
    const states = (await sessionsOf(world, examSid)).map(({ status }) => status)
    expect(states.toSorted()).toEqual(['Closed', 'Needs Proctor'])
  })

  test('of a deleted course is 404: it returns with the course', async () => {
    const examSid = await course.exam()
    await change(world, 'DELETE', course.at())
    problemOf(await restore(course.at(`/exams/${examSid}`)), 404)
  })
})

/** The path of a course and of one of its exams. */
const kinds = ['course', 'exam'] as const
const pathOf = async (kind: (typeof kinds)[number], members = {}) => {
  if (kind === 'exam') return course.at(`/exams/${await course.exam(members)}`)
  course = await makeCourse(world, members)
  return course.at()
}

describe.each(kinds)('restore of a %s', kind => {
  test('is granted for 30 days, then 410 restore_expired, and nothing is written', async () => {
    const rest = await pathOf(kind)
    const age = (at: Date) =>
      kind === 'course'
        ? deletedAt(at)
        : world.stack.db
            .update(exams)
            .set({ deletedDate: at })
            .where(eq(exams.courseSid, sidOf('CU', course.sid)))
    await change(world, 'DELETE', rest)
    await age(daysAgo(30))
    const refused = await changingNoRow(world, () => restore(rest))
    problemOf(refused, 410)
    expect(refused.text('code')).toBe('restore_expired')
    await age(daysAgo(29.99))
    expect((await restore(rest)).status).toBe(200)
  })

  test('that is not deleted returns the record with 200 and changes nothing', async () => {
    const rest = await pathOf(kind)
    const before = await read(rest)
    const again = await changingNoRow(world, () => restore(rest))
    expect(again).toMatchObject({ status: 200, body: before })
  })

  test.each(['lmsId', 'sisId', 'apiId', 'externalId'])(
    'whose %s another one has by now is 409 id_taken, and granted when that one is deleted',
    async name => {
      const rest = await pathOf(kind, { [name]: 'same' })
      await change(world, 'DELETE', rest)
      const other = await pathOf(kind, { [name]: 'same' })
      const refused = await changingNoRow(world, () => restore(rest))
      problemOf(refused, 409)
      expect(refused.text('code')).toBe('id_taken')
      await change(world, 'DELETE', other)
      expect((await restore(rest)).status).toBe(200)
    },
  )

  test('does not mind the same id in another install', async () => {
    const rest = await pathOf(kind, { lmsId: 'same' })
    await change(world, 'DELETE', rest)
    const other = await makeCourse(await makeWorld(), { lmsId: 'same' })
    await other.exam({ lmsId: 'same' })
    expect((await restore(rest)).status).toBe(200)
  })

  test('is 404 for an unknown sid and from another install', async () => {
    const rest = await pathOf(kind)
    await change(world, 'DELETE', rest)
    const other = await makeWorld()
    problemOf(await restore(rest, other), 404)
    problemOf(await restore(rest.replace(/[^/]+$/, newSid(kind === 'course' ? 'CU' : 'EX'))), 404)
  })
})

test('a course whose exam has an id that another exam has by now is 409 id_taken', async () => {
  await course.exam({ lmsId: 'quiz' })
  await change(world, 'DELETE', course.at())
  const other = await makeCourse(world)
  await make(world, other.at('/exams'), { title: 'Final', lmsId: 'quiz' })
  expect((await restore(course.at())).text('code')).toBe('id_taken')
})
