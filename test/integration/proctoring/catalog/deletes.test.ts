// What is deleted with a course and a course offering.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { change, make, makeCourse, running, setSessions, statesOf } from '../../../support/catalog.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

test('deleting a course offering keeps its courses, without an offering, and other courses', async () => {
  const world = await makeWorld()
  const [fall, spring] = [
    await make(world, '/courseOfferings', { title: 'Fall' }),
    await make(world, '/courseOfferings', { title: 'Spring' }),
  ]
  const offering = fall.text('sid')
  const inFall = [
    await makeCourse(world, { courseOfferingSid: offering }),
    await makeCourse(world, { courseOfferingSid: offering }),
  ]
  const inSpring = await makeCourse(world, { courseOfferingSid: spring.text('sid') })
  const deleted = await change(world, 'DELETE', `/courseOfferings/${offering}`)
  expect(deleted.roundTrips).toBeLessThanOrEqual(2)
  const offeringOf = async (rest: string) =>
    (await world.admin('GET', world.path(rest))).body['courseOfferingSid']
  for (const { at } of inFall) expect(await offeringOf(at())).toBe(null)
  expect(await offeringOf(inSpring.at())).toBe(spring.text('sid'))
  const list = await world.admin('GET', world.path(`/courses?courseOfferingSid=${offering}`))
  expect(list.count('total')).toBe(0)
  const body = { title: 'Late', courseOfferingSid: offering }
  expect(badPaths(await world.admin('POST', world.path('/courses'), { body }))).toEqual(['courseOfferingSid'])
})

/** A course with one record of each kind. */
async function fullCourse() {
  const world = await makeWorld()
  const course = await makeCourse(world)
  const section = await course.section()
  const enrolled = await course.enroll({ sectionSids: [section] })
  const created = await make(world, course.at('/exams'), { title: 'Final' })
  return { world, course, section, enrolled, exam: created.text('sid'), created }
}

describe('a deleted course', () => {
  test('is 404 for each method, and so is everything below it', async () => {
    const { world, course, section, enrolled, exam: examSid, created } = await fullCourse()
    await change(world, 'DELETE', course.at())
    const configuration = `/exams/${examSid}/configurations/${created.text('examConfigurationSid')}`
    const items = ['', `/sections/${section}`, `/enrollments/${enrolled}`, `/exams/${examSid}`, configuration]
    const body: Record<string, object> = {
      '': { title: 'Back' },
      [`/sections/${section}`]: { title: 'Back' },
    }
    for (const item of items)
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const sent = method === 'PUT' ? { body: body[item] ?? {} } : {}
        problemOf(await world.admin(method, world.path(course.at(item)), sent), 404)
      }
    const bodies: Record<string, object> = {
      '/sections': { title: 'New' },
      '/enrollments': { userSid: await world.user() },
      '/exams': { title: 'New' },
      [`/exams/${examSid}/configurations`]: { enrollmentSid: enrolled },
    }
    for (const [collection, sent] of Object.entries(bodies)) {
      problemOf(await world.admin('GET', world.path(course.at(collection))), 404)
      problemOf(await world.admin('POST', world.path(course.at(collection)), { body: sent }), 404)
    }
  })

  test('is in no list, with any filter', async () => {
    const { world, course } = await fullCourse()
    const other = await makeCourse(world)
    await change(world, 'DELETE', course.at())
    for (const query of ['', '?title=bio', '?sortKeys=title']) {
      const list = await world.admin('GET', world.path(`/courses${query}`))
      expect(list.list('results').map(({ sid }) => sid)).toEqual([other.sid])
    }
  })

  test('deletes its exams, and withdraws its enrollments and sessions', async () => {
    const { world, course, enrolled, exam: examSid } = await fullCourse()
    const draft = await course.exam({ status: 'draft' })
    const instructor = await course.enroll({ role: 'instructor' })
    const deleted = await change(world, 'DELETE', course.at())
    expect(deleted.roundTrips).toBeLessThanOrEqual(2)
    const { db } = world.stack
    const exams = await db
      .select()
      .from(exam)
      .where(eq(exam.courseSid, sidOf('CU', course.sid)))
    expect(exams.map(({ sid, status }) => [sid, status]).toSorted()).toEqual(
      [examSid, draft].map(sid => [sid, 'deleted']).toSorted(),
    )
    const enrolledRows = await db
      .select()
      .from(enrollment)
      .where(eq(enrollment.courseSid, sidOf('CU', course.sid)))
    expect(enrolledRows.map(({ sid, status }) => [sid, status]).toSorted()).toEqual(
      [enrolled, instructor].map(sid => [sid, 'withdrawn']).toSorted(),
    )
    expect(await statesOf(world, enrolled)).toEqual([['Closed', 'withdrawn']])
  })

  test('does not change another course of the same people', async () => {
    const { world, course } = await fullCourse()
    const other = await makeCourse(world)
    const sids = [await other.section(), await other.enroll(), await other.exam()]
    await change(world, 'DELETE', course.at())
    for (const [at, kind] of ['sections', 'enrollments', 'exams'].entries()) {
      const read = await world.admin('GET', world.path(other.at(`/${kind}/${sids[at]}`)))
      expect(read.status).toBe(200)
    }
    expect(await statesOf(world, sids[1] ?? '')).toEqual([['Needs Proctor', null]])
  })

  test('keeps a running session until its end', async () => {
    const { world, course, enrolled } = await fullCourse()
    await setSessions(world, enrolled, running())
    await change(world, 'DELETE', course.at())
    expect(await statesOf(world, enrolled)).toEqual([['Scheduled', null]])
  })

  test('does not count for its course offering, which can then be deleted', async () => {
    const world = await makeWorld()
    const courseOfferingSid = (await make(world, '/courseOfferings', { title: 'Fall' })).text('sid')
    const course = await makeCourse(world, { courseOfferingSid })
    await change(world, 'DELETE', course.at())
    const list = await world.admin('GET', world.path(`/courses?courseOfferingSid=${courseOfferingSid}`))
    expect(list.count('total')).toBe(0)
    await change(world, 'DELETE', `/courseOfferings/${courseOfferingSid}`)
  })
})
