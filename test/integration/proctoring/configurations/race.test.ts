// Simultaneous writes of one configuration: no change is applied partly, and no lost change goes unreported.
import { expect, test } from 'vitest'
import { caller, type ExamWorld, everything, makeExam, stored } from '../../../support/configurations.ts'
import { problemOf } from '../../../support/problem.ts'
import { rounds } from '../../../support/rounds.ts'

const rooms = (n: number) => Array.from({ length: n % 4 }, (_, room) => ({ location: `${n}.${room}` }))

/** A body whose every member contains the number. */
const bodyOf = (n: number) => ({
  ...everything,
  duration: n + 1,
  attempts: n + 1,
  password: `password ${n}`,
  studentNotes: `notes ${n}`,
  proctorTypes: [`type ${n}`],
  modalityOptions: { n },
  instructorAsProctor: rooms(n),
  attachments: [{ attachmentUrl: `https://files.example/${n}`, attachmentAwsTitle: `title ${n}` }],
})

/** Sends 20 PUTs at once and returns the granted responses. */
async function race(exam: ExamWorld, sid: string) {
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  const answers = await Promise.all(numbers.map(n => exam.admin('PUT', exam.at(sid), { body: bodyOf(n) })))
  for (const [n, answer] of answers.entries()) {
    if (answer.status === 200) {
      const entries = rooms(n).map(room => expect.objectContaining(room))
      expect(answer.body).toMatchObject({ ...bodyOf(n), instructorAsProctor: entries })
      expect(answer.list('instructorAsProctor')).toHaveLength(entries.length)
    } else {
      problemOf(answer, 409)
      expect(answer.text('code')).toBe('edited_meanwhile')
    }
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
  }
  return answers.filter(({ status }) => status === 200).map(({ body }) => body)
}

test.each(['primary', 'accommodation'])(
  'each of 20 simultaneous PUTs of a %s one is 200 or 409 edited_meanwhile, and the record equals one that got 200',
  async type => {
    const exam = await makeExam(everything)
    const sid = type === 'primary' ? exam.primarySid : (await exam.accommodate(everything)).text('sid')
    for (let round = 0; round < rounds({ quick: 1, all: 3 }); round++) {
      const done = await race(exam, sid)
      expect(done.length).toBeGreaterThan(0)
      const read = await exam.read(sid)
      expect(done).toContainEqual(read)
      const { entries } = await stored(exam)
      const own = entries.filter(({ configurationSid }) => configurationSid === sid)
      expect(own).toHaveLength([read['instructorAsProctor']].flat().length)
    }
  },
)

test('a later PUT is granted', async () => {
  const exam = await makeExam(everything)
  await race(exam, exam.primarySid)
  expect((await exam.replace(exam.primarySid, bodyOf(99))).body).toMatchObject({ duration: 100 })
})

test('a lock or an approval is not lost among PUTs', async () => {
  const exam = await makeExam(everything)
  const at = (operation: string) => exam.at(exam.primarySid, operation)
  const [, ...flags] = await Promise.all([
    race(exam, exam.primarySid),
    exam.admin('POST', at('lock')),
    exam.admin('POST', at('approve')),
  ])
  expect(flags.map(({ status }) => status)).toEqual([200, 200])
  expect(await exam.read()).toMatchObject({ locked: true, approved: true, approvedBy: expect.any(String) })
})

/** Runs the operation among 10 PUTs of an instructor, each with its own duration. Returns its response and the record. */
async function amongInstructors(operation: 'lock' | 'approve') {
  const exam = await makeExam({ duration: 500 })
  await exam.admin('PUT', exam.path('/settings'), { body: { requireManagerExamApproval: true } })
  const sid = (await exam.accommodate({ duration: 500 })).text('sid')
  const { call } = await caller(exam.world, 'instructor')
  const put = (n: number) => call('PUT', exam.at(sid), { body: { duration: n + 1 } })
  const before = Array.from({ length: 5 }, (_, n) => put(n))
  const done = exam.admin('POST', exam.at(sid, operation))
  const puts = [...before, ...Array.from({ length: 5 }, (_, n) => put(n + 5))]
  for (const { status } of await Promise.all(puts)) expect([200, 403, 409]).toContain(status)
  expect((await done).status).toBe(200)
  return { answered: (await done).body, read: await exam.read(sid) }
}

test('no PUT of an instructor is granted after a lock', async () => {
  for (let round = 0; round < rounds({ quick: 1, all: 5 }); round++) {
    const { answered, read } = await amongInstructors('lock')
    expect(read).toEqual(answered)
  }
})

test('the configuration that is approved in the end is the one that the manager approved', async () => {
  for (let round = 0; round < rounds({ quick: 1, all: 5 }); round++) {
    const { answered, read } = await amongInstructors('approve')
    if (read['approved'] === true) expect(read).toEqual(answered)
    else expect(read).toMatchObject({ approvedBy: null })
  }
})

test('a DELETE among PUTs leaves no rows', async () => {
  const exam = await makeExam()
  const sid = (await exam.accommodate(everything)).text('sid')
  const puts = Array.from({ length: 10 }, (_, n) => exam.admin('PUT', exam.at(sid), { body: bodyOf(n) }))
  const gone = await exam.admin('DELETE', exam.at(sid))
  for (const { status } of await Promise.all(puts)) expect([200, 404, 409]).toContain(status)
  expect([200, 409]).toContain(gone.status)
  const { configurations, entries } = await stored(exam)
  if (gone.status === 200) expect([configurations.length, entries.length]).toEqual([1, 0])
})

test('of 20 simultaneous accommodations of a learner at least one is created, each other is 409 edited_meanwhile', async () => {
  const exam = await makeExam()
  const body = { enrollmentSid: exam.enrollmentSid, duration: 5 }
  const made = await Promise.all(Array.from({ length: 20 }, () => exam.admin('POST', exam.at(), { body })))
  const created = made.filter(({ status }) => status === 201)
  for (const answer of made.filter(each => !created.includes(each)))
    expect([answer.status, answer.text('code')]).toEqual([409, 'edited_meanwhile'])
  expect(created.length).toBeGreaterThan(0)
  expect((await exam.admin('GET', exam.at())).count('total')).toBe(1 + created.length)
})
