// POST …/accommodations/batch: what each member sets.
import { beforeEach, describe, expect, test } from 'vitest'
import { accommodationsOf, applied, appliedOne, pathsOf } from '../../../support/accommodations.ts'
import { sessionsOf } from '../../../support/catalog.ts'
import { type ExamWorld, makeExam } from '../../../support/configurations.ts'

let exam: ExamWorld
beforeEach(async () => {
  exam = await makeExam({ duration: 90, attempts: 2 })
})

const accommodation = async () => (await accommodationsOf(exam))[0]

test.each([
  [90, 50, 135],
  [50, 33, 67],
  [7, 100, 14],
  [1, 1, 2],
  [100, 1, 101],
])('of %i minutes, extraTimePercent %i is %i: rounded up to minutes', async (duration, percent, expected) => {
  exam = await makeExam({ duration })
  expect(await appliedOne(exam, { extraTimePercent: percent })).toMatchObject({
    result: 'Created',
    problem: null,
  })
  expect(await accommodation()).toMatchObject({ type: 'accommodation', duration: expected })
  expect((await exam.effective()).body).toMatchObject({ duration: expected })
})

test.each([
  ['extraMinutes', 30, { duration: 120 }],
  ['duration', 45, { duration: 45 }],
  ['extraAttempts', 1, { attempts: 3 }],
  ['examOpenDate', '2027-03-01T08:00:00.000Z', { examOpenDate: '2027-03-01T08:00:00.000Z' }],
  ['examCloseDate', '2027-03-01T08:00:00.250Z', { examCloseDate: '2027-03-01T08:00:00.250Z' }],
  ['scheduleOpenDate', '2027-03-01T08:00:00.000Z', { scheduleOpenDate: '2027-03-01T08:00:00.000Z' }],
  ['scheduleCloseDate', '2027-03-01T08:00:00.000Z', { scheduleCloseDate: '2027-03-01T08:00:00.000Z' }],
])(
  '%s %j sets %j and nothing else, and its repetition is Found Existing and changes nothing',
  async (name, value, expected) => {
    const made = await appliedOne(exam, { [name]: value })
    const { sid, enrollmentSid } = { sid: made.sid ?? '', enrollmentSid: exam.enrollmentSid }
    const before = await exam.read(sid)
    const single = (await exam.accommodate(expected)).body
    const own = { sid, editDate: expect.any(String), createdDate: expect.any(String) }
    expect(before).toEqual({ ...single, ...own })
    await exam.admin('DELETE', exam.at(String(single['sid'])))
    const again = await appliedOne(exam, { [name]: value })
    expect(again).toEqual({
      sid,
      result: 'Found Existing',
      problem: null,
      accommodations: [{ sid, enrollmentSid, examSid: exam.examSid, result: 'Found Existing' }],
    })
    expect(await exam.read(sid)).toEqual(before)
  },
)

test('percentages are of the primary duration, not of that of the accommodation', async () => {
  await appliedOne(exam, { duration: 200 })
  expect(await appliedOne(exam, { extraTimePercent: 50 })).toMatchObject({ result: 'Updated' })
  expect(await accommodation()).toMatchObject({ duration: 135 })
})

test('an existing accommodation is updated; members that are not sent stay, and null clears a window', async () => {
  const sid = (
    await exam.accommodate({
      studentNotes: 'Room 12',
      password: 'sesame',
      examOpenDate: '2027-03-01T08:00:00.000Z',
    })
  ).text('sid')
  expect(await appliedOne(exam, { extraMinutes: 10 })).toMatchObject({ sid, result: 'Updated' })
  expect(await exam.read(sid)).toMatchObject({
    ...{ duration: 100, studentNotes: 'Room 12', password: 'sesame' },
    examOpenDate: '2027-03-01T08:00:00.000Z',
  })
  expect(await appliedOne(exam, { examOpenDate: null })).toMatchObject({ sid, result: 'Updated' })
  expect(await exam.read(sid)).toMatchObject({ duration: 100, examOpenDate: null })
  expect(await accommodationsOf(exam)).toHaveLength(1)
})

test('of several accommodations of a learner the newest is updated, because it applies', async () => {
  const [, second] = [await exam.accommodate({ duration: 5 }), await exam.accommodate({ duration: 6 })]
  expect(await appliedOne(exam, { extraMinutes: 10 })).toMatchObject({
    sid: second.text('sid'),
    result: 'Updated',
  })
})

test('the session of the learner gets the duration', async () => {
  await appliedOne(exam, { extraMinutes: 15 })
  expect(await sessionsOf(exam, exam.examSid)).toMatchObject([{ duration: 105 }])
})

test('items are applied in order: a later one builds on an earlier one', async () => {
  const { enrollmentSid } = exam
  const results = await applied(exam, [
    { enrollmentSid, extraMinutes: 10 },
    { enrollmentSid, extraAttempts: 1 },
    { enrollmentSid, extraMinutes: 10 },
    { enrollmentSid, extraMinutes: 20 },
  ])
  expect(results.map(({ result }) => result)).toEqual(['Created', 'Updated', 'Found Existing', 'Updated'])
  expect(new Set(results.map(({ sid }) => sid)).size).toBe(1)
  expect(await accommodationsOf(exam)).toMatchObject([{ duration: 110, attempts: 3 }])
})

describe('a member that nothing extends', () => {
  test('has no effect beside one that has: extra time without a duration, attempts without a limit', async () => {
    exam = await makeExam({ duration: 60 })
    await appliedOne(exam, { extraMinutes: 10, extraAttempts: 1 })
    expect(await accommodation()).toMatchObject({ duration: 70, attempts: null })
    exam = await makeExam({ attempts: 1 })
    await appliedOne(exam, { extraTimePercent: 10, extraAttempts: 1 })
    expect(await accommodation()).toMatchObject({ duration: null, attempts: 2 })
  })

  test.each(['extraTimePercent', 'extraMinutes', 'extraAttempts'])('%s alone is refused', async name => {
    exam = await makeExam()
    expect(pathsOf(await appliedOne(exam, { [name]: 5 }))).toEqual([''])
    expect(await accommodationsOf(exam)).toEqual([])
  })

  test('a duration applies to an exam without one', async () => {
    exam = await makeExam()
    await appliedOne(exam, { duration: 45 })
    expect(await accommodation()).toMatchObject({ duration: 45 })
  })
})
