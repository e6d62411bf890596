// A learner's embed on real sessions: it can read and change its user's own, and all others are not found.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Call } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { another, listed, ofSession, rowOf, run, storedOf } from '../../support/session-steps.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { backend, grant, ofInstall, refresh } from '../../support/sts.ts'
import { changingNoRow } from '../../support/tables.ts'
import { issueToken } from '../../support/tokens.ts'
import { allow } from '../../support/world.ts'

let own: SessionWorld
let other: SessionWorld
let eventSid: string
let otherEventSid: string
beforeAll(async () => {
  own = await makeSession()
  other = await another(own)
  const eventTypeSid = (await own.admin('POST', own.path('/eventTypes'), { body: { name: 'Noise' } })).text(
    'sid',
  )
  const report = async ({ at }: SessionWorld) =>
    (await own.admin('POST', at('/events'), { body: { eventTypeSid, title: 'Noise' } })).text('sid')
  for (const world of [own, other]) await run(world, 'schedule')
  eventSid = await report(own)
  otherEventSid = await report(other)
})

const embed = (members: Record<string, unknown> = {}, by?: Call) =>
  issueToken(own, { elementType: 'exam-session', targetUserSid: own.userSid, ...members }, by)

const ofEnrollment = ({ path, enrollmentSid, examSid }: SessionWorld, what: string) =>
  path(`/enrollments/${enrollmentSid}/exams/${examSid}/${what}`)

/** The requests of a learner's embed for a session. */
const reads: [string, (world: SessionWorld, eventSid: string) => string][] = [
  ['the session', ({ at }) => at()],
  ['its events', ({ at }) => at('/events')],
  ['one event', ({ at }, sid) => at(`/events/${sid}`)],
  ['the effective configuration', world => ofEnrollment(world, 'configuration')],
  ['the sessions of the enrollment', world => ofEnrollment(world, 'sessions')],
]

/** Expects that the read is granted, in one round trip. */
const isThere = (answer: Answer) => expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })

describe("on its own user's session", () => {
  test.each(reads)('it can read %s in one round trip', async (_, pathOf) => {
    const { call } = await embed()
    isThere(await call('GET', pathOf(own, eventSid)))
  })

  test('it reads the same as an administrator', async () => {
    const { call } = await embed()
    for (const path of [own.at(), own.at('/events'), own.at(`/events/${eventSid}`)])
      expect((await call('GET', path)).json).toEqual((await own.admin('GET', path)).json)
    const listed = await call('GET', ofEnrollment(own, 'sessions'))
    expect(listed.list('results').map(({ sid }) => sid)).toEqual([own.sessionSid])
  })

  test('it gets an onboarding link that works', async () => {
    const { call } = await embed()
    const link = await call('GET', own.at('/onboard'))
    expect(link.status, link.raw).toBe(200)
    const used = await fetch(link.text('url'), { method: 'POST', redirect: 'manual' })
    expect(used.status).toBe(200)
  })

  test('it can start and end the session, with a refresh between the two', async () => {
    const session = await another(own)
    await run(session, 'schedule')
    const root = await embed({ targetUserSid: session.userSid })
    const started = await root.call('POST', session.at('/start'))
    expect(started.status, started.raw).toBe(200)
    expect((await rowOf(own, session.sessionSid)).inProgressDate).not.toBeNull()
    const { call } = await refresh(own, root)
    const ended = await call('POST', session.at('/end'))
    expect(ended.status, ended.raw).toBe(200)
    expect((await rowOf(own, session.sessionSid)).status).toBe('Closed')
  })

  test('it can do nothing else: 403, and nothing changes', async () => {
    const { call } = await embed()
    const body = { eventTypeSid: `ET${'0'.repeat(32)}`, title: 'Noise' }
    await changingNoRow(own, async () => {
      for (const [method, rest, sent] of [
        ['POST', '/approve', undefined],
        ['POST', '/deny', { reason: 'No room' }],
        ['POST', '/review', { outcome: 'passed' }],
        ['POST', '/events', body],
        ['PUT', `/events/${eventSid}`, { status: 'Dismissed' }],
        ['POST', '/annotations', { type: 'face', startOffsetMs: 1 }],
        ['GET', '/annotations', undefined],
      ] as const)
        problemOf(await call(method, own.at(rest), { body: sent }), 403)
    })
  })
})

describe('on the session of another learner of the same exam', () => {
  test.each(reads)('%s is 404', async (_, pathOf) => {
    const { call } = await embed()
    problemOf(await call('GET', pathOf(other, otherEventSid)), 404)
  })

  test("events are found only under their own session, not under the other learner's", async () => {
    const { call } = await embed()
    problemOf(await call('GET', own.at(`/events/${otherEventSid}`)), 404)
    problemOf(await call('GET', other.at(`/events/${eventSid}`)), 404)
  })

  test.each([
    ['POST', '/start'],
    ['POST', '/end'],
    ['GET', '/onboard'],
    ['GET', '/availability'],
  ])('%s %s is 404 and changes nothing', async (method, rest) => {
    const { call } = await embed()
    await changingNoRow(own, async () => problemOf(await call(method, other.at(rest)), 404))
  })

  test('a running session cannot be ended: 404', async () => {
    const running = await another(own)
    await run(running, 'schedule')
    await run(running, 'start')
    const before = await storedOf(own, running.sessionSid)
    const { call } = await embed()
    problemOf(await call('POST', running.at('/end')), 404)
    expect(await storedOf(own, running.sessionSid)).toEqual(before)
  })

  test('the response is the same as for a session that does not exist', async () => {
    const { call } = await embed()
    const nothing = own.path(`/exams/${own.examSid}/sessions/ES${'0'.repeat(32)}`)
    const [theirs, none] = [await call('GET', other.at()), await call('GET', nothing)]
    const { requestId: _, ...members } = none.body
    expect(theirs.body).toMatchObject(members)
  })

  test('no list contains more than one learner', async () => {
    const { call } = await embed()
    for (const rest of [
      `/exams/${own.examSid}/sessions`,
      '/users',
      '/reports/churn',
      `/courses/${own.courseSid}/enrollments`,
    ])
      problemOf(await call('GET', own.path(rest)), 403)
  })
})

describe('the resource', () => {
  const inOwnExam = () => reads.map(([, pathOf]) => pathOf(own, eventSid))

  test('a session limits the embed to that one: another one of the same learner is 404', async () => {
    const mine = await another(own)
    await run(mine, 'cancel')
    const sessions = (await listed(mine)).map(({ sid }) => ofSession(mine, String(sid)))
    const [closed = mine, next = mine] = sessions
    expect(sessions).toHaveLength(2)
    const { call } = await embed({ targetUserSid: mine.userSid, resource: next.sessionSid })
    for (const rest of ['', '/events']) {
      isThere(await call('GET', next.at(rest)))
      expect([403, 404]).toContain((await call('GET', closed.at(rest))).status)
    }
    const wide = await embed({ targetUserSid: mine.userSid })
    isThere(await wide.call('GET', closed.at()))
  })

  test('an exam limits the embed to its sessions', async () => {
    const { call } = await embed({ resource: own.examSid })
    for (const path of inOwnExam()) isThere(await call('GET', path))
    const elsewhere = await embed({ resource: `EX${'0'.repeat(32)}` })
    for (const path of inOwnExam()) expect([403, 404]).toContain((await elsewhere.call('GET', path)).status)
  })

  test('another learner’s session does not become readable', async () => {
    const { call } = await embed({ resource: other.sessionSid })
    for (const path of [other.at(), other.at('/events'), own.at()])
      expect([403, 404]).toContain((await call('GET', path)).status)
    await changingNoRow(own, async () => problemOf(await call('POST', other.at('/start')), 404))
  })

  test('a prefix of a sid, or a pattern, is not a valid resource', async () => {
    for (const resource of [`${own.sessionSid}0`, own.sessionSid.slice(0, -1)]) {
      const { call } = await embed({ resource })
      expect([403, 404]).toContain((await call('GET', own.at())).status)
    }
    for (const resource of ['ES*', '**', `${own.examSid}/sessions/*`, 'a b', '%', '..']) {
      const body = { tokenType: 'element', elementType: 'exam-session', targetUserSid: own.userSid, resource }
      problemOf(await own.admin('POST', own.path('/sts/tokens'), { body }), 400)
    }
  })
})

describe("the creator's policy", () => {
  test('each removed action is refused at once, and each restored one is granted again', async () => {
    const creator = await backend(own)
    const { call } = await embed({}, creator.call)
    const inExam = (rest: string) => `installs/${own.installSid}/exams/${own.examSid}/${rest}`
    isThere(await call('GET', own.at('/events')))
    await grant(own, creator, allow(['sp:ReadSession'], [inExam('*')]))
    isThere(await call('GET', own.at()))
    problemOf(await call('GET', own.at('/events')), 403)
    await changingNoRow(own, async () => problemOf(await call('POST', own.at('/start')), 403))
    await grant(own, creator, allow(['sp:*'], [inExam(`sessions/${other.sessionSid}/*`)]))
    problemOf(await call('GET', own.at()), 403)
    await grant(own, creator, [])
    problemOf(await call('GET', own.at()), 403)
    await grant(own, creator, ofInstall(own))
    isThere(await call('GET', own.at('/events')))
  })
})
