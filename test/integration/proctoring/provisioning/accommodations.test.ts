// Accommodations of items adjust appointments, and each counts the appointments of its learner that it changed.
import { expect, test } from 'vitest'
import { configurationsOf, makeAppointment, unscheduled } from '../../../support/appointments.ts'
import { change, makeCourse } from '../../../support/catalog.ts'
import { type Members, provisionAll } from '../../../support/provision.ts'
import { another, listed, ofSession, run, setRow } from '../../../support/session-steps.ts'
import type { SessionWorld } from '../../../support/sessions.ts'

const extraMinutes = (minutes: number) => ({ accommodation: { extraMinutes: minutes } })

/** The item of the learner's exam. */
const itemFor = ({ courseSid, examSid, userSid }: SessionWorld, members: Members = {}): Members => ({
  ...{ course: { ids: { sid: courseSid } }, exam: { ids: { sid: examSid } } },
  ...{ user: { ids: { sid: userSid } }, enrollment: {} },
  ...members,
})

/** The duration of the appointment, and the count of the accommodation. */
async function adjusted(world: SessionWorld) {
  const found = (await world.admin('GET', configurationsOf(world))).list('results')
  const accommodation = found.find(({ enrollmentSid }) => enrollmentSid === world.enrollmentSid)
  return [(await world.read()).body['duration'], accommodation?.['updatedAutomatedSessions']]
}

test('the accommodation of one item counts one adjusted appointment', async () => {
  const world = await makeAppointment()
  await provisionAll(world, [itemFor(world, extraMinutes(15))])
  expect(await adjusted(world)).toEqual([75, 1])
})

test('the accommodations of several items of an exam count only what changed for their learners', async () => {
  const world = await makeAppointment()
  const [second, waiting] = [await another(world), await another(world)]
  await run(second, 'schedule', 120)
  await provisionAll(world, [
    itemFor(world, extraMinutes(15)),
    itemFor(second, extraMinutes(30)),
    itemFor(waiting, extraMinutes(45)),
  ])
  expect(await Promise.all([world, second, waiting].map(adjusted))).toEqual([
    [75, 1],
    [90, 1],
    [105, 0],
  ])
  await provisionAll(world, [itemFor(world, extraMinutes(15)), itemFor(second, extraMinutes(20))])
  expect(await Promise.all([world, second].map(adjusted))).toEqual([
    [75, 1],
    [80, 1],
  ])
})

test('an accommodation counts its appointment also if another item of the batch enrolls a learner', async () => {
  const world = await makeAppointment()
  const userSid = await world.user()
  const results = await provisionAll(world, [
    itemFor(world, extraMinutes(15)),
    itemFor({ ...world, userSid }, { enrollment: { role: 'learner' } }),
  ])
  expect(results[1]).toMatchObject({ enrollment: { result: 'Created' } })
  expect(await adjusted(world)).toEqual([75, 1])
})

test('an accommodation counts its appointment also if its item, or another one, changes the exam', async () => {
  const world = await makeAppointment()
  const exam = { ids: { sid: world.examSid }, title: 'Final' }
  await provisionAll(world, [itemFor(world, { ...extraMinutes(15), exam })])
  expect(await adjusted(world)).toEqual([75, 1])
  const next = { exam: { ...exam, title: 'Final again' } }
  await provisionAll(world, [itemFor(world, extraMinutes(30)), itemFor(await another(world), next)])
  expect(await adjusted(world)).toEqual([90, 1])
})

test('an accommodation counts an appointment in another course that it unschedules', async () => {
  const world = await makeAppointment()
  const course = await makeCourse(world, { title: 'Chemistry' })
  const examSid = await course.exam({ configuration: { duration: 60 } })
  const enrollmentSid = await course.enroll({ userSid: world.userSid })
  const next = { ...world, examSid, enrollmentSid } as SessionWorld
  const later = ofSession(next, String((await listed(next))[0]?.['sid']))
  await run(later, 'schedule', 190)
  await provisionAll(world, [itemFor(world, extraMinutes(15))])
  expect((await later.read()).body).toMatchObject(unscheduled)
  expect(await adjusted(world)).toEqual([75, 2])
})

test('an item of a suppressed person reconciles nothing', async () => {
  const world = await makeAppointment()
  const person = { firstName: 'Ada', lastName: 'Gone', email: 'gone@school.example' }
  const gone = await world.user({ ...person, lmsId: 'gone' })
  await change(world, 'DELETE', `/users/${gone}`)
  await setRow(world, world.sessionSid, { duration: 45 })
  const item = itemFor(world, { ...extraMinutes(15), user: { ...person, ids: { lms: 'gone' } } })
  const [result] = await provisionAll(world, [item])
  expect(result).toMatchObject({ accommodation: { result: 'Suppressed' } })
  expect((await world.read()).body['duration']).toBe(45)
})
