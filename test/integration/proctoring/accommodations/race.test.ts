// Batches of accommodations beside each other and beside the operations on single accommodations, on a real Postgres.
import { expect, test } from 'vitest'
import { uuidFromSid } from '../../../../db/sid.ts'
import { accommodationsOf, anotherExam, applyBatch } from '../../../support/accommodations.ts'
import type { Answer } from '../../../support/client.ts'
import { type ExamWorld, enroll, makeExam } from '../../../support/configurations.ts'
import { heldStack } from '../../../support/held.ts'
import { rounds } from '../../../support/rounds.ts'
import { makeWorld } from '../../../support/world.ts'

const repetitions = rounds({ quick: 6, all: 20 })
const timeout = 120_000

const held = heldStack()
const onPostgres = async (): Promise<ExamWorld> =>
  makeExam({ duration: 60 }, { world: await makeWorld(held().stack) })

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

/** Sends requests that have all read their data before one of them writes: their course is locked until they wait. */
const atOnce = (exam: ExamWorld, requests: (() => Promise<Answer>)[]): Promise<(Answer | Error)[]> =>
  held().whileHeld(
    `select from course where sid = '${uuidFromSid(exam.courseSid)}' for no key update`,
    ...requests,
  )

const statusesOf = (answers: readonly (Answer | Error)[]) =>
  answers.map(answer => (answer instanceof Error ? answer.message : answer.status)).toSorted()

test.each([
  ['two batches', ['batch', 'batch']],
  ['a batch and a creation', ['batch', 'create']],
  ['two creations', ['create', 'create']],
  ['a batch, a creation and a copy', ['batch', 'create', 'copy']],
  ['a batch and the move of an accommodation', ['batch', 'move']],
] as const)(
  'of %s at once one is granted, the others are 409 edited_meanwhile: one accommodation',
  {
    timeout,
  },
  async (_, kinds) => {
    const exam = await onPostgres()
    const { enrollmentSid, admin, at, world, courseSid } = exam
    const other = await enroll(world, courseSid)
    const moved = (await exam.add({ enrollmentSid: other })).text('sid')
    const copied = (await exam.add({ referenceExamConfigurationSid: exam.primarySid })).text('sid')
    const send = {
      batch: () => applyBatch(exam, [{ enrollmentSid, ...extra }]),
      create: () => admin('POST', at(), { body: { enrollmentSid, duration: 90 } }),
      copy: () => admin('PUT', at(copied), { body: { enrollmentSid } }),
      move: () => admin('PUT', at(moved), { body: { enrollmentSid, duration: 90 } }),
    }
    const answers = await atOnce(
      exam,
      kinds.map(kind => send[kind]),
    )
    expect(statusesOf(answers).slice(1)).toEqual(kinds.slice(1).map(() => 409))
    expect(answers).toContainEqual(
      expect.objectContaining({ status: 409, body: expect.objectContaining({ code: 'edited_meanwhile' }) }),
    )
    const rows = await accommodationsOf(exam)
    expect(rows.filter(row => row['enrollmentSid'] === enrollmentSid)).toHaveLength(1)
  },
)

test('of two copies of an accommodation at once one is 409: it was decided without the other', {
  timeout,
}, async () => {
  const exam = await onPostgres()
  const sid = (await exam.accommodate({ duration: 90 })).text('sid')
  const copy = () => exam.admin('POST', exam.at(), { body: { referenceExamConfigurationSid: sid } })
  const answers = await atOnce(exam, [copy, copy])
  expect(statusesOf(answers)).toEqual([201, 409])
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
