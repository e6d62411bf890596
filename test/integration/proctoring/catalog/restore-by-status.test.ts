// PUT …/exams/{examSid} with the status of a deleted exam
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { exam as exams } from '../../../../db/schema/exam.ts'
import { type Course, change, makeCourse } from '../../../support/catalog.ts'
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

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

const examsDeletedAt = (at: Date) =>
  world.stack.db
    .update(exams)
    .set({ deletedDate: at })
    .where(eq(exams.courseSid, sidOf('CU', course.sid)))

test.each(['active', 'draft'])(
  'a deleted exam can get the status %s for 30 days, then 410 restore_expired, and nothing is written',
  async status => {
    const rest = course.at(`/exams/${await course.exam()}`)
    const put = (body: object) => world.admin('PUT', world.path(rest), { body })
    await change(world, 'DELETE', rest)
    await examsDeletedAt(daysAgo(30))
    const refused = await changingNoRow(world, () => put({ status, title: 'Another' }))
    problemOf(refused, 410)
    expect(refused.text('code')).toBe('restore_expired')
    expect((await put({ title: 'Another' })).body).toMatchObject({ status: 'deleted', title: 'Another' })
    await examsDeletedAt(daysAgo(29.99))
    expect((await put({ status })).body).toMatchObject({ status, title: 'Another' })
  },
)

test('a deleted exam of an earlier release, without a date, is refused 30 days after its last change, whatever changes then', async () => {
  const examSid = await course.exam()
  const rest = course.at(`/exams/${examSid}`)
  const put = (body: object) => world.admin('PUT', world.path(rest), { body })
  await change(world, 'DELETE', rest)
  await world.stack.db
    .update(exams)
    .set({ deletedDate: null, statusBeforeDeletion: null, editDate: daysAgo(31) })
    .where(eq(exams.sid, sidOf('EX', examSid)))
  for (const body of [{ title: 'Another' }, { status: 'deleted' }]) expect((await put(body)).status).toBe(200)
  problemOf(await put({ status: 'active' }), 410)
  await change(world, 'DELETE', course.at())
  expect((await world.admin('POST', world.path(course.at('/restore')))).status).toBe(200)
  expect((await world.admin('GET', world.path(rest))).body).toMatchObject({ status: 'deleted' })
})
