// GET …/configurations/{}/history: who changed a configuration, and what.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../../support/client.ts'
import { caller, type ExamWorld, enroll, type Members, makeExam } from '../../../support/configurations.ts'
import { attach } from '../../../support/files.ts'
import { problemOf } from '../../../support/problem.ts'
import { issueToken, staffUser } from '../../../support/tokens.ts'
import { allow, makeWorld } from '../../../support/world.ts'

let exam: ExamWorld
let admin: { call: Call; sid: string }
let instructor: { call: Call; sid: string }
beforeAll(async () => {
  const world = await makeWorld()
  await world.admin('PUT', world.path('/settings'), { body: { requireManagerExamApproval: true } })
  exam = await makeExam({ duration: 60, password: 'first-secret' }, { world })
  admin = await caller(world, 'admin')
  instructor = await caller(world, 'instructor')
})

/** The entries, oldest first, in one round trip. */
async function historyOf(at: ExamWorld, sid = at.primarySid): Promise<Members[]> {
  const answer = await at.admin('GET', at.at(sid, 'history?limit=1000'))
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  expect(answer.raw).not.toContain('secret')
  return answer.list('results')
}

const byCredential = ({ sid }: { sid: string }) => ({ kind: 'credential', sid, onBehalfOf: null })

test('it begins with the creation, and has each change with its actor and the values before and after', async () => {
  const own = await makeExam({ duration: 60, proctorTypes: ['live'] }, exam)
  const sid = own.primarySid
  const open = '2027-03-01T08:00:00.000Z'
  await admin.call('POST', own.at(sid, 'approve'))
  await admin.call('POST', own.at(sid, 'lock'))
  await admin.call('POST', own.at(sid, 'unlock'))
  await own.replace(sid, { duration: 90, examOpenDate: open, proctorTypes: ['live'] }, instructor.call)
  const entries = await historyOf(own)
  expect(entries.map(({ trigger }) => trigger)).toEqual([
    ...['create', 'approve', 'lock', 'unlock', 'revoke', 'update'],
  ])
  const [created, approved, locked, unlocked, revoked, updated] = entries
  expect(created).toMatchObject({ from: null, to: { duration: 60, proctorTypes: ['live'] }, changes: [] })
  expect(created?.['actor']).toMatchObject({ kind: 'credential' })
  expect(approved).toMatchObject({
    from: { approved: false, approvedBy: null },
    to: { approved: true, approvedBy: admin.sid },
    actor: byCredential(admin),
    changes: ['approved', 'approvedBy'],
  })
  expect([locked?.['to'], unlocked?.['to']]).toEqual([{ locked: true }, { locked: false }])
  expect(revoked).toMatchObject({ to: { approved: false }, actor: byCredential(instructor) })
  expect(updated).toMatchObject({
    from: { duration: 60, examOpenDate: null },
    to: { duration: 90, examOpenDate: open },
    actor: byCredential(instructor),
    changes: ['duration', 'examOpenDate'],
  })
})

test('a password is named and not shown, and an unchanged one is not named', async () => {
  const own = await makeExam({ password: 'first-secret' }, exam)
  await own.replace(own.primarySid, { password: 'first-secret', duration: 5 })
  await own.replace(own.primarySid, { password: 'second-secret', duration: 5 })
  const changes = (await historyOf(own)).map(entry => [entry['changes'], entry['to']])
  expect(changes.slice(1)).toEqual([
    [['duration'], { duration: 5 }],
    [['password'], {}],
  ])
})

test('slots are one entry with the other members; a replacement by the same values is none', async () => {
  const own = await makeExam({}, exam)
  const slot = { location: 'Room 12', startTime: null, endTime: null, capacity: 3 }
  const { body } = await own.replace(own.primarySid, { attempts: 2, instructorAsProctor: [slot] })
  await own.replace(own.primarySid, { attempts: 2, instructorAsProctor: body['instructorAsProctor'] })
  const entries = await historyOf(own)
  expect(entries).toHaveLength(2)
  expect(entries[1]).toMatchObject({
    from: { attempts: null, instructorAsProctor: [] },
    to: { attempts: 2, instructorAsProctor: [slot] },
    changes: ['attempts', 'instructorAsProctor'],
  })
})

test('exam files are recorded by name, and an accommodation revokes the approval of the primary one', async () => {
  const own = await makeExam({}, exam)
  const { sid } = await attach(own, { examConfigurationSid: own.primarySid })
  await own.admin('DELETE', own.path(`/files/${sid}`))
  await admin.call('POST', own.at(own.primarySid, 'approve'))
  await own.accommodate({ duration: 70 }, instructor.call)
  const entries = (await historyOf(own)).slice(1)
  expect(entries).toMatchObject([
    { trigger: 'update', from: { examFiles: [] }, to: { examFiles: ['exam.pdf'] } },
    { trigger: 'update', from: { examFiles: ['exam.pdf'] }, to: { examFiles: [] } },
    { trigger: 'approve' },
    { trigger: 'revoke', actor: byCredential(instructor) },
  ])
})

test('a reconciliation that changed appointments is an entry of its own', async () => {
  const own = await makeExam({ duration: 60 }, exam)
  await admin.call('POST', own.at(own.primarySid, 'approve'))
  const sessions = own.path(`/exams/${own.examSid}/sessions`)
  const [session] = (await own.admin('GET', sessions)).list('results')
  const appointmentDate = new Date(Date.now() + 3_600_000).toISOString()
  const scheduled = await own.admin('POST', `${sessions}/${session?.['sid']}`, { body: { appointmentDate } })
  expect(scheduled.status, scheduled.raw).toBe(200)
  for (const duration of [70, 80]) await own.replace(own.primarySid, { duration })
  const entries = await historyOf(own)
  expect(entries.map(({ trigger }) => trigger)).toEqual([
    ...['create', 'approve', 'update', 'reconcile', 'update', 'reconcile'],
  ])
  expect(entries.at(-1)).toMatchObject({
    to: { updatedAutomatedSessions: 1 },
    changes: ['updatedAutomatedSessions'],
  })
})

test('a token is the actor, with its user', async () => {
  const own = await makeExam({}, exam)
  const policy = { version: '1', statements: allow(['sp:*'], [`installs/${own.installSid}/*`]) }
  const targetUserSid = await staffUser(own)
  const token = await issueToken(own.world, { tokenType: 'api', policy, targetUserSid }, own.admin)
  await own.replace(own.primarySid, { duration: 5 }, token.call)
  const [, updated] = await historyOf(own)
  expect(updated?.['actor']).toMatchObject({ kind: 'token', onBehalfOf: targetUserSid })
})

test('the batch and erasure: the texts of an erased learner are in no entry, the names of members remain', async () => {
  const own = await makeExam({ duration: 60 }, exam)
  const userSid = await own.user()
  const enrollmentSid = await enroll(own.world, own.courseSid, { userSid })
  const sid = (await own.add({ enrollmentSid, studentNotes: 'Needs a scribe.' })).text('sid')
  const items = [{ enrollmentSid, examSids: [own.examSid], extraMinutes: 10 }]
  await own.admin('POST', own.path('/accommodations/batch'), { body: { items } })
  expect((await historyOf(own, sid)).map(({ changes }) => changes)).toEqual([[], ['duration']])
  expect((await own.admin('DELETE', own.path(`/users/${userSid}`))).status).toBe(200)
  const answer = await own.admin('GET', own.at(sid, 'history'))
  expect(answer.raw).not.toContain('scribe')
  expect(answer.list('results').map(({ changes }) => changes)).toContainEqual(['duration'])
})

describe('who reads it', () => {
  test.each([
    ['admin', 200],
    ['instructor', 200],
    ['proctor', 200],
    ['learner', 403],
  ] as const)('a credential of the role %s: %i', async (role, status) => {
    const { call } = await caller(exam.world, role)
    expect((await call('GET', exam.at(exam.primarySid, 'history'))).status).toBe(status)
  })

  test('pages like other lists, in both orders', async () => {
    const own = await makeExam({}, exam)
    for (const duration of [1, 2, 3]) await own.replace(own.primarySid, { duration })
    const page = await own.admin('GET', own.at(own.primarySid, 'history?limit=2&offset=1&sortOrder=DESC'))
    expect(page.list('results').map(({ to }) => to)).toEqual([{ duration: 2 }, { duration: 1 }])
    expect(page.body['total']).toBe(4)
  })

  test('a deleted accommodation has none', async () => {
    const sid = (await exam.accommodate()).text('sid')
    await exam.admin('DELETE', exam.at(sid))
    problemOf(await exam.admin('GET', exam.at(sid, 'history')), 404)
  })
})
