// A change that makes appointments longer respects the capacity of proctor types and groups, as a new appointment does.
import { expect, test } from 'vitest'
import {
  configurationsOf,
  impact,
  primaryOf,
  replacePrimary,
  unscheduled,
} from '../../../support/appointments.ts'
import { makeCourse } from '../../../support/catalog.ts'
import { heldStack } from '../../../support/held.ts'
import { addLearners } from '../../../support/session-crowd.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'

const held = heldStack()
const minute = 60_000
const start = Math.ceil(Date.now() / minute) * minute + 24 * 60 * minute
const at = (minutes: number) => new Date(start + minutes * minute).toISOString()

const configuration = { duration: 60, proctorTypes: ['desk'] }

/** Learners of an exam whose type has the capacity, with appointments of an hour at these minutes, in this order. */
async function booked(capacity: number | null, ...minutes: number[]) {
  const world = await makeSession({ configuration }, held().stack)
  const type = await world.admin('POST', world.path('/proctorTypes'), {
    body: { code: 'desk', name: 'Desk', capacity },
  })
  const crowd = await addLearners(world, minutes.length)
  for (const [n, learner] of crowd.entries()) {
    const answer = await learner.admin('POST', learner.at(), {
      body: { appointmentDate: at(minutes[n] ?? 0) },
    })
    expect(answer.status, answer.raw).toBe(200)
  }
  return { world, crowd, type: world.path(`/proctorTypes/${type.text('sid')}`) }
}

/** The minutes that each appointment lasts; null for a session that has lost it. */
const lengths = (crowd: SessionWorld[]) =>
  Promise.all(
    crowd.map(async learner => {
      const { body } = await learner.read()
      if (body['appointmentDate'] === null) {
        expect(body).toMatchObject(unscheduled)
        return null
      }
      return (
        (Date.parse(String(body['appointmentEndDate'])) - Date.parse(String(body['appointmentDate']))) /
        minute
      )
    }),
  )

test('the appointments that were scheduled first become longer, and others where capacity is left', async () => {
  const { world, crowd } = await booked(1, 60, 0, 180, 120, 300)
  const longer = { ...configuration, duration: 75 }
  const affected = await impact(world, configurationsOf(world, `/${await primaryOf(world)}`), longer)
  await replacePrimary(world, longer)
  // From 60 to 135, so not from 0 to 75; from 180 to 255, so not from 120 to 195.
  expect(await lengths(crowd)).toEqual([75, null, 75, null, 75])
  const changes = affected.map(({ sessionSid, change }) => [sessionSid, change])
  expect(Object.fromEntries(changes)).toEqual(
    Object.fromEntries(
      crowd.map(({ sessionSid }, n) => [sessionSid, n % 2 === 0 ? 'adjusted' : 'unscheduled']),
    ),
  )
})

test('an appointment that becomes longer gives way to one that does not', async () => {
  const { world, crowd } = await booked(1, 0, 60)
  const [first] = crowd
  const accommodation = { enrollmentSid: first?.enrollmentSid, duration: 75 }
  const made = await world.admin('POST', configurationsOf(world), { body: accommodation })
  expect(made.body).toMatchObject({ updatedAutomatedSessions: 1 })
  expect(await lengths(crowd)).toEqual([null, 60])
})

test('a lower capacity keeps appointments until they become longer; null is no limit', async () => {
  const { world, crowd, type } = await booked(null, 0, 0, 30)
  await replacePrimary(world, { ...configuration, duration: 70 })
  expect(await lengths(crowd)).toEqual([70, 70, 70])
  expect((await world.admin('PUT', type, { body: { capacity: 1 } })).status).toBe(200)
  await replacePrimary(world, { ...configuration, duration: 65 })
  expect(await lengths(crowd)).toEqual([65, 65, 65])
  await replacePrimary(world, { ...configuration, duration: 66 })
  expect(await lengths(crowd)).toEqual([66, null, null])
})

test('the capacity of a proctor group limits them too', async () => {
  const { world, crowd } = await booked(null, 0, 60)
  const body = { name: 'Desk', capacity: 1 }
  const group = await world.admin('POST', world.path('/proctorGroups'), { body })
  const more = { proctorGroupSid: group.text('sid') }
  for (const [n, learner] of crowd.entries()) {
    const moved = await learner.admin('PUT', learner.at(), { body: { appointmentDate: at(n * 60), ...more } })
    expect(moved.status, moved.raw).toBe(200)
  }
  await replacePrimary(world, { ...configuration, duration: 61 })
  expect(await lengths(crowd)).toEqual([61, null])
})

test('a longer appointment and a new one of another course at once never exceed the capacity', async () => {
  const { world, crowd, type } = await booked(1, 0)
  const course = await makeCourse(world)
  const examSid = await course.exam({ configuration })
  const enrollmentSid = await course.enroll()
  const path = `/enrollments/${enrollmentSid}/exams/${examSid}/sessions`
  const [session] = (await world.admin('GET', world.path(path))).list('results')
  const other = world.path(`/exams/${examSid}/sessions/${session?.['sid']}`)
  const [changed, refused] = await held().whileHeld(
    `select from proctor_type where sid = '${type.slice(-32)}' for no key update`,
    () => replacePrimary(world, { ...configuration, duration: 75 }),
    () => world.admin('POST', other, { body: { appointmentDate: at(60) } }),
  )
  expect(changed).toMatchObject({ status: 200 })
  expect(await lengths(crowd)).toEqual([75])
  expect(refused).toMatchObject({ status: 409, body: { code: 'capacity_full' } })
})
