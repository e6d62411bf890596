// PUT …/exams/{examSid} with the status of a deleted exam
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { exam as exams } from '../../../../db/schema/exam.ts'
import { type Course, change, makeCourse } from '../../../support/catalog.ts'
import { heldStack } from '../../../support/held.ts'
import { problemOf } from '../../../support/problem.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { sidOf } from '../../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

const held = heldStack()
let world: World
let course: Course
beforeEach(async () => {
  world = await makeWorld(held().stack)
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

describe('a status that deletes or restores needs the action of the operation that does so', () => {
  /** A caller with these actions on the exam and everything below it, which tries the status. */
  const withActions = async (rest: string, ...actions: string[]) => {
    const resource = world.path(rest).replace('/v1/', '')
    const { call } = await world.credential(allow(actions, [resource, `${resource}/*`]))
    return (status: string) => call('PUT', world.path(rest), { body: { status } })
  }
  const exam = async () => course.at(`/exams/${await course.exam()}`)

  test('sp:UpdateExam alone neither deletes nor restores, and writes nothing', async () => {
    const rest = await exam()
    const put = await withActions(rest, 'sp:UpdateExam')
    const refusedFor = async (status: string, action: string, resource: string) => {
      const answer = await changingNoRow(world, () => put(status))
      problemOf(answer, 403)
      expect(answer.body).toMatchObject({ code: 'action_not_allowed', action, resource })
    }
    const resource = world.path(rest).replace('/v1/', '')
    await refusedFor('deleted', 'sp:DeleteExam', resource)
    await change(world, 'DELETE', rest)
    for (const status of ['active', 'draft'])
      await refusedFor(status, 'sp:RestoreExam', `${resource}/restore`)
  })

  test('sp:RestoreExam beside it restores, and sp:DeleteExam deletes', async () => {
    const rest = await exam()
    const deletes = await withActions(rest, 'sp:UpdateExam', 'sp:DeleteExam')
    expect((await deletes('deleted')).body).toMatchObject({ status: 'deleted' })
    problemOf(await deletes('active'), 403)
    const restores = await withActions(rest, 'sp:UpdateExam', 'sp:RestoreExam')
    expect((await restores('active')).body).toMatchObject({ status: 'active' })
    problemOf(await restores('deleted'), 403)
  })

  test('a status restores no exam that was deleted after it was read: 409 edited_meanwhile', async () => {
    const examSid = await course.exam()
    const rest = course.at(`/exams/${examSid}`)
    const put = await withActions(rest, 'sp:UpdateExam')
    const [answer] = await held().whileHeld(
      `select from course where sid = '${course.sid.slice(2)}' for no key update;
       update exam set status = 'deleted' where sid = '${examSid.slice(2)}'`,
      () => put('draft'),
    )
    expect(answer).toMatchObject({ status: 409, body: { code: 'edited_meanwhile' } })
    expect((await world.admin('GET', world.path(rest))).body).toMatchObject({ status: 'deleted' })
  })

  test('a change between draft and active needs sp:UpdateExam only', async () => {
    const rest = await exam()
    const put = await withActions(rest, 'sp:UpdateExam')
    for (const status of ['draft', 'active']) expect((await put(status)).body).toMatchObject({ status })
  })
})
