// An accommodation that waits for the erasure of its learner, on a real Postgres.
import { expect, test } from 'vitest'
import { uuidFromSid } from '../../../../db/sid.ts'
import { enroll, makeExam } from '../../../support/configurations.ts'
import { heldStack } from '../../../support/held.ts'
import { makeWorld } from '../../../support/world.ts'

const held = heldStack()

test('an accommodation that waits for the erasure of its learner is 409 user_erased', async () => {
  const { stack, whileHeld } = held()
  const exam = await makeExam({ duration: 60 }, { world: await makeWorld(stack) })
  const { courseSid, userSid, enrollmentSid } = exam
  // The first locks of an erasure, and its mark.
  const [created] = await whileHeld(
    `select from course where sid = '${uuidFromSid(courseSid)}' for no key update;
      update users set erased_date = now() where sid = '${uuidFromSid(userSid)}'`,
    () => exam.admin('POST', exam.at(), { body: { enrollmentSid, duration: 90 } }),
  )
  expect(created).toMatchObject({ status: 409, body: { code: 'user_erased' } })
})

test('an accommodation that moves to a learner, and waits for the erasure of the learner, is 409 user_erased', async () => {
  const { stack, whileHeld } = held()
  const exam = await makeExam({ duration: 60 }, { world: await makeWorld(stack) })
  const sid = (await exam.accommodate({ duration: 90 })).text('sid')
  const userSid = await exam.user()
  const enrollmentSid = await enroll(exam.world, exam.courseSid, { userSid })
  const [moved] = await whileHeld(
    `select from course where sid = '${uuidFromSid(exam.courseSid)}' for no key update;
      update users set erased_date = now() where sid = '${uuidFromSid(userSid)}'`,
    () => exam.admin('PUT', exam.at(sid), { body: { enrollmentSid, studentNotes: 'Reads slowly.' } }),
  )
  expect(moved).toMatchObject({ status: 409, body: { code: 'user_erased' } })
  expect(await exam.read(sid)).toMatchObject({ enrollmentSid: exam.enrollmentSid, studentNotes: null })
})
