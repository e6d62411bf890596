// Batches of accommodations beside each other and beside the operations on single accommodations, on a real Postgres.
import { expect, test } from 'vitest'
import { accommodationsOf, anotherExam, appliedOne, applyBatch } from '../../../support/accommodations.ts'
import { type ExamWorld, enroll, makeExam } from '../../../support/configurations.ts'
import { rounds } from '../../../support/rounds.ts'
import { sharedStack } from '../../../support/stack.ts'
import { makeWorld } from '../../../support/world.ts'

const repetitions = rounds({ quick: 6, all: 40 })
const timeout = 120_000

const onPostgres = async (): Promise<ExamWorld> =>
  makeExam({ duration: 60 }, { world: await makeWorld(await sharedStack('postgres')) })

const extra = { extraMinutes: 10 }

test('batches at once never make two accommodations of a learner and exam: 200, or 409 edited_meanwhile', {
  timeout,
}, async () => {
  for (let round = 0; round < repetitions; round++) {
    const exam = await onPostgres()
    const second = await anotherExam(exam, { duration: 60 })
    const { enrollmentSid, userSid } = exam
    const items = [
      { enrollmentSid, ...extra },
      { userSid, ...extra },
    ]
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        applyBatch(exam, [items[n % 2], { enrollmentSid, extraMinutes: n + 1 }]),
      ),
    )
    for (const { status, raw } of answers) expect([200, 409], raw).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    for (const each of [exam, second]) expect(await accommodationsOf(each)).toHaveLength(1)
  }
})

test('a batch and a single creation at once never make two accommodations of a learner and exam', {
  timeout,
}, async () => {
  for (let round = 0; round < repetitions * 2; round++) {
    const exam = await onPostgres()
    const { enrollmentSid, admin, at } = exam
    const body = { enrollmentSid, duration: 90 }
    const answers = await Promise.all([
      applyBatch(exam, [{ enrollmentSid, ...extra }]),
      admin('POST', at(), { body }),
      applyBatch(exam, [{ enrollmentSid, ...extra }]),
      admin('POST', at(), { body }),
    ])
    for (const { status, raw } of answers) expect([200, 201, 409], raw).toContain(status)
    const created = answers.filter(({ status }) => status === 201)
    // A single creation that starts after the end of another request is no race, and the interface allows it.
    expect((await accommodationsOf(exam)).length).toBeLessThanOrEqual(Math.max(1, created.length))
    expect(await appliedOne(exam, extra)).not.toMatchObject({ result: 'Created' })
  }
})

test('an item beside a lock, a replacement and a deletion is applied to what it was decided on, or 409', {
  timeout,
}, async () => {
  for (let round = 0; round < repetitions; round++) {
    const exam = await onPostgres()
    const { enrollmentSid, admin, at } = exam
    const sid = (await exam.accommodate({ duration: 70, studentNotes: 'Room 12' })).text('sid')
    const [applied, replaced, deleted] = await Promise.all([
      applyBatch(exam, [{ enrollmentSid, extraMinutes: 30 }]),
      admin('PUT', at(sid), { body: { duration: 80, studentNotes: 'Room 13' } }),
      ...(round % 2 ? [admin('DELETE', at(sid))] : []),
    ])
    for (const answer of [applied, replaced, deleted])
      if (answer) expect([200, 404, 409]).toContain(answer.status)
    const rows = await accommodationsOf(exam)
    expect(rows.length).toBeLessThanOrEqual(1)
    if (deleted?.status !== 200 && applied?.status === 200 && replaced?.status === 409)
      expect(rows).toMatchObject([{ duration: 90, studentNotes: 'Room 12' }])
  }
})

test('batches of the same learners in opposite orders do not deadlock', { timeout }, async () => {
  const exam = await onPostgres()
  const courses = await Promise.all(
    Array.from({ length: 4 }, () => makeExam({ duration: 60 }, { world: exam.world })),
  )
  const userSid = await exam.world.user()
  for (const { courseSid } of courses) await enroll(exam.world, courseSid, { userSid })
  for (let round = 0; round < repetitions; round++) {
    const items = courses.map(({ examSid }) => ({ userSid, examSids: [examSid], extraMinutes: round + 1 }))
    const answers = await Promise.all([applyBatch(exam, items), applyBatch(exam, items.toReversed())])
    for (const { status, raw } of answers) expect([200, 409], raw).toContain(status)
  }
})
