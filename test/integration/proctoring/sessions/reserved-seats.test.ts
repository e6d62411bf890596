// Reservations in other systems that run out after the appointment has changed.
import { beforeEach, expect, test } from 'vitest'
import { replacePrimary } from '../../../support/appointments.ts'
import { needsApproval, run, slotsOf } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'

const slot = { capacity: 1, startTime: soon(-60), endTime: soon(10_000) }
const configuration = { duration: 60, instructorAsProctor: [slot] }

/** A session with an appointment whose reservation runs out in a moment. */
let world: SessionWorld
beforeEach(async () => {
  world = await makeSession({ configuration })
  await run(world, 'schedule', 600)
  await world.act('PUT', '/externalAppointment', { reservedId: 'reservation', reservedUntil: soon(-1) })
})

const runOut = async () => (await sharedStack()).runScheduled('proctoring')
const taken = () => slotsOf(world).then(slots => slots.map(({ remaining }) => remaining))
const reserved = ['externalReservedAppointmentId', 'externalReservedAppointmentExpires']

test('a learner who rescheduled keeps the new seat when a reservation of the earlier appointment runs out', async () => {
  const { body } = await run(world, 'reschedule', 700)
  expect(reserved.map(name => body[name])).toEqual([null, null])
  await runOut()
  expect(await taken()).toEqual([0])
  expect((await world.read()).body).toMatchObject({ instructorProctorSid: body['instructorProctorSid'] })
})

test('a learner who scheduled again after the exam changed keeps the new seat when the earlier reservation runs out', async () => {
  await replacePrimary(world, { duration: 60, instructorAsProctor: [{ ...slot, startTime: soon(650) }] })
  expect((await world.read()).body).toMatchObject({ status: 'Needs Proctor' })
  const { body } = await run(world, 'schedule', 700)
  await runOut()
  expect(await taken()).toEqual([0])
  expect((await world.read()).body).toMatchObject({ instructorProctorSid: body['instructorProctorSid'] })
})

test('a learner who scheduled again after a denial keeps the new seat when the earlier reservation runs out', async () => {
  world = await makeSession({ ...needsApproval, configuration })
  await run(world, 'schedule', 600)
  await world.act('PUT', '/externalAppointment', { reservedId: 'reservation', reservedUntil: soon(-1) })
  await run(world, 'deny')
  const { body } = await run(world, 'schedule', 700)
  await runOut()
  expect((await world.read()).body).toMatchObject({ instructorProctorSid: body['instructorProctorSid'] })
})

test('a reservation that is made after the change frees the seat when it runs out', async () => {
  await run(world, 'reschedule', 700)
  await world.act('PUT', '/externalAppointment', { reservedId: 'second', reservedUntil: soon(-1) })
  await runOut()
  expect(await taken()).toEqual([1])
})
