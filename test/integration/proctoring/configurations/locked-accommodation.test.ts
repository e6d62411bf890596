// A locked accommodation of a learner: an instructor cannot replace it by a newer one.
import { beforeEach, expect, test } from 'vitest'
import { caller, changingNothing, type ExamWorld, enroll, makeExam } from '../../../support/configurations.ts'
import { problemOf } from '../../../support/problem.ts'

let exam: ExamWorld
let locked: string
beforeEach(async () => {
  exam = await makeExam({ duration: 60 })
  locked = (await exam.accommodate({ duration: 90 })).text('sid')
  await exam.admin('POST', exam.at(locked, 'lock'))
})

test('a second accommodation of its learner, and a copy of it, are 403 for an instructor, and not for an admin', async () => {
  const { call } = await caller(exam.world, 'instructor')
  const { enrollmentSid } = exam
  for (const of of [{ enrollmentSid }, { referenceExamConfigurationSid: locked }]) {
    const body = { ...of, duration: 200 }
    problemOf(await changingNothing(exam, () => call('POST', exam.at(), { body })), 403)
    expect((await exam.effective()).body).toMatchObject({ duration: 90 })
  }
  await exam.accommodate({ duration: 100 })
  expect((await exam.effective()).body).toMatchObject({ duration: 100 })
})

test('an accommodation that moves to its learner is 403 for an instructor, and not for an admin', async () => {
  const { call } = await caller(exam.world, 'instructor')
  const { enrollmentSid } = exam
  const other = await enroll(exam.world, exam.courseSid)
  const moving = (await exam.add({ enrollmentSid: other, duration: 200 })).text('sid')
  const body = { enrollmentSid, duration: 200 }
  problemOf(await changingNothing(exam, () => call('PUT', exam.at(moving), { body })), 403)
  expect((await exam.effective()).body).toMatchObject({ duration: 90 })
  await exam.replace(moving, body)
  expect((await exam.effective()).body).toMatchObject({ duration: 200 })
})

test('an instructor still changes an older accommodation of its learner that is not locked, which has no effect', async () => {
  const own = await makeExam({ duration: 60 })
  const older = (await own.accommodate({ duration: 70 })).text('sid')
  const newer = (await own.accommodate({ duration: 90 })).text('sid')
  await own.admin('POST', own.at(newer, 'lock'))
  const { call } = await caller(own.world, 'instructor')
  await own.replace(older, { enrollmentSid: own.enrollmentSid, duration: 80 }, call)
  expect((await own.effective()).body).toMatchObject({ duration: 90 })
})
