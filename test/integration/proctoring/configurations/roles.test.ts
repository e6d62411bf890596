// Access to configurations depends on the role of the caller and on its policy.
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
import { rotating } from '../../../support/rounds.ts'
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

type Operation = (call: Call, at: ExamWorld, sid: string) => ReturnType<Call>
const approvals: [string, Operation][] = ['approve', 'lock', 'unlock'].map(operation => [
  operation,
  (call, { at }, one) => call('POST', at(one, operation)),
])
const changes: [string, Operation][] = [
  ['PUT', (call, { at }, one) => call('PUT', at(one), { body: {} })],
  ['DELETE', (call, { at }, one) => call('DELETE', at(one))],
]
const creations: [string, Operation][] = [
  ['A7', (call, { at, enrollmentSid }) => call('POST', at(), { body: { enrollmentSid } })],
  [
    'A7 as a copy',
    (call, { at, primarySid }) => call('POST', at(), { body: { referenceExamConfigurationSid: primarySid } }),
  ],
]
const writes = [...creations, ...changes, ...approvals]

// An exam-session can also read only its own user's records, and of configurations only the effective one of its user.
const elements = { learner: ['assessment-viewer'], proctor: ['proctoring-session'] }
const actingAs = (role: string, others: string[] = []) => [role, `${role}'s api token`, ...others]
const proctors = actingAs('proctor', elements.proctor)
const readers = [...proctors, ...actingAs('learner', elements.learner)]

/** Expects a 403 because of the role, which names the action and the resource, and no change. */
async function isForbidden(operation: Operation, who: string, one = sid) {
  const answer = await changingNothing(exam, () => operation(callOf(who), exam, one))
  problemOf(answer, 403)
  expect(answer.body).toMatchObject({
    action: expect.stringMatching(/^sp:\w+ExamConfiguration$/),
    resource: expect.stringContaining(`installs/${exam.installSid}/courses/${exam.courseSid}/exams/`),
  })
}

describe.each(readers)('%s', who => {
  test.each(rotating(writes, readers.indexOf(who), 3))(
    'gets 403 for %s, and nothing changes',
    async (_, operation) => {
      await isForbidden(operation, who)
    },
  )

  test('gets 403 for writing the primary one, too', async () => {
    for (const [, operation] of [...changes, ...approvals]) await isForbidden(operation, who, exam.primarySid)
  })

  test('can read the primary one, and a proctor all and the effective one, each in 1 round trip', async () => {
    const call = callOf(who)
    const answers = [
      await call('GET', exam.at(exam.primarySid)),
      await call('GET', `${exam.at()}?type=primary`),
    ]
    if (proctors.includes(who))
      answers.push(await call('GET', exam.at(sid)), await call('GET', exam.at()), await exam.effective(call))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
  })
})

describe('exam-session', () => {
  test.each(writes)('gets 403 for %s, and nothing changes', async (_, operation) => {
    await isForbidden(operation, 'exam-session')
  })

  test('gets 403 for reading one and all', async () => {
    const call = callOf('exam-session')
    for (const answer of [await call('GET', exam.at(sid)), await call('GET', exam.at())])
      problemOf(answer, 403)
  })
})

describe.each(actingAs('instructor'))('%s', who => {
  test.each([...creations, ...changes])('can call %s', async (name, operation) => {
    const own = (await exam.accommodate()).text('sid')
    expect((await operation(callOf(who), exam, own)).status).toBe(name.startsWith('A7') ? 201 : 200)
  })

  test.each(approvals)('gets 403 for %s', async (_, operation) => {
    await isForbidden(operation, who)
  })

  test.each(changes)('gets 403 for %s of a locked one, and nothing changes', async (_, operation) => {
    const own = (await exam.accommodate(everything)).text('sid')
    await exam.admin('POST', exam.at(own, 'lock'))
    await isForbidden(operation, who, own)
    await exam.admin('POST', exam.at(own, 'unlock'))
    expect((await operation(callOf(who), exam, own)).status).toBe(200)
  })

  test('gets 403 for PUT of a locked primary one', async () => {
    const { primarySid } = exam
    await exam.admin('POST', exam.at(primarySid, 'lock'))
    for (const [, operation] of changes.slice(0, 1)) await isForbidden(operation, who, primarySid)
    await exam.admin('POST', exam.at(primarySid, 'unlock'))
  })
})

describe.each(actingAs('admin'))('%s', who => {
  test.each(writes)('can call %s, even on a locked one', async (name, operation) => {
    const own = (await exam.accommodate()).text('sid')
    await exam.admin('POST', exam.at(own, 'lock'))
    const answer = await operation(callOf(who), exam, own)
    expect(answer.status).toBe(name.startsWith('A7') ? 201 : 200)
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
  })
})

describe('lock and unlock', () => {
  const operation = async (name: string, one: string) => {
    const answer = await exam.admin('POST', exam.at(one, name))
    expect(answer.status, answer.raw).toBe(200)
    expect(answer.body).toEqual(await exam.read(one))
    return answer.body
  }

  test('set and clear locked, and change nothing else but editDate', async () => {
    const created = (await exam.accommodate(everything)).body
    const one = String(created['sid'])
    const rest = ({ locked: _, editDate: __, ...others }: Members) => others
    const locked = await operation('lock', one)
    expect(locked).toHaveProperty('locked', true)
    const unlocked = await operation('unlock', one)
    expect(unlocked).toHaveProperty('locked', false)
    expect(rest(locked)).toEqual(rest(created))
    expect(rest(unlocked)).toEqual(rest(created))
  })

  test('can be repeated', async () => {
    const one = (await exam.accommodate()).text('sid')
    for (const name of ['unlock', 'lock', 'lock', 'unlock', 'unlock'])
      expect(await operation(name, one)).toHaveProperty('locked', name === 'lock')
  })

  test('apply to one configuration only', async () => {
    const [one, other] = [(await exam.accommodate()).text('sid'), (await exam.accommodate()).text('sid')]
    await operation('lock', one)
    expect(await exam.read(other)).toHaveProperty('locked', false)
    expect(await exam.read()).toHaveProperty('locked', false)
  })

  test('a PUT by an admin keeps a locked one locked', async () => {
    const one = (await exam.accommodate()).text('sid')
    await operation('lock', one)
    expect((await exam.replace(one, { duration: 5 })).body).toHaveProperty('locked', true)
  })
})
