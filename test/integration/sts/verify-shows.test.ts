// The sessions and actions that the verification returns for each element and resource.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../support/client.ts'
import { rotating } from '../../support/rounds.ts'
import { everyRoute } from '../../support/routes.ts'
import { another, listed, run } from '../../support/session-steps.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { backend, grant, ofInstall, pairOf, verify } from '../../support/sts.ts'
import { issueToken, staffUser } from '../../support/tokens.ts'
import { allow } from '../../support/world.ts'

const elementTypes = ['exam-session', 'proctoring-session', 'assessment-viewer']

let own: SessionWorld
let other: SessionWorld
let proctorSid: string
let viewerSid: string
let eventTypeSid: string
beforeAll(async () => {
  own = await makeSession()
  other = await another(own)
  proctorSid = await own.user()
  viewerSid = await staffUser(own)
  eventTypeSid = (await own.admin('POST', own.path('/eventTypes'), { body: { name: 'Noise' } })).text('sid')
  for (const session of [own, other]) await run(session, 'schedule')
})

async function shown(elementType: string, members: Record<string, unknown> = {}, by?: Call) {
  const targetUserSid = elementType === 'proctoring-session' ? proctorSid : own.userSid
  const embed = await issueToken(own, { elementType, targetUserSid, ...members }, by)
  const look = async () => {
    const answer = await verify(own.stack, pairOf(embed))
    expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
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
    running: false,
  },
  ...members,
})

describe("a learner's embed gets", () => {
  test("its own sessions with exam, learner, state and appointment, and nobody else's", async () => {
    const { sessions, answer } = await shown('exam-session')
    expect(sessions).toEqual([recordOf(own)])
    expect(answer.raw).not.toContain(other.sessionSid)
    const { body } = await own.read()
    expect(sessions[0]).toMatchObject({ status: body['status'], appointmentDate: body['appointmentDate'] })
  })

  test('those of an exam or the one session that it is limited to', async () => {
    for (const resource of [own.sessionSid, own.examSid])
      expect(sidsOf((await shown('exam-session', { resource })).sessions)).toEqual([own.sessionSid])
  })

  test.each<[string, () => string]>([
    ["another learner's session", () => other.sessionSid],
    ['another exam', () => `EX${'0'.repeat(32)}`],
    ['a session that does not exist', () => `ES${'0'.repeat(32)}`],
  ])('none if it is limited to %s', async (_, resourceOf) => {
    expect((await shown('exam-session', { resource: resourceOf() })).sessions).toEqual([])
  })

  test('the current state', async () => {
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

  test('no event types, since it reports no events', async () => {
    expect((await shown('exam-session')).answer.list('eventTypes')).toEqual([])
  })

  test('the proctor types of the install that are not retired, which appointments can have', async () => {
    const types = (await shown('exam-session')).answer.list('proctorTypes')
    expect(types.map(({ code }) => code)).toEqual(['automated', 'in-person', 'live', 'record-and-review'])
    for (const type of types) expect(Object.keys(type)).toEqual(['sid', 'code', 'name'])
    expect((await shown('proctoring-session')).answer.list('proctorTypes')).toEqual([])
  })
})

describe("a proctor's embed gets", () => {
  test('every session that can be proctored, of any learner, and the event types to report', async () => {
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

  test('the running sessions first, then the next appointments, then the others', async () => {
    const world = await makeSession()
    const at = async (minutes: number, then: ('start' | 'end')[] = []) => {
      const session = await another(world)
      await run(session, 'schedule', minutes)
      for (const trigger of then) await run(session, trigger)
      return session.sessionSid
    }
    const later = await at(600)
    const ended = await at(1, ['start', 'end'])
    const next = await at(60)
    const running = await at(5, ['start'])
    const embed = await issueToken(world, {
      elementType: 'proctoring-session',
      targetUserSid: await world.user(),
      resource: world.examSid,
    })
    const sessions = (await verify(world.stack, pairOf(embed))).list('sessions')
    expect(sessions.map(({ sid }) => sid).slice(0, 4)).toEqual([running, next, later, ended])
    expect(sessions.filter(session => session['running']).map(({ sid }) => sid)).toEqual([running])
  })

  test('none of another install', async () => {
    const elsewhere = await makeSession()
    const { answer } = await shown('proctoring-session')
    expect(answer.raw).not.toContain(elsewhere.sessionSid)
    const narrowed = await shown('proctoring-session', { resource: elsewhere.sessionSid })
    expect(narrowed.sessions).toEqual([])
  })
})

test("a viewer's embed gets the session that it is limited to, else those of its own user", async () => {
  const resource = other.sessionSid
  const staff = { resource, targetUserSid: viewerSid }
  expect(sidsOf((await shown('assessment-viewer', staff)).sessions)).toEqual([resource])
  expect((await shown('assessment-viewer', { resource })).sessions).toEqual([])
  const inExam = await shown('assessment-viewer', { resource: own.examSid })
  expect(sidsOf(inExam.sessions)).toEqual([own.sessionSid])
  expect(sidsOf((await shown('assessment-viewer')).sessions)).toContain(own.sessionSid)
})

const resources: [string, () => string][] = [
  ['everything', () => '*'],
  ['an exam', () => own.examSid],
  ['a session', () => own.sessionSid],
]
const cases = elementTypes.flatMap(type => resources.map(([name, of]) => [type, name, of] as const))

describe.each(cases)('%s on %s', (elementType, resource, resourceOf) => {
  const at = resources.findIndex(([name]) => name === resource)

  test('can read every session that it gets', async () => {
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

  test('is allowed each returned action on its record', async () => {
    const { actions, call, answer } = await shown(elementType, { resource: resourceOf() })
    const refused: string[] = []
    for (const action of actions) {
      const { method, path } = routeOf(action)
      const body = method.toLowerCase() === 'get' ? undefined : {}
      const { status } = await call(method, fill(path, answer.text('targetUserSid')), { body })
      if (status === 401 || status === 403 || status >= 500) refused.push(action)
    }
    expect(actions.length).toBeGreaterThan(0)
    expect(refused).toEqual([])
  })

  test('gets each action that it is allowed', async () => {
    const { actions, call, answer } = await shown(elementType, { resource: resourceOf() })
    const reads = everyRoute.filter(
      ({ method, action }) => method.toLowerCase() === 'get' && action !== undefined,
    )
    const more: string[] = []
    // Each element tests a third of the reads on each of its resources.
    for (const { path, action } of rotating(reads, at, Math.ceil(reads.length / 3))) {
      const { status } = await call(
        'GET',
        fill(path, answer.text('targetUserSid')).replaceAll(/\{\w+\}/g, 'x'),
      )
      if (status === 200 && !actions.includes(String(action))) more.push(String(action))
    }
    expect(more).toEqual([])
  })
})

test("actions follow the creator's policy at once, when it is reduced and when it is restored", async () => {
  const creator = await backend(own)
  const { actions, look } = await shown('proctoring-session', {}, creator.call)
  await grant(own, creator, allow(['sp:ReadSession'], ['*']))
  expect((await look()).actions).toEqual(['sp:ReadSession'])
  await grant(own, creator, [])
  expect((await look()).actions).toEqual([])
  await grant(own, creator, ofInstall(own))
  expect((await look()).actions).toEqual(actions)
})

test('sessions and event types that the creator can no longer read are not returned', async () => {
  const creator = await backend(own)
  const { look } = await shown('proctoring-session', {}, creator.call)
  await grant(own, creator, allow(['sp:ListUsers'], ['*']))
  const { sessions, answer } = await look()
  expect({ sessions, eventTypes: answer.list('eventTypes') }).toEqual({ sessions: [], eventTypes: [] })
})
