// A7 with enrollmentSid: an accommodation.
import { beforeAll, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import {
  changingNothing,
  type ExamWorld,
  enroll,
  everything,
  makeExam,
} from '../../../support/configurations.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { sisterOf } from '../../../support/world.ts'

let exam: ExamWorld
beforeAll(async () => {
  exam = await makeExam(everything)
})

/** Returns the paths of a refusal of A7, and expects that it changed nothing. */
const refused = (body: unknown, by = exam) =>
  changingNothing(by, async () => badPaths(await by.admin('POST', by.at(), { body })))

test('enrollmentSid creates an accommodation for the enrollment, 201, in at most 2 round trips', async () => {
  const { enrollmentSid, examSid } = exam
  const created = await exam.accommodate({ duration: 120 })
  expect(created.status).toBe(201)
  expect(created.roundTrips).toBeLessThanOrEqual(2)
  expect(created.body).toMatchObject({
    type: 'accommodation',
    enrollmentSid,
    examSid,
    duration: 120,
    referenceExamConfigurationSid: null,
    locked: false,
    approved: true,
    approvedBy: null,
  })
})

test('a read returns the record that A7 returned, in exactly 1 round trip', async () => {
  const created = await exam.accommodate(everything)
  const read = await exam.admin('GET', exam.at(created.text('sid')))
  expect(read).toMatchObject({ status: 200, roundTrips: 1 })
  expect(read.body).toEqual(created.body)
})

test('an accommodation changes neither the primary one nor another accommodation', async () => {
  const other = await exam.accommodate({ duration: 5 })
  const before = [await exam.read(), await exam.read(other.text('sid'))]
  await exam.accommodate(everything)
  expect([await exam.read(), await exam.read(other.text('sid'))]).toEqual(before)
})

test('a learner can have several accommodations', async () => {
  const own = await makeExam()
  const sids = [(await own.accommodate()).text('sid'), (await own.accommodate()).text('sid')]
  expect(new Set(sids).size).toBe(2)
})

test('a referenceExamConfigurationSid of null counts as absent', async () => {
  const created = await exam.accommodate({ referenceExamConfigurationSid: null })
  expect(created.body).toMatchObject({
    enrollmentSid: exam.enrollmentSid,
    referenceExamConfigurationSid: null,
  })
})

test('neither enrollmentSid nor referenceExamConfigurationSid is 400 at enrollmentSid', async () => {
  expect(await refused({ duration: 5 })).toEqual(['enrollmentSid'])
  expect(await refused({})).toEqual(['enrollmentSid'])
})

test('null for both is the same as neither', async () => {
  expect(await refused({ enrollmentSid: null })).toEqual(['enrollmentSid'])
  expect(await refused({ enrollmentSid: null, referenceExamConfigurationSid: null })).toEqual([
    'enrollmentSid',
  ])
})

test('both enrollmentSid and referenceExamConfigurationSid are 400 at enrollmentSid', async () => {
  const { enrollmentSid, primarySid } = exam
  expect(await refused({ enrollmentSid, referenceExamConfigurationSid: primarySid })).toEqual([
    'enrollmentSid',
  ])
})

test('an unknown enrollmentSid is 400 and named', async () => {
  expect(await refused({ enrollmentSid: newSid('EN') })).toEqual(['enrollmentSid'])
})

test('an enrollmentSid of another course is 400 and named, with the response for an unknown one', async () => {
  const other = await makeExam({}, { world: exam.world })
  expect(await refused({ enrollmentSid: other.enrollmentSid })).toEqual(['enrollmentSid'])
  for (const enrollmentSid of [other.enrollmentSid, newSid('EN')]) {
    const { body } = await exam.admin('POST', exam.at(), { body: { enrollmentSid } })
    const message = `There is no such enrollment: ${enrollmentSid}.`
    expect(body['errors']).toEqual([{ path: 'enrollmentSid', code: 'unknown_sid', message }])
  }
})

test('an enrollmentSid of another install is 400 and named', async () => {
  const other = await makeExam()
  expect(await refused({ enrollmentSid: other.enrollmentSid })).toEqual(['enrollmentSid'])
})

test('an enrollmentSid of another install of the account is 400 and named', async () => {
  const sister = await sisterOf(exam.world)
  const { enrollmentSid } = await makeExam({}, { world: sister })
  expect(await refused({ enrollmentSid })).toEqual(['enrollmentSid'])
})

test('an accommodation of one exam of the course does not apply to another', async () => {
  const second = await makeExam({}, exam)
  const sid = (await second.add({ enrollmentSid: exam.enrollmentSid })).text('sid')
  problemOf(await exam.admin('GET', exam.at(sid)), 404)
})

test.each(['refConfigSid', 'attachments', 'locked', 'approved', 'approvedBy', 'type', 'sid', 'examSid'])(
  '%s is not a member of A7: 400 unknown_member',
  async name => {
    const body = { enrollmentSid: exam.enrollmentSid, [name]: null }
    const answer = await changingNothing(exam, () => exam.admin('POST', exam.at(), { body }))
    expect(problemOf(answer, 400)).toEqual([
      { path: name, code: 'unknown_member', message: expect.any(String) },
    ])
  },
)

test('the configuration of a new exam accepts neither enrollmentSid nor referenceExamConfigurationSid', async () => {
  const { admin, path, courseSid } = exam
  for (const name of ['enrollmentSid', 'referenceExamConfigurationSid']) {
    const body = { title: 'Final', configuration: { [name]: newSid(name === 'enrollmentSid' ? 'EN' : 'EC') } }
    const answer = await changingNothing(exam, () =>
      admin('POST', path(`/courses/${courseSid}/exams`), { body }),
    )
    expect(badPaths(answer)).toEqual([`configuration.${name}`])
  }
})

test('a withdrawn learner’s accommodations are kept', async () => {
  const { admin, path, courseSid } = exam
  const enrollmentSid = await enroll(exam.world, courseSid)
  const sid = (await exam.add({ enrollmentSid })).text('sid')
  await admin('DELETE', path(`/courses/${courseSid}/enrollments/${enrollmentSid}`))
  expect(await exam.read(sid)).toMatchObject({ enrollmentSid, enrollment: { status: 'withdrawn' } })
})
