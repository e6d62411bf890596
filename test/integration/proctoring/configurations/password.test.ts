// `password` opens the exam. It is sealed in the table, and only readers of one configuration who run the exam see it.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../../support/client.ts'
import {
  caller,
  type ExamWorld,
  everyField,
  freeElement,
  makeExam,
  stored,
} from '../../../support/configurations.ts'
import { issueApiToken } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

const password = 'open-sésame-🔑'
const ofCopy = 'another-sesame'

let exam: ExamWorld
let sids: Record<string, string>
const calls = new Map<string, Call>()
beforeAll(async () => {
  exam = await makeExam({ password })
  const accommodation = (await exam.accommodate({ password })).text('sid')
  const copy = (await exam.add({ referenceExamConfigurationSid: accommodation })).text('sid')
  const replaced = (await exam.accommodate()).text('sid')
  await exam.replace(replaced, { password })
  sids = { primary: exam.primarySid, accommodation, copy, replaced }
  const everywhere = allow(['sp:*'], [`installs/${exam.installSid}/*`])
  for (const role of ['admin', 'instructor', 'proctor', 'learner'] as const) {
    const { call } = await caller(exam.world, role)
    calls.set(role, call)
    calls.set(`${role}'s api token`, (await issueApiToken(exam.world, everywhere, call)).call)
  }
  for (const element of ['assessment-viewer', 'proctoring-session'])
    calls.set(element, (await freeElement(exam, element)).call)
})

const shown = async (who: string, path: string) => {
  const answer = await calls.get(who)?.('GET', path)
  expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
  return answer?.body['password']
}

test('no password is in plain text in the table, and no two sealed texts are equal', async () => {
  const { configurations } = await stored(exam)
  const sealed = configurations.map(row => row.password)
  expect(sealed).toHaveLength(4)
  for (const text of sealed) {
    expect(text).toMatch(/./)
    for (const clear of [
      password,
      Buffer.from(password).toString('base64url'),
      Buffer.from(password).toString('hex'),
    ])
      expect(text).not.toContain(clear)
  }
  expect(new Set([sealed[0], sealed[1], sealed[3]]).size).toBe(3)
})

test('an absent password is null in the table', async () => {
  const own = await makeExam()
  const sid = (await own.accommodate({ password })).text('sid')
  await own.replace(sid, {})
  expect((await stored(own)).configurations.map(row => row.password)).toEqual([null, null])
})

const staff = ['admin', 'instructor', 'proctor', "admin's api token", "instructor's api token"]
const eyes = [...staff, "proctor's api token", 'proctoring-session']
const learners = ['learner', "learner's api token", 'assessment-viewer']

describe.each(eyes)('%s', who => {
  test.each(['primary', 'accommodation', 'copy', 'replaced'])('can read that of the %s one', async which => {
    expect(await shown(who, exam.at(sids[which]))).toBe(password)
  })

  test('can read that of a learner’s effective configuration', async () => {
    expect((await exam.effective(calls.get(who))).body).toHaveProperty('password', password)
  })
})

describe.each(learners)('%s', who => {
  test.each(['primary', 'accommodation', 'copy', 'replaced'])(
    'cannot read that of the %s one',
    async which => {
      const answer = await calls.get(who)?.('GET', exam.at(sids[which]))
      const isOfOther = which !== 'primary' && who !== 'assessment-viewer'
      expect([answer?.status, answer?.body['password']]).toEqual(isOfOther ? [404, undefined] : [200, null])
    },
  )

  test('cannot read that of a learner’s effective configuration; its own learner, everything else', async () => {
    const answer = await exam.effective(calls.get(who))
    expect(answer.raw).not.toContain(password)
    if (who !== 'assessment-viewer') return expect(answer.status).toBe(403)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...(await exam.effective()).body, password: null })
  })

  test('can read everything else of a configuration', async () => {
    const answer = await calls.get(who)?.('GET', `${exam.at()}?type=primary`)
    expect(answer?.list('results').map(record => Object.keys(record).toSorted())).toEqual([
      everyField.toSorted(),
    ])
  })
})

test('the notes to the proctor are not in the effective configuration of a learner', async () => {
  const noted = await makeExam({ proctorNotes: 'Watch the door.' })
  expect((await noted.effective()).body).toHaveProperty('proctorNotes', 'Watch the door.')
  const { call } = await freeElement(noted, 'assessment-viewer')
  expect((await noted.effective(call)).body).toHaveProperty('proctorNotes', null)
})

test.each([...eyes, ...learners])('no list contains a password for %s', async who => {
  const isLearner = learners.includes(who)
  const answer = await calls.get(who)?.('GET', isLearner ? `${exam.at()}?type=primary` : exam.at())
  expect(answer?.list('results').map(record => record['password'])).toEqual(
    Array(isLearner ? 1 : 4).fill(null),
  )
  expect(answer?.raw).not.toContain(password)
})

test('the responses of A7, A8, approve, lock and unlock contain it', async () => {
  const created = await exam.accommodate({ password })
  const at = (operation?: string) => exam.at(created.text('sid'), operation)
  const replaced = await exam.replace(created.text('sid'), { password: ofCopy })
  expect([created.body['password'], replaced.body['password']]).toEqual([password, ofCopy])
  for (const operation of ['approve', 'lock', 'unlock'])
    expect((await exam.admin('POST', at(operation))).body).toHaveProperty('password', ofCopy)
})

test('an accommodation’s own overrides that of the primary one, for its learner only', async () => {
  const own = await makeExam({ password })
  await own.accommodate({ password: ofCopy })
  expect((await own.effective()).body).toHaveProperty('password', ofCopy)
  expect(await own.read()).toHaveProperty('password', password)
})

test('the record of the exam never contains it: permission to read an exam does not include the password', async () => {
  const path = exam.path(`/courses/${exam.courseSid}/exams/${exam.examSid}`)
  const [ours, theirs] = await Promise.all([
    calls.get('instructor')?.('GET', path),
    calls.get('learner')?.('GET', path),
  ])
  expect(ours?.raw).not.toContain(password)
  expect(theirs?.raw).not.toContain(password)
})
