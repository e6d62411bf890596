// Appointments that are made while the slots of their exam change, on a real Postgres.
import { expect, test } from 'vitest'
import { uuidFromSid } from '../../../../db/sid.ts'
import { configurationsOf, primaryOf } from '../../../support/appointments.ts'
import { heldStack } from '../../../support/held.ts'
import { ask, type Members, run, type SessionTransition } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'

const held = heldStack()

const near = { capacity: 5, startTime: soon(60), endTime: soon(300) }
const far = { capacity: 5, startTime: soon(600), endTime: soon(900) }

const makeExam = (...instructorAsProctor: object[]) =>
  makeSession({ configuration: { duration: 60, instructorAsProctor } }, held().stack)

const slotsIn = async (world: SessionWorld): Promise<Members[]> =>
  (await world.admin('GET', configurationsOf(world, `/${await primaryOf(world)}`))).list(
    'instructorAsProctor',
  )

/** Replaces the slots, and makes an appointment in two hours that was decided on the slots before. */
async function replacedMeanwhile(
  world: SessionWorld,
  instructorAsProctor: object[],
  transition: SessionTransition = 'schedule',
  more: Members = {},
) {
  const primary = configurationsOf(world, `/${await primaryOf(world)}`)
  const [replaced, answer] = await held().whileHeld(
    `select from course where sid = '${uuidFromSid(world.courseSid)}' for update`,
    () => world.admin('PUT', primary, { body: { duration: 60, instructorAsProctor } }),
    () => ask(world, transition, 120, more),
  )
  expect(replaced).toMatchObject({ status: 200 })
  return answer
}

test.each([{}, { isRequested: true }])(
  'a slot that is moved away from an appointment meanwhile does not get it: 409 slot_unavailable (%o)',
  async ({ isRequested = false }) => {
    const world = await makeExam(near)
    const [slot] = await slotsIn(world)
    const more = isRequested ? { instructorProctorSid: slot?.['sid'] } : {}
    const answer = await replacedMeanwhile(world, [{ ...slot, ...far }], 'schedule', more)
    expect(answer).toMatchObject({ status: 409, body: { code: 'slot_unavailable' } })
    expect((await world.read()).body).toMatchObject({ status: 'Needs Proctor', instructorProctorSid: null })
  },
)

test('an appointment is moved to the slot that holds it, when the slots change meanwhile', async () => {
  const world = await makeExam(far, near)
  await run(world, 'schedule', 700)
  const [first, second] = await slotsIn(world)
  const swapped = [
    { ...first, ...far, endTime: soon(910) },
    { ...second, startTime: soon(800), endTime: soon(900) },
    near,
  ]
  const answer = await replacedMeanwhile(world, swapped, 'reschedule')
  const [, , added] = await slotsIn(world)
  expect(answer).toMatchObject({ status: 200, body: { instructorProctorSid: added?.['sid'] } })
})

test('an appointment takes a seat in a slot that is added meanwhile to an exam without slots', async () => {
  const world = await makeExam()
  const answer = await replacedMeanwhile(world, [near])
  const [added] = await slotsIn(world)
  expect(answer).toMatchObject({ status: 200, body: { instructorProctorSid: added?.['sid'] } })
})
