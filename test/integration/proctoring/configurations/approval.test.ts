// `approved`: if the install requires a manager's approval, an instructor's change revokes it.
import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../../support/client.ts'
import {
  caller,
  type ExamWorld,
  everything,
  flags,
  type Members,
  makeExam,
} from '../../../support/configurations.ts'
import { rotating } from '../../../support/rounds.ts'
import { issueApiToken } from '../../../support/tokens.ts'
import { allow, makeWorld } from '../../../support/world.ts'

let exam: ExamWorld
let admin: { call: Call; sid: string }
let instructor: { call: Call; sid: string }
beforeAll(async () => {
  const world = await makeWorld()
  await world.admin('PUT', world.path('/settings'), { body: { requireManagerExamApproval: true } })
  exam = await makeExam(everything, { world })
  admin = await caller(world, 'admin')
  instructor = await caller(world, 'instructor')
})

const { instructorAsProctor: _, ...replaceable } = everything

/** An approved configuration with every member but `instructorAsProctor`. */
async function approved(): Promise<string> {
  const sid = (await exam.accommodate(replaceable)).text('sid')
  await exam.admin('POST', exam.at(sid, 'approve'))
  return sid
}

describe('a new configuration', () => {
  test.each(['admin', 'instructor'])('by an %s is not approved if approval is required', async role => {
    const { call } = role === 'admin' ? admin : instructor
    expect((await exam.accommodate({}, call)).body).toMatchObject({ approved: false, approvedBy: null })
  })

  test('that copies an approved one is not approved', async () => {
    const copy = await exam.add({ referenceExamConfigurationSid: await approved() })
    expect(copy.body).toMatchObject({ approved: false, approvedBy: null })
  })

  test('that is an exam’s primary one is not approved', async () => {
    expect(await exam.read()).toMatchObject({ approved: false, approvedBy: null })
  })

  test('has no approver if no approval is required', async () => {
    const free = await makeExam()
    const copy = await free.add({ referenceExamConfigurationSid: free.primarySid })
    const { call } = await caller(free.world, 'instructor')
    for (const record of [await free.read(), (await free.accommodate({}, call)).body, copy.body])
      expect(record).toMatchObject({ approved: true, approvedBy: null })
  })
})

describe('approve', () => {
  test('sets approved, and approvedBy to the sid of the credential, in at most 2 round trips', async () => {
    const created = (await exam.accommodate(everything)).body
    const sid = String(created['sid'])
    await setTimeout(5)
    const answer = await admin.call('POST', exam.at(sid, 'approve'))
    expect(answer.status).toBe(200)
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
    expect(answer.body).toEqual({
      ...created,
      approved: true,
      approvedBy: admin.sid,
      editDate: answer.text('editDate'),
    })
    expect(await exam.read(sid)).toEqual(answer.body)
  })

  test('by a token sets the sid of the credential that issued it', async () => {
    const everywhere = allow(['sp:*'], [`installs/${exam.installSid}/*`])
    const { call } = await issueApiToken(exam.world, everywhere, admin.call)
    const sid = (await exam.accommodate()).text('sid')
    expect((await call('POST', exam.at(sid, 'approve'))).body).toMatchObject({ approvedBy: admin.sid })
  })

  test('can be repeated', async () => {
    const again = await admin.call('POST', exam.at(await approved(), 'approve'))
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ approved: true })
  })

  test('works for the primary one', async () => {
    const own = await makeExam({}, exam)
    expect((await admin.call('POST', own.at(own.primarySid, 'approve'))).body).toMatchObject({
      type: 'primary',
      approved: true,
      approvedBy: admin.sid,
    })
  })
})

const substantial: [what: string, change: Members][] = [
  ['examOpenDate', { examOpenDate: '2027-03-01T08:00:00.001Z' }],
  ['examCloseDate', { examCloseDate: '2027-03-06T17:00:00Z' }],
  ['scheduleOpenDate', { scheduleOpenDate: '2027-01-01T00:00:00Z' }],
  ['scheduleCloseDate', { scheduleCloseDate: '2027-02-28T00:00:00Z' }],
  ['duration', { duration: 91 }],
  ['password', { password: 'changed' }],
  ['proctorTypes', { proctorTypes: ['live'] }],
  ['proctorTypes to none', { proctorTypes: [] }],
  ...['examOpenDate', 'examCloseDate', 'scheduleOpenDate', 'scheduleCloseDate', 'duration', 'password'].map(
    (field): [string, Members] => [`${field} to null`, { [field]: null }],
  ),
  ['attempts', { attempts: 7 }],
  ['url', { url: 'https://other.example/' }],
  ['requiredSoftware', { requiredSoftware: 'None' }],
  ['virtualCalculatorType', { virtualCalculatorType: null }],
  ['permitted items', { ...Object.fromEntries(flags.map(flag => [flag, null])), permittedOtherItems: 'Tea' }],
  ['modalityOptions', { modalityOptions: { other: 1 } }],
  ['instructorAsProctor', { instructorAsProctor: [{ location: 'Elsewhere' }] }],
  ['attachments', { attachments: [{ attachmentUrl: 'https://files.example/a' }] }],
]
const unsubstantial: [what: string, change: Members][] = [
  ['nothing', {}],
  ['a date written otherwise', { examOpenDate: '2027-03-01T08:00:00Z' }],
  ['the order of an object', { modalityOptions: { '': {}, live: { tags: ['a', null, true], ratio: 0.5 } } }],
  ['notes', { studentNotes: 'New', proctorNotes: null }],
]

describe('an instructor’s PUT that changes', () => {
  test.each(substantial)('%s revokes the approval, as the response shows', async (_, change) => {
    const sid = await approved()
    const { body } = await exam.replace(sid, { ...replaceable, ...change }, instructor.call)
    expect(body).toMatchObject({ approved: false, approvedBy: null })
    expect(await exam.read(sid)).toEqual(body)
  })

  test.each(unsubstantial)('%s keeps the approval', async (_, change) => {
    const sid = await approved()
    const { approvedBy } = await exam.read(sid)
    const { body } = await exam.replace(sid, { ...replaceable, ...change }, instructor.call)
    expect(body).toMatchObject({ approved: true, approvedBy })
  })

  test('the duration from null revokes the approval', async () => {
    const sid = (await exam.accommodate()).text('sid')
    await exam.admin('POST', exam.at(sid, 'approve'))
    expect((await exam.replace(sid, {}, instructor.call)).body).toHaveProperty('approved', true)
    expect((await exam.replace(sid, { duration: 5 }, instructor.call)).body).toHaveProperty('approved', false)
  })

  test('the primary one revokes its approval, too', async () => {
    const own = await makeExam({ duration: 60 }, exam)
    await own.admin('POST', own.at(own.primarySid, 'approve'))
    const { body } = await own.replace(own.primarySid, { duration: 61 }, instructor.call)
    expect(body).toMatchObject({ approved: false, approvedBy: null })
  })

  test('no slot keeps the approval and the history, if a slot has no end', async () => {
    const own = await makeExam({ instructorAsProctor: [{ location: 'Room 7' }] }, exam)
    const { body } = await own.admin('POST', own.at(own.primarySid, 'approve'))
    const [slot] = [body['instructorAsProctor']].flat() as Members[]
    const instructorAsProctor = [{ sid: slot?.['sid'], location: 'Room 7' }]
    const steps = async () =>
      (await own.admin('GET', own.at(own.primarySid, 'history')))
        .list('results')
        .map(({ trigger }) => trigger)
    const before = await steps()
    const replaced = await own.replace(own.primarySid, { instructorAsProctor }, instructor.call)
    expect(replaced.body).toMatchObject({ approved: true, instructorAsProctor: body['instructorAsProctor'] })
    expect(await steps()).toEqual(before)
  })

  test('one that is not approved keeps it so', async () => {
    const sid = (await exam.accommodate({ duration: 5 })).text('sid')
    for (const duration of [5, 6, 5])
      expect((await exam.replace(sid, { duration }, instructor.call)).body).toHaveProperty('approved', false)
  })
})

describe('the approval is kept', () => {
  let free: ExamWorld
  let inFree: Call
  beforeAll(async () => {
    free = await makeExam()
    inFree = (await caller(free.world, 'instructor')).call
  })
  const half = Math.ceil(substantial.length / 2)

  test.each(rotating(substantial, 0, half))('when an admin changes %s', async (_, change) => {
    const sid = await approved()
    const { approvedBy } = await exam.read(sid)
    const { body } = await exam.replace(sid, { ...replaceable, ...change })
    expect(body).toMatchObject({ approved: true, approvedBy })
  })

  test.each(rotating(substantial, 1, half))(
    'when an instructor changes %s and no approval is required',
    async (_, change) => {
      const sid = (await free.accommodate(replaceable)).text('sid')
      const { body } = await free.replace(sid, { ...replaceable, ...change }, inFree)
      expect(body).toMatchObject({ approved: true })
    },
  )
})

test('a PUT by an admin does not approve', async () => {
  const sid = (await exam.accommodate()).text('sid')
  expect((await exam.replace(sid, everything)).body).toMatchObject({ approved: false, approvedBy: null })
})
