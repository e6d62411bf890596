// POST …/accommodations/batch: what is refused, and that an item is refused alone.
import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { anotherExam, applied, appliedOne, applyBatch, pathsOf } from '../../../support/accommodations.ts'
import { caller, changingNothing, type ExamWorld, enroll, makeExam } from '../../../support/configurations.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { allow } from '../../../support/world.ts'

let exam: ExamWorld
beforeAll(async () => {
  exam = await makeExam({ duration: 90, attempts: 2 })
})

const refusedPaths = (members: object) =>
  changingNothing(exam, async () => pathsOf(await appliedOne(exam, { ...members })))
const extra = { extraMinutes: 10 }

test.each([
  ['enrollmentSid', { ...extra, enrollmentSid: newSid('EN') }],
  ['enrollmentSid', { ...extra, enrollmentSid: undefined }],
  ['enrollmentSid', { ...extra, userSid: newSid('US') }],
  ['userSid', { ...extra, enrollmentSid: undefined, userSid: newSid('US') }],
  ['userSid', { ...extra, enrollmentSid: undefined, userSid: 'Ada' }],
  ['examSids.0', { ...extra, examSids: [newSid('EX')] }],
  ['examSids', { ...extra, examSids: [] }],
  ['examSids', { ...extra, examSids: Array(101).fill(newSid('EX')) }],
  ['extraTimePercent', { extraTimePercent: 0 }],
  ['extraTimePercent', { extraTimePercent: 1001 }],
  ['extraTimePercent', { extraTimePercent: 12.5 }],
  ['extraMinutes', { extraMinutes: 0 }],
  ['extraMinutes', { extraMinutes: 10_081 }],
  ['extraMinutes', { extraMinutes: 10_000 }],
  ['extraMinutes', { extraMinutes: '10' }],
  ['duration', { duration: 0 }],
  ['duration', { duration: 10_081 }],
  ['duration', { duration: 10, extraMinutes: 10 }],
  ['duration', { extraTimePercent: 10, extraMinutes: 10 }],
  ['extraAttempts', { extraAttempts: 0 }],
  ['extraAttempts', { extraAttempts: 1001 }],
  ['extraAttempts', { extraAttempts: 999 }],
  ['examOpenDate', { examOpenDate: 'soon' }],
  ['examCloseDate', { examOpenDate: '2027-03-02T00:00:00Z', examCloseDate: '2027-03-01T00:00:00Z' }],
  [
    'scheduleCloseDate',
    { scheduleOpenDate: '2027-03-02T00:00:00Z', scheduleCloseDate: '2027-03-01T00:00:00Z' },
  ],
  ['', {}],
  ['password', { ...extra, password: 'sesame' }],
])('an item is refused at %j for %j, and nothing is written', async (path, members) => {
  expect(await refusedPaths(members)).toEqual([path])
})

test('a refused item has the problem of a request for it alone, and no sid', async () => {
  expect(await appliedOne(exam, { extraMinutes: 0 })).toEqual({
    sid: null,
    result: 'Refused',
    problem: {
      type: '/docs/errors#invalid_request',
      title: 'Invalid request',
      status: 400,
      code: 'invalid_request',
      detail: expect.stringMatching(/^extraMinutes: /),
      errors: [{ path: 'extraMinutes', code: 'too_small', message: expect.any(String) }],
    },
    accommodations: [],
  })
})

test('a window is compared with the stored one', async () => {
  const own = await makeExam()
  await appliedOne(own, { examOpenDate: '2027-03-02T00:00:00Z', scheduleOpenDate: '2027-03-02T00:00:00Z' })
  for (const name of ['examCloseDate', 'scheduleCloseDate'])
    expect(pathsOf(await appliedOne(own, { [name]: '2027-03-01T00:00:00Z' }))).toEqual([name])
})

test('each bad item is refused alone, whatever it is, and the others are applied', async () => {
  const own = await makeExam({ duration: 60 })
  const good = { enrollmentSid: own.enrollmentSid, ...extra }
  const bad = [null, 5, 'x', [], {}, { ...good, extraMinutes: -1 }, { ...good, enrollmentSid: newSid('EN') }]
  const results = await applied(own, [...bad.slice(0, 3), good, ...bad.slice(3)])
  expect(results.map(({ result }) => result === 'Refused')).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
    true,
    true,
  ])
})

test.each([
  ['items', {}],
  ['items', { items: [] }],
  ['items', { items: Array(501).fill({}) }],
  ['items', { items: {} }],
  ['item', { items: [{}], item: {} }],
])('a body is 400 at %s without 1 to 500 items', async (path, body) => {
  const answer = await exam.admin('POST', exam.path('/accommodations/batch'), { body })
  expect(badPaths(answer)).toEqual([path])
})

describe('another install or tenant', () => {
  test('its enrollments, users and exams do not exist', async () => {
    const other = await makeExam({ duration: 60 })
    const { enrollmentSid, userSid, examSid } = other
    const results = await changingNothing(other, () =>
      applied(exam, [
        { enrollmentSid, ...extra },
        { userSid, ...extra },
        { enrollmentSid: exam.enrollmentSid, examSids: [examSid], ...extra },
      ]),
    )
    expect(results.map(pathsOf)).toEqual([['enrollmentSid'], ['userSid'], ['examSids.0']])
    const unknown = await applied(exam, [{ enrollmentSid: newSid('EN'), ...extra }])
    expect(unknown[0]?.problem?.code).toBe(results[0]?.problem?.code)
  })

  test('its install is 404', async () => {
    const other = await makeExam()
    problemOf(await applyBatch(other, [{}], exam.admin), 404)
  })
})

test('an exam of another course of the install does not exist for the enrollment, nor a deleted exam', async () => {
  const other = await makeExam({ duration: 60 }, { world: exam.world })
  expect(pathsOf(await appliedOne(exam, { ...extra, examSids: [other.examSid] }))).toEqual(['examSids.0'])
  const gone = await anotherExam(exam, { duration: 60 })
  await exam.admin('DELETE', exam.path(`/courses/${exam.courseSid}/exams/${gone.examSid}`))
  expect(pathsOf(await appliedOne(exam, { ...extra, examSids: [gone.examSid] }))).toEqual(['examSids.0'])
})

test('the enrollment of an instructor is refused, and that of an erased user, as by createConfiguration', async () => {
  const own = await makeExam({ duration: 60 })
  const instructor = await enroll(own.world, own.courseSid, { role: 'instructor' })
  expect(pathsOf(await appliedOne(own, { ...extra, enrollmentSid: instructor }))).toEqual(['enrollmentSid'])
  await own.admin('DELETE', own.path(`/users/${own.userSid}`))
  expect((await appliedOne(own, extra)).problem).toMatchObject({ code: 'user_erased', status: 409 })
})

describe('the authority', () => {
  test.each(['proctor', 'learner'] as const)('of the role %s is 403', async role => {
    const { call } = await caller(exam.world, role)
    problemOf(await applyBatch(exam, [extra], call), 403)
  })

  test('must allow the operation on the single accommodation: create, or update once it exists', async () => {
    const own = await makeExam({ duration: 60 })
    const batch = 'sp:ApplyAccommodations'
    const by = async (action: string, resource = '*') =>
      (await own.credential([...allow([batch], ['*']), ...allow([action], [resource])])).call
    const [create, update] = [await by('sp:CreateExamConfiguration'), await by('sp:UpdateExamConfiguration')]
    const elsewhere = await by('sp:CreateExamConfiguration', `installs/*/courses/${newSid('CU')}/*`)
    const notAllowed = { code: 'action_not_allowed', status: 403 }
    expect((await appliedOne(own, extra, update)).problem).toMatchObject(notAllowed)
    expect((await appliedOne(own, extra, elsewhere)).problem).toMatchObject(notAllowed)
    expect(await appliedOne(own, extra, create)).toMatchObject({ result: 'Created' })
    expect((await appliedOne(own, { extraMinutes: 20 }, create)).problem).toMatchObject(notAllowed)
    expect(await appliedOne(own, { extraMinutes: 20 }, update)).toMatchObject({ result: 'Updated' })
  })
})
