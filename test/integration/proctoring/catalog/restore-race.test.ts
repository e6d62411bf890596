// A restore beside a provisioning with the same id, a deletion and other restores, on a real Postgres.
import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { course as courses } from '../../../../db/schema/catalog.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { change, makeCourse } from '../../../support/catalog.ts'
import { rounds } from '../../../support/rounds.ts'
import { sharedStack } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

const repetitions = rounds({ quick: 3, all: 40 })

test('a restore and a provisioning of the same id at once leave one course with the id', {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld(await sharedStack('postgres'))
  for (let round = 0; round < repetitions; round++) {
    const lmsId = `L${round}`
    const course = await makeCourse(world, { lmsId })
    await change(world, 'DELETE', course.at())
    const body = { course: { ids: { lms: lmsId }, title: 'Biology' } }
    const [restored, provisioned] = await Promise.all([
      world.admin('POST', world.path(course.at('/restore'))),
      world.admin('POST', world.path('/provision'), { body }),
    ])
    expect([200, 409], restored.raw).toContain(restored.status)
    expect(provisioned.status, provisioned.raw).toBe(200)
    const present = and(
      eq(courses.installSid, world.installSid),
      eq(courses.lmsId, lmsId),
      isNull(courses.deletedDate),
    )
    expect(await world.stack.db.$count(courses, present)).toBe(1)
  }
})

test('restores and deletions at once leave a course whole or deleted, and at most one open session of a learner', {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld(await sharedStack('postgres'))
  for (let round = 0; round < repetitions; round++) {
    const course = await makeCourse(world)
    const examSid = await course.exam()
    await course.enroll()
    await change(world, 'DELETE', course.at())
    const restore = () => world.admin('POST', world.path(course.at('/restore')))
    const remove = () => world.admin('DELETE', world.path(course.at()))
    const answers = await Promise.all([restore(), remove(), restore(), remove(), restore()])
    for (const { status, raw } of answers) expect([200, 404], raw).toContain(status)
    await restore()
    const exam = await world.admin('GET', world.path(course.at(`/exams/${examSid}`)))
    expect(exam.body).toMatchObject({ status: 'active' })
    const enrolled = await world.admin('GET', world.path(course.at('/enrollments')))
    expect(enrolled.count('total')).toBe(1)
    const open = and(eq(examSession.examSid, sidOf('EX', examSid)), eq(examSession.status, 'Needs Proctor'))
    expect(await world.stack.db.$count(examSession, open)).toBe(1)
  }
})
