// What a verified embed is told that it may show: the sessions and the actions of each element and resource.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../support/client.ts'
import { everyRoute } from '../../support/routes.ts'
import { another, listed, run } from '../../support/session-deeds.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { backend, grant, ofInstall, pairOf, verify } from '../../support/sts.ts'
import { issueToken } from '../../support/tokens.ts'
import { allow } from '../../support/world.ts'

const elementTypes = ['exam-session', 'proctoring-session', 'assessment-viewer']

let own: SessionWorld
let other: SessionWorld
let proctorSid: string
let eventTypeSid: string
beforeAll(async () => {
  own = await makeSession()
  other = await another(own)
  proctorSid = await own.user()
  eventTypeSid = (await own.admin('POST', own.path('/eventTypes'), { body: { name: 'Noise' } })).text('sid')
  for (const session of [own, other]) await run(session, 'schedule')
})

async function shown(elementType: string, members: Record<string, unknown> = {}, by?: Call) {
  const targetUserSid = elementType === 'proctoring-session' ? proctorSid : own.userSid
  const embed = await issueToken(own, { elementType, targetUserSid, ...members }, by)
  const look = async () => {
    const answer = await verify(own.stack, pairOf(embed))
    expect(answer, answer.raw).toMatchObject({ status: 200, trips: 1 })
    const { actions } = answer.body
    if (!Array.isArray(actions)) throw new Error(answer.raw)
    return { answer, actions: actions.map(String), sessions: answer.list('sessions') }
  }
  return { ...embed, ...(await look()), look }
}

const sidsOf = (sessions: Record<string, unknown>[]) => sessions.map(({ sid }) => sid).toSorted()
const recordOf = (world: SessionWorld, members: Record<string, unknown> = {}) => ({
  ...{
    sid: world.sessionSid,
    examSid: world.examSid,
    enrollmentSid: world.enrollmentSid,
    examTitle: 'Midterm',
  },
  ...{
    learner: expect.stringMatching(/^Ada Learner \d+$/),
    status: 'Scheduled',
    appointmentDate: expect.any(String),
  },
  ...members,
})

describe("a learner's embed is shown", () => {
  test('the own sessions with exam, learner, state and appointment, and of nobody else', async () => {
    const { sessions, answer } = await shown('exam-session')
    expect(sessions).toEqual([recordOf(own)])
    expect(answer.raw).not.toContain(other.sessionSid)
    const { body } = await own.read()
    expect(sessions[0]).toMatchObject({ status: body['status'], appointmentDate: body['appointmentDate'] })
  })

  test('those of an exam or the one session that it is narrowed to', async () => {
    for (const resource of [own.sessionSid, own.examSid])
      expect(sidsOf((await shown('exam-session', { resource })).sessions)).toEqual([own.sessionSid])
  })

  test.each<[string, () => string]>([
    ["another learner's session", () => other.sessionSid],
    ['another exam', () => `EX${'0'.repeat(32)}`],
    ['a session that does not exist', () => `ES${'0'.repeat(32)}`],
  ])('none when it is narrowed to %s', async (_, resourceOf) => {
    expect((await shown('exam-session', { resource: resourceOf() })).sessions).toEqual([])
  })

  test('its state of now', async () => {
    const mine = await another(own)
    const { look } = await shown('exam-session', { targetUserSid: mine.userSid })
    expect((await look()).sessions).toEqual([
      recordOf(mine, { status: 'Needs Proctor', appointmentDate: null }),
    ])
    await run(mine, 'schedule')
    expect((await look()).sessions).toEqual([recordOf(mine)])
    await run(mine, 'cancel')
    expect(sidsOf((await look()).sessions)).toContain((await listed(mine))[1]?.['sid'])
  })

  test('no event types: it reports no events', async () => {
    expect((await shown('exam-session')).answer.list('eventTypes')).toEqual([])
  })
})

describe("a proctor's embed is shown", () => {
  test('every session that can be proctored, whosever it is, and the event types to report', async () => {
    const { sessions, answer } = await shown('proctoring-session')
    expect(sidsOf(sessions)).toEqual(expect.arrayContaining([own.sessionSid, other.sessionSid]))
    expect(answer.list('eventTypes')).toEqual([{ sid: eventTypeSid, name: 'Noise' }])
  })

  test('those of its exam, or its one session', async () => {
    const inExam = await shown('proctoring-session', { resource: own.examSid })
    expect(sidsOf(inExam.sessions)).toEqual(expect.arrayContaining([own.sessionSid, other.sessionSid]))
    expect(new Set(inExam.sessions.map(({ examSid }) => examSid))).toEqual(new Set([own.examSid]))
    const inOne = await shown('proctoring-session', { resource: other.sessionSid })
    expect(sidsOf(inOne.sessions)).toEqual([other.sessionSid])
  })

  test('none of another install', async () => {
    const elsewhere = await makeSession()
    const { answer } = await shown('proctoring-session')
    expect(answer.raw).not.toContain(elsewhere.sessionSid)
    const narrowed = await shown('proctoring-session', { resource: elsewhere.sessionSid })
    expect(narrowed.sessions).toEqual([])
  })
})

test("a viewer's embed is shown the session that it is narrowed to, and its own user's otherwise", async () => {
  const resource = other.sessionSid
  expect(sidsOf((await shown('assessment-viewer', { resource })).sessions)).toEqual([resource])
  expect(sidsOf((await shown('assessment-viewer')).sessions)).toContain(own.sessionSid)
})

const resources: [string, () => string][] = [
  ['everything', () => '*'],
  ['an exam', () => own.examSid],
  ['a session', () => own.sessionSid],
]
const cases = elementTypes.flatMap(type => resources.map(([name, of]) => [type, name, of] as const))

describe.each(cases)('%s on %s', (elementType, _, resourceOf) => {
  test('reads every session that it is shown', async () => {
    const { sessions, call } = await shown(elementType, { resource: resourceOf() })
    expect(sessions.length).toBeGreaterThan(0)
    for (const { sid, examSid } of sessions)
      expect((await call('GET', own.path(`/exams/${examSid}/sessions/${sid}`))).status).toBe(200)
  })

  const fill = (path: string, targetUserSid: string) =>
    Object.entries({
      ...{ installSid: own.installSid, examSid: own.examSid, sessionSid: own.sessionSid },
      ...{ enrollmentSid: own.enrollmentSid, userSid: targetUserSid, courseSid: own.courseSid },
      ...{ eventSid: `ER${'0'.repeat(32)}` },
    }).reduce((filled, [name, sid]) => filled.replace(`{${name}}`, sid), path)

  const routeOf = (action: string) => {
    const route = everyRoute.find(candidate => candidate.action === action)
    if (!route) throw new Error(`No route has the action ${action}.`)
    return route
  }

  test('is allowed each action that it is shown, on the record that it is about', async () => {
    const { actions, call, answer } = await shown(elementType, { resource: resourceOf() })
    const refused: string[] = []
    for (const action of actions) {
      const { method, path } = routeOf(action)
      const body = method.toLowerCase() === 'get' ? undefined : {}
      const { status } = await call(method, fill(path, answer.text('targetUserSid')), { body })
      if (status === 401 || status === 403) refused.push(action)
    }
    expect(actions.length).toBeGreaterThan(0)
    expect(refused).toEqual([])
  })

  test('is shown each action that it is allowed on it', async () => {
    const { actions, call, answer } = await shown(elementType, { resource: resourceOf() })
    const reads = everyRoute.filter(
      ({ method, action }) => method.toLowerCase() === 'get' && action !== undefined,
    )
    const more: string[] = []
    for (const { path, action } of reads) {
      const { status } = await call(
        'GET',
        fill(path, answer.text('targetUserSid')).replaceAll(/\{\w+\}/g, 'x'),
      )
      if (status === 200 && !actions.includes(String(action))) more.push(String(action))
    }
    expect(more).toEqual([])
  })
})

test('actions shrink at once with the policy of the creator, and grow back with it', async () => {
  const creator = await backend(own)
  const { actions, look } = await shown('proctoring-session', {}, creator.call)
  await grant(own, creator, allow(['sp:ReadSession'], ['*']))
  expect((await look()).actions).toEqual(['sp:ReadSession'])
  await grant(own, creator, [])
  expect((await look()).actions).toEqual([])
  await grant(own, creator, ofInstall(own))
  expect((await look()).actions).toEqual(actions)
})

test('nothing is shown of sessions and event types that the creator may not read any more', async () => {
  const creator = await backend(own)
  const { look } = await shown('proctoring-session', {}, creator.call)
  await grant(own, creator, allow(['sp:ListUsers'], ['*']))
  const { sessions, answer } = await look()
  expect({ sessions, eventTypes: answer.list('eventTypes') }).toEqual({ sessions: [], eventTypes: [] })
})
