// POST …/accommodations/batch: which exams an item concerns, its locks and its approval.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  accommodationsOf,
  anotherExam,
  applied,
  appliedOne,
  pathsOf,
} from '../../../support/accommodations.ts'
import { caller, type ExamWorld, enroll, makeExam } from '../../../support/configurations.ts'
import { rounds } from '../../../support/rounds.ts'

let exam: ExamWorld
beforeEach(async () => {
  exam = await makeExam({ duration: 60 })
})

const extra = { extraMinutes: 10 }

describe('without examSids', () => {
  test('an enrollmentSid concerns all exams of its course that are not deleted, and no other course', async () => {
    const [second, gone] = [
      await anotherExam(exam, { duration: 30 }),
      await anotherExam(exam, { duration: 30 }),
    ]
    const elsewhere = await makeExam({ duration: 60 }, { world: exam.world })
    await exam.admin('DELETE', exam.path(`/courses/${exam.courseSid}/exams/${gone.examSid}`))
    const { sid, result, accommodations } = await appliedOne(exam, extra)
    expect({ sid, result }).toEqual({ sid: accommodations[0]?.sid, result: 'Created' })
    const { enrollmentSid } = exam
    expect(accommodations).toEqual(
      [exam.examSid, second.examSid].toSorted().map(examSid => ({
        ...{ enrollmentSid, examSid, result: 'Created' },
        sid: expect.stringMatching(/^EC/),
      })),
    )
    expect(await accommodationsOf(second)).toMatchObject([{ duration: 40 }])
    expect(await accommodationsOf(elsewhere)).toEqual([])
  })

  test("a userSid concerns all exams of the user's active enrollments as a learner", async () => {
    const { world, userSid } = exam
    const [second, third, fourth] = await Promise.all(
      [1, 2, 3].map(() => makeExam({ duration: 30 }, { world })),
    )
    if (!(second && third && fourth)) throw new Error('There is no exam.')
    await enroll(world, second.courseSid, { userSid })
    await enroll(world, third.courseSid, { userSid, role: 'instructor' })
    const withdrawn = await enroll(world, fourth.courseSid, { userSid })
    await exam.admin('DELETE', exam.path(`/courses/${fourth.courseSid}/enrollments/${withdrawn}`))
    const [result] = await applied(exam, [{ userSid, ...extra }])
    const exams = result?.accommodations.map(({ examSid }) => examSid).toSorted()
    expect(exams).toEqual([exam.examSid, second.examSid].toSorted())
    for (const other of [third, fourth]) expect(await accommodationsOf(other)).toEqual([])
  })

  test('exams without a duration are left out of extra time', async () => {
    const untimed = await anotherExam(exam)
    const { accommodations } = await appliedOne(exam, extra)
    expect(accommodations.map(({ examSid }) => examSid)).toEqual([exam.examSid])
    expect(await accommodationsOf(untimed)).toEqual([])
  })

  test('a course without exams is refused at enrollmentSid or userSid', async () => {
    await exam.admin('DELETE', exam.path(`/courses/${exam.courseSid}/exams/${exam.examSid}`))
    expect(pathsOf(await appliedOne(exam, extra))).toEqual(['enrollmentSid'])
    const [result] = await applied(exam, [{ userSid: exam.userSid, ...extra }])
    expect(result && pathsOf(result)).toEqual(['userSid'])
  })
})

test('examSids limit an item to these exams, of one course or of several', async () => {
  const second = await anotherExam(exam, { duration: 30 })
  const named = await appliedOne(exam, { ...extra, examSids: [second.examSid] })
  expect(named.accommodations).toMatchObject([{ examSid: second.examSid }])
  const elsewhere = await makeExam({ duration: 60 }, { world: exam.world })
  await enroll(exam.world, elsewhere.courseSid, { userSid: exam.userSid })
  const examSids = [exam.examSid, elsewhere.examSid]
  const [result] = await applied(exam, [{ userSid: exam.userSid, ...extra, examSids }])
  expect(result?.accommodations.map(({ examSid }) => examSid).toSorted()).toEqual(examSids.toSorted())
})

test('of several exams the result is Created before Updated before Found Existing', async () => {
  const second = await anotherExam(exam, { duration: 30 })
  const [one, two] = [[exam.examSid], [second.examSid]]
  await appliedOne(exam, { ...extra, examSids: one })
  expect(await appliedOne(exam, extra)).toMatchObject({ result: 'Created' })
  await appliedOne(exam, { extraMinutes: 5, examSids: two })
  expect(await appliedOne(exam, extra)).toMatchObject({ result: 'Updated' })
  expect(await appliedOne(exam, extra)).toMatchObject({ result: 'Found Existing' })
})

test('500 items of one course are applied in at most 2 round trips, and again change nothing', {
  timeout: 120_000,
}, async () => {
  const count = rounds({ quick: 60, all: 500 })
  const enrollments: string[] = []
  // 20 at once: one connection to PGlite serves all of them, and the last one must not wait for 30 s.
  while (enrollments.length < count)
    enrollments.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => enroll(exam.world, exam.courseSid)))),
    )
  const items = enrollments.map(enrollmentSid => ({ enrollmentSid, extraTimePercent: 25 }))
  const padding = Array.from({ length: 500 - count }, () => items[0] ?? {})
  const made = await applied(exam, [...items, ...padding])
  expect(made.slice(0, count).every(({ result }) => result === 'Created')).toBe(true)
  expect(new Set(made.map(({ sid }) => sid)).size).toBe(count)
  const again = await applied(exam, [...items, ...padding])
  expect(again.every(({ result }) => result === 'Found Existing')).toBe(true)
})

describe('a lock', () => {
  const locked = { code: 'action_not_allowed', status: 403 }

  test('of the primary configuration refuses the item of an instructor as a whole, not that of an admin', async () => {
    const second = await anotherExam(exam, { duration: 30 })
    await exam.admin('POST', exam.at(exam.primarySid, 'lock'))
    const { call } = await caller(exam.world, 'instructor')
    const refused = await appliedOne(exam, extra, call)
    expect(refused).toMatchObject({ result: 'Refused', problem: locked })
    expect(refused.problem?.detail).toContain('The configuration is locked.')
    for (const each of [exam, second]) expect(await accommodationsOf(each)).toEqual([])
    expect(await appliedOne(exam, { ...extra, examSids: [second.examSid] }, call)).toMatchObject({
      result: 'Created',
    })
    expect(await appliedOne(exam, extra)).toMatchObject({ result: 'Created' })
  })

  test('of the accommodation refuses its update by an instructor', async () => {
    const { sid } = await appliedOne(exam, extra)
    await exam.admin('POST', exam.at(sid ?? '', 'lock'))
    const { call } = await caller(exam.world, 'instructor')
    expect(await appliedOne(exam, { extraMinutes: 20 }, call)).toMatchObject({
      result: 'Refused',
      problem: locked,
    })
    expect(await exam.read(sid ?? '')).toMatchObject({ duration: 70, locked: true })
  })

  test.each(['primary configuration', 'accommodation'])(
    'of the %s does not refuse the repetition by an instructor of what is applied',
    async locking => {
      const { sid } = await appliedOne(exam, extra)
      const of = locking === 'accommodation' ? (sid ?? '') : exam.primarySid
      await exam.admin('POST', exam.at(of, 'lock'))
      const { call } = await caller(exam.world, 'instructor')
      expect(await appliedOne(exam, extra, call)).toMatchObject({ sid, result: 'Found Existing' })
    },
  )
})

describe('where the install requires approval', () => {
  beforeEach(async () => {
    await exam.admin('PUT', exam.path('/settings'), { body: { requireManagerExamApproval: true } })
  })

  test('a new accommodation is not approved', async () => {
    const { sid } = await appliedOne(exam, extra)
    expect(await exam.read(sid ?? '')).toMatchObject({ approved: false, approvedBy: null })
  })

  test.each([
    ['instructor', { extraMinutes: 20 }, false],
    ['instructor', { examCloseDate: '2027-03-01T00:00:00Z' }, false],
    ['instructor', { extraMinutes: 10 }, true],
    ['admin', { extraMinutes: 20 }, true],
  ] as const)(
    'after the change of an approved one by an %s with %j, approved is %j',
    async (role, change, approved) => {
      const { sid } = await appliedOne(exam, extra)
      await exam.admin('POST', exam.at(sid ?? '', 'approve'))
      const { call } = await caller(exam.world, role)
      await appliedOne(exam, change, call)
      const approvedBy = approved ? expect.any(String) : null
      expect(await exam.read(sid ?? '')).toMatchObject({ approved, approvedBy })
    },
  )
})
