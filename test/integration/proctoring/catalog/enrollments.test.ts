import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { user } from '../../../../db/schema/user.ts'
import { type Course, change, make, makeCourse, statesOf } from '../../../support/catalog.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

async function scene() {
  const course = await makeCourse(await makeWorld())
  const userSid = await course.world.user()
  const at = (rest = '') => course.world.path(course.at(`/enrollments${rest}`))
  return { course, world: course.world, userSid, at }
}

const withdraw = (course: Course, sid: string) =>
  change(course.world, 'DELETE', course.at(`/enrollments/${sid}`))

describe('a user has one enrollment in a course', () => {
  test('so a second is 409 already_enrolled with any members, and changes nothing', async () => {
    const { course, world, userSid, at } = await scene()
    await course.exam()
    const first = await make(world, course.at('/enrollments'), { userSid })
    const seconds = [{}, { role: 'instructor' }, { lmsId: 'L', sectionSids: [await course.section()] }]
    for (const members of seconds) {
      const answer = await world.admin('POST', at(), { body: { userSid, ...members } })
      problemOf(answer, 409)
      expect(answer.text('code')).toBe('already_enrolled')
      expect(answer.roundTrips).toBeLessThanOrEqual(2)
    }
    expect((await world.admin('GET', at(`/${first.text('sid')}`))).body).toEqual(first.body)
    expect((await world.admin('GET', at())).count('total')).toBe(1)
    expect(await statesOf(world, first.text('sid'))).toEqual([['Needs Proctor', null]])
  })

  test('but can have others in other courses', async () => {
    const { course, world, userSid } = await scene()
    const other = await makeCourse(world)
    expect(await course.enroll({ userSid })).not.toBe(await other.enroll({ userSid }))
  })
})

describe('a withdrawn enrollment', () => {
  test('can still be read as withdrawn, with all other members unchanged', async () => {
    const { course, world, at } = await scene()
    const sectionSids = [await course.section()]
    const sid = await course.enroll({ role: 'instructor', lmsId: 'L', sectionSids })
    const before = await world.admin('GET', at(`/${sid}`))
    expect((await withdraw(course, sid)).roundTrips).toBeLessThanOrEqual(2)
    const after = await world.admin('GET', at(`/${sid}`))
    expect(after).toMatchObject({ status: 200, roundTrips: 1 })
    const { role, lmsId, createdDate, userSid } = before.body
    expect(after.body).toMatchObject({ sid, role, lmsId, createdDate, userSid, status: 'withdrawn' })
  })

  test('is listed with status=withdrawn only', async () => {
    const { course, world, at } = await scene()
    await withdraw(course, await course.enroll())
    expect((await world.admin('GET', at())).count('total')).toBe(0)
    expect((await world.admin('GET', at('?status=active'))).count('total')).toBe(0)
    expect((await world.admin('GET', at('?status=withdrawn'))).count('total')).toBe(1)
  })

  test('gets its sid back and the members of the body when the user is enrolled again, with 201 and status active', async () => {
    const { course, world, userSid, at } = await scene()
    const sectionSid = await course.section()
    const first = await make(world, course.at('/enrollments'), { userSid })
    await withdraw(course, first.text('sid'))
    const members = { role: 'instructor', sectionSids: [sectionSid], lmsId: 'back' }
    const again = await make(world, course.at('/enrollments'), { userSid, ...members })
    const { sid, createdDate } = first.body
    expect(again.body).toMatchObject({ sid, createdDate, userSid, status: 'active', ...members })
    expect((await world.admin('GET', at(`/${first.text('sid')}`))).body).toEqual(again.body)
    expect((await world.admin('GET', at())).list('results')).toEqual([again.body])
    const third = await world.admin('POST', at(), { body: { userSid } })
    expect(third.status).toBe(409)
  })

  test('can be withdrawn and restored repeatedly', async () => {
    const { course, userSid } = await scene()
    const sids = new Set<string>()
    for (let time = 0; time < 5; time += 1) {
      const sid = await course.enroll({ userSid })
      sids.add(sid)
      await withdraw(course, sid)
    }
    expect(sids.size).toBe(1)
  })

  test('is not restored for a user who was erased meanwhile', async () => {
    const { course, world, userSid, at } = await scene()
    const sid = await course.enroll({ userSid })
    await withdraw(course, sid)
    const erased = { erasedDate: new Date() }
    await world.stack.db
      .update(user)
      .set(erased)
      .where(eq(user.sid, sidOf('US', userSid)))
    expect(badPaths(await world.admin('POST', at(), { body: { userSid } }))).toEqual(['userSid'])
    const [row] = await world.stack.db
      .select()
      .from(enrollment)
      .where(eq(enrollment.sid, sidOf('EN', sid)))
    expect(row).toMatchObject({ status: 'withdrawn' })
  })

  test('gets no session by an update', async () => {
    const { course, world, at } = await scene()
    const sid = await course.enroll({ role: 'instructor' })
    await withdraw(course, sid)
    await course.exam()
    const answer = await world.admin('PUT', at(`/${sid}`), { body: { role: 'learner' } })
    expect([200, 404, 409]).toContain(answer.status)
    expect(await statesOf(world, sid)).toEqual([])
    expect((await world.admin('GET', at(`/${sid}`))).body).toMatchObject({ status: 'withdrawn' })
  })
})

test('the user of an enrollment cannot be changed', async () => {
  const { course, world, at } = await scene()
  const sid = await course.enroll()
  const body = { userSid: await world.user() }
  expect(badPaths(await world.admin('PUT', at(`/${sid}`), { body }))).toEqual(['userSid'])
})

test('a duplicate section in sectionSids, or more than 100, is 400', async () => {
  const { course, world, userSid, at } = await scene()
  const section = await course.section()
  for (const sectionSids of [[section, section], Array(101).fill(section)])
    expect(badPaths(await world.admin('POST', at(), { body: { userSid, sectionSids } }))).toEqual([
      'sectionSids',
    ])
  expect((await world.admin('GET', at())).count('total')).toBe(0)
})
