// Who may do what with a configuration: the role of the caller decides beside its policy.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../../support/client.ts'
import {
  caller,
  changingNothing,
  type ExamWorld,
  everything,
  freeElement,
  type Members,
  makeExam,
} from '../../../support/configurations.ts'
import { problemOf } from '../../../support/problem.ts'
import { issueApiToken } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

let exam: ExamWorld
let sid: string
const calls = new Map<string, Call>()
beforeAll(async () => {
  exam = await makeExam(everything)
  sid = (await exam.accommodate(everything)).text('sid')
  const everywhere = allow(['sp:*'], [`installs/${exam.installSid}/*`])
  for (const role of ['admin', 'instructor', 'proctor', 'learner'] as const) {
    const { call } = await caller(exam.world, role)
    calls.set(role, call)
    calls.set(`${role}'s api token`, (await issueApiToken(exam.world, everywhere, call)).call)
  }
  for (const element of ['exam-session', 'assessment-viewer', 'proctoring-session'])
    calls.set(element, (await freeElement(exam, element)).call)
})

function callOf(who: string): Call {
  const call = calls.get(who)
  if (!call) throw new Error(`Nobody is ${who}`)
  return call
}

type Deed = (call: Call, at: ExamWorld, sid: string) => ReturnType<Call>
const approvals: [string, Deed][] = ['approve', 'lock', 'unlock'].map(deed => [
  deed,
  (call, { at }, one) => call('POST', at(one, deed)),
])
const changes: [string, Deed][] = [
  ['PUT', (call, { at }, one) => call('PUT', at(one), { body: {} })],
  ['DELETE', (call, { at }, one) => call('DELETE', at(one))],
]
const creations: [string, Deed][] = [
  ['A7', (call, { at, enrollmentSid }) => call('POST', at(), { body: { enrollmentSid } })],
  [
    'A7 as a copy',
    (call, { at, primarySid }) => call('POST', at(), { body: { referenceExamConfigurationSid: primarySid } }),
  ],
]
const writes = [...creations, ...changes, ...approvals]

// An exam-session is bound to its user's own records besides, and reads no configuration but what holds for its user.
const elements = { learner: ['assessment-viewer'], proctor: ['proctoring-session'] }
const actingAs = (role: string, others: string[] = []) => [role, `${role}'s api token`, ...others]
const readers = [...actingAs('proctor', elements.proctor), ...actingAs('learner', elements.learner)]

/** Holds that a role kept it from being done, and that the answer says of what and where. */
async function isForbidden(deed: Deed, who: string, one = sid) {
  const answer = await changingNothing(exam, () => deed(callOf(who), exam, one))
  problemOf(answer, 403)
  expect(answer.body).toMatchObject({
    action: expect.stringMatching(/^sp:\w+ExamConfiguration$/),
    resource: expect.stringContaining(`installs/${exam.installSid}/courses/${exam.courseSid}/exams/`),
  })
}

describe.each(readers)('%s', who => {
  test.each(writes)('gets 403 for %s, and nothing changes', async (_, deed) => {
    await isForbidden(deed, who)
  })

  test('gets 403 for writing the primary one, too', async () => {
    for (const [, deed] of [...changes, ...approvals]) await isForbidden(deed, who, exam.primarySid)
  })

  test('reads one, all, and what holds, each in 1 trip', async () => {
    const call = callOf(who)
    for (const answer of [
      await call('GET', exam.at(sid)),
      await call('GET', exam.at()),
      await exam.effective(call),
    ])
      expect(answer).toMatchObject({ status: 200, trips: 1 })
  })
})

describe('exam-session', () => {
  test.each(writes)('gets 403 for %s, and nothing changes', async (_, deed) => {
    await isForbidden(deed, 'exam-session')
  })

  test('gets 403 for reading one and all', async () => {
    const call = callOf('exam-session')
    for (const answer of [await call('GET', exam.at(sid)), await call('GET', exam.at())])
      problemOf(answer, 403)
  })
})

describe.each(actingAs('instructor'))('%s', who => {
  test.each([...creations, ...changes])('may do %s', async (name, deed) => {
    const own = (await exam.accommodate()).text('sid')
    expect((await deed(callOf(who), exam, own)).status).toBe(name.startsWith('A7') ? 201 : 200)
  })

  test.each(approvals)('gets 403 for %s', async (_, deed) => {
    await isForbidden(deed, who)
  })

  test.each(changes)('gets 403 for %s of a locked one, and nothing changes', async (_, deed) => {
    const own = (await exam.accommodate(everything)).text('sid')
    await exam.admin('POST', exam.at(own, 'lock'))
    await isForbidden(deed, who, own)
    await exam.admin('POST', exam.at(own, 'unlock'))
    expect((await deed(callOf(who), exam, own)).status).toBe(200)
  })

  test('gets 403 for PUT of a locked primary one', async () => {
    const { primarySid } = exam
    await exam.admin('POST', exam.at(primarySid, 'lock'))
    for (const [, deed] of changes.slice(0, 1)) await isForbidden(deed, who, primarySid)
    await exam.admin('POST', exam.at(primarySid, 'unlock'))
  })
})

describe.each(actingAs('admin'))('%s', who => {
  test.each(writes)('may do %s, even where it is locked', async (name, deed) => {
    const own = (await exam.accommodate()).text('sid')
    await exam.admin('POST', exam.at(own, 'lock'))
    const answer = await deed(callOf(who), exam, own)
    expect(answer.status).toBe(name.startsWith('A7') ? 201 : 200)
    expect(answer.trips).toBeLessThanOrEqual(2)
  })
})

describe('lock and unlock', () => {
  const deed = async (name: string, one: string) => {
    const answer = await exam.admin('POST', exam.at(one, name))
    expect(answer.status, answer.raw).toBe(200)
    expect(answer.body).toEqual(await exam.read(one))
    return answer.body
  }

  test('set locked and clear it, and leave the rest but editDate', async () => {
    const created = (await exam.accommodate(everything)).body
    const one = String(created['sid'])
    const rest = ({ locked: _, editDate: __, ...others }: Members) => others
    const locked = await deed('lock', one)
    expect(locked).toHaveProperty('locked', true)
    const unlocked = await deed('unlock', one)
    expect(unlocked).toHaveProperty('locked', false)
    expect(rest(locked)).toEqual(rest(created))
    expect(rest(unlocked)).toEqual(rest(created))
  })

  test('may be repeated', async () => {
    const one = (await exam.accommodate()).text('sid')
    for (const name of ['unlock', 'lock', 'lock', 'unlock', 'unlock'])
      expect(await deed(name, one)).toHaveProperty('locked', name === 'lock')
  })

  test('concern one configuration only', async () => {
    const [one, other] = [(await exam.accommodate()).text('sid'), (await exam.accommodate()).text('sid')]
    await deed('lock', one)
    expect(await exam.read(other)).toHaveProperty('locked', false)
    expect(await exam.read()).toHaveProperty('locked', false)
  })

  test('an admin’s PUT leaves a locked one locked', async () => {
    const one = (await exam.accommodate()).text('sid')
    await deed('lock', one)
    expect((await exam.replace(one, { duration: 5 })).body).toHaveProperty('locked', true)
  })
})
