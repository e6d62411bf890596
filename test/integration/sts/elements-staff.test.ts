// The embeds of proctors and viewers on real sessions.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../support/client.ts'
import { bodies, type Everything, makeEverything } from '../../support/everything.ts'
import { problemOf } from '../../support/problem.ts'
import { everyRoute, nameOf } from '../../support/routes.ts'
import { another, run, storedOf } from '../../support/session-steps.ts'
import { type SessionWorld, soon } from '../../support/sessions.ts'
import { backend, grant, ofInstall } from '../../support/sts.ts'
import { changingNoRow } from '../../support/tables.ts'
import { issueToken } from '../../support/tokens.ts'
import { allow } from '../../support/world.ts'

let all: Everything
let world: SessionWorld
let other: SessionWorld
let eventTypeSid: string
let eventSid: string
beforeAll(async () => {
  all = await makeEverything()
  world = all.world
  eventSid = all.sids['eventSid'] ?? ''
  eventTypeSid = (await world.admin('POST', world.path('/eventTypes'), { body: { name: 'Phone' } })).text(
    'sid',
  )
  other = await another(world)
  for (const session of [world, other]) await run(session, 'schedule')
})

const issue = async (elementType: string, members: Record<string, unknown> = {}, by?: Call) => {
  const targetUserSid = elementType === 'proctoring-session' ? await world.user() : world.userSid
  return issueToken(world, { elementType, targetUserSid, ...members }, by)
}
const sidsIn = async (call: Call, path: string) => {
  const answer = await call('GET', path)
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  return answer.list('results').map(({ sid }) => sid)
}
const exam = (rest: string) => world.path(`/exams/${world.examSid}${rest}`)
const pathOf = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => all.sids[name] ?? `PA${'0'.repeat(32)}`)

describe("a proctor's embed", () => {
  let call: Call
  beforeAll(async () => {
    call = (await issue('proctoring-session')).call
  })

  test("can read every learner's session, its events and annotations, and list the exam's sessions", async () => {
    for (const session of [world, other]) {
      expect((await call('GET', session.at())).text('sid')).toBe(session.sessionSid)
      for (const rest of ['/events', '/annotations']) await sidsIn(call, session.at(rest))
    }
    expect(await sidsIn(call, world.at('/events'))).toContain(eventSid)
    expect((await call('GET', world.at(`/events/${eventSid}`))).text('sid')).toBe(eventSid)
    const listed = await sidsIn(call, exam('/sessions'))
    expect(listed.toSorted()).toEqual([world.sessionSid, other.sessionSid].toSorted())
  })

  test('can write an annotation and an event, and resolve the event', async () => {
    const annotated = await call('POST', other.at('/annotations'), {
      body: { type: 'face', startOffsetMs: 5, text: 'Away' },
    })
    expect(annotated.status, annotated.raw).toBe(201)
    expect(await sidsIn(world.admin, other.at('/annotations'))).toEqual([annotated.text('sid')])
    const body = { eventTypeSid, title: 'A phone' }
    const reported = await call('POST', other.at('/events'), { body })
    expect(reported.status, reported.raw).toBe(201)
    const path = other.at(`/events/${reported.text('sid')}`)
    expect((await call('PUT', path, { body: { status: 'Dismissed' } })).status).toBe(200)
    expect((await world.admin('GET', path)).body['status']).toBe('Dismissed')
  })

  test.each<[string, string, string, object | undefined]>([
    ['schedules', 'POST', '', { appointmentDate: soon(60) }],
    ['reschedules', 'PUT', '', { appointmentDate: soon(60) }],
    ['cancels', 'DELETE', '', { reason: 'no-show' }],
    ['approves', 'POST', '/approve', undefined],
    ['denies', 'POST', '/deny', { reason: 'No room' }],
    ['starts', 'POST', '/start', undefined],
    ['ends', 'POST', '/end', undefined],
    ['reviews', 'POST', '/review', { outcome: 'passed' }],
  ])('cannot %s a session: 403, and nothing changes', async (_, method, rest, body) => {
    const before = await storedOf(world, other.sessionSid)
    problemOf(await call(method, other.at(rest), { body }), 403)
    expect(await storedOf(world, other.sessionSid)).toEqual(before)
  })

  test('limited to a session can read and write that one and list none', async () => {
    const narrow = await issue('proctoring-session', { resource: world.sessionSid })
    expect((await narrow.call('GET', world.at())).status).toBe(200)
    const body = { eventTypeSid, title: 'A voice' }
    expect((await narrow.call('POST', world.at('/events'), { body })).status).toBe(201)
    await changingNoRow(world, async () => {
      for (const [method, path] of [
        ['GET', other.at()],
        ['GET', other.at('/events')],
        ['GET', exam('/sessions')],
        ['POST', other.at('/events')],
      ] as const)
        problemOf(await narrow.call(method, path, method === 'POST' ? { body } : {}), 403)
    })
  })

  test('limited to an exam can list its sessions, and none of another exam', async () => {
    const { call: inExam } = await issue('proctoring-session', { resource: world.examSid })
    expect(await sidsIn(inExam, exam('/sessions'))).toHaveLength(2)
    expect((await inExam('GET', other.at())).status).toBe(200)
    const made = await world.admin('POST', world.path(`/courses/${world.courseSid}/exams`), {
      body: { title: 'Final' },
    })
    const elsewhere = world.path(`/exams/${made.text('sid')}/sessions`)
    await sidsIn(call, elsewhere)
    problemOf(await inExam('GET', elsewhere), 403)
  })

  test('loses at once the actions that its creator loses', async () => {
    const creator = await backend(world)
    const bound = await issue('proctoring-session', {}, creator.call)
    const body = { type: 'face', startOffsetMs: 1 }
    expect((await bound.call('POST', other.at('/annotations'), { body })).status).toBe(201)
    await grant(world, creator, allow(['sp:ReadSession'], ['*']))
    await changingNoRow(world, async () =>
      problemOf(await bound.call('POST', other.at('/annotations'), { body }), 403),
    )
    expect((await bound.call('GET', other.at())).status).toBe(200)
    await grant(world, creator, ofInstall(world))
    expect((await bound.call('POST', other.at('/annotations'), { body })).status).toBe(201)
  })
})

describe("a viewer's embed", () => {
  test('can read the session, its events and its annotations', async () => {
    const { call } = await issue('assessment-viewer')
    expect((await call('GET', world.at())).text('sid')).toBe(world.sessionSid)
    expect(await sidsIn(call, world.at('/events'))).toContain(eventSid)
    await sidsIn(call, world.at('/annotations'))
    expect((await call('GET', world.at(`/events/${eventSid}`))).status).toBe(200)
  })

  test('limited to a session or an exam can read no other', async () => {
    const bySession = await issue('assessment-viewer', { resource: world.sessionSid })
    expect((await bySession.call('GET', world.at())).status).toBe(200)
    problemOf(await bySession.call('GET', other.at()), 403)
    const byExam = await issue('assessment-viewer', { resource: `EX${'0'.repeat(32)}` })
    problemOf(await byExam.call('GET', world.at()), 403)
  })
})

const writes = everyRoute.filter(
  ({ method, action }) => action !== undefined && method.toLowerCase() !== 'get',
)

test('control: there are write operations', () => {
  expect(writes.length).toBeGreaterThan(40)
})

test.each(writes.map(route => [nameOf(route), route] as const))(
  "a viewer's embed gets 403 for %s, and nothing changes",
  async (_, { method, path, action }) => {
    const { call } = await issue('assessment-viewer')
    const body = bodies(all)[String(action)] ?? {}
    await changingNoRow(world, async () => {
      const answer = await call(method, pathOf(path), { body })
      problemOf(answer, 403)
      if (answer.text('code') !== 'caller_not_accepted') expect(answer.raw).toContain(String(action))
    })
  },
)
