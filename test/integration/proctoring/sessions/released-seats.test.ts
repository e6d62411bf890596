// Seats that reservations in other systems have freed, and later changes of the exam.
import { beforeEach, expect, test } from 'vitest'
import { replacePrimary, unscheduled } from '../../../support/appointments.ts'
import { another, run, slotsOf } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'

const configuration = { duration: 60 }
const slot = { capacity: 1, startTime: soon(-60), endTime: soon(10_000) }

/** A session with an appointment whose reservation has run out, so that its seat is free. */
let world: SessionWorld
/** The configuration of its exam, to be sent again. */
let same: Parameters<typeof replacePrimary>[1]
beforeEach(async () => {
  world = await makeSession({ configuration: { ...configuration, instructorAsProctor: [slot] } })
  await run(world, 'schedule', 600)
  const [{ instructorProctorSid: sid } = {}] = await slotsOf(world)
  same = { ...configuration, instructorAsProctor: [{ ...slot, sid }] }
  await world.act('PUT', '/externalAppointment', { reservedId: 'reservation', reservedUntil: soon(-1) })
  await (await sharedStack()).runScheduled('proctoring')
  expect(await current(world)).toMatchObject(withoutSeat)
})

const current = async (session: SessionWorld) => (await session.read()).body
const withoutSeat = { status: 'Scheduled', instructorProctorSid: null }

test('an appointment whose seat was freed keeps its status when another learner has the seat and the exam changes', async () => {
  const other = await another(world)
  const { body } = await run(other, 'schedule', 700)
  await replacePrimary(world, { ...same, duration: 90 })
  expect(await current(world)).toMatchObject({ ...withoutSeat, duration: 90 })
  expect(await current(other)).toMatchObject({ instructorProctorSid: body['instructorProctorSid'] })
})

test('an appointment whose seat was freed does not take it again when the exam changes', async () => {
  await replacePrimary(world, { ...same, duration: 90 })
  expect(await current(world)).toMatchObject({ ...withoutSeat, duration: 90 })
  expect(await slotsOf(world)).toMatchObject([{ remaining: 1 }])
})

test('an appointment whose seat was freed is unscheduled when the window of the exam does not hold it any more', async () => {
  await replacePrimary(world, { ...same, examCloseDate: soon(601) })
  expect(await current(world)).toMatchObject(unscheduled)
})

test('the next appointment takes a seat, and needs one when the exam changes', async () => {
  await run(world, 'reschedule', 700)
  expect(await slotsOf(world)).toMatchObject([{ remaining: 0 }])
  await replacePrimary(world, { ...same, instructorAsProctor: [{ ...slot, capacity: 0 }] })
  expect(await current(world)).toMatchObject(unscheduled)
})
