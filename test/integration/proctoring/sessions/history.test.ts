// The history of a session: its items, their actors, and who may read it.
import { beforeAll, describe, expect, test } from 'vitest'
import { sessionTransition } from '../../../../db/schema/session.ts'
import type { Call } from '../../../support/client.ts'
import { problemOf } from '../../../support/problem.ts'
import { inState, needsReview, run, setRow } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { issueApiToken, issueToken, sidOf } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

async function historyOf(world: SessionWorld, query = '', by: Call = world.admin) {
  const answer = await by('GET', world.at(`/history${query}`))
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  return answer
}
const last = async (world: SessionWorld) => (await historyOf(world)).list('results').at(-1)

describe('the items', () => {
  let world: SessionWorld
  let items: Record<string, unknown>[]
  beforeAll(async () => {
    world = await makeSession(needsReview)
    for (const transition of ['schedule', 'start', 'end', 'pass'] as const) await run(world, transition)
    items = (await historyOf(world)).list('results')
  })

  test('an item has exactly at, from, to, trigger, actor, reason and changes', () => {
    for (const item of items)
      expect(Object.keys(item)).toEqual(['at', 'from', 'to', 'trigger', 'actor', 'reason', 'changes'])
  })

  test('they are the creation and each transition, oldest first', () => {
    expect(items.map(({ from, to, trigger }) => [from, to, trigger])).toEqual([
      [null, 'Needs Proctor', null],
      ['Needs Proctor', 'Scheduled', 'schedule'],
      ['Scheduled', 'Scheduled', 'start'],
      ['Scheduled', 'Processing', 'end'],
      ['Processing', 'Closed', 'pass'],
    ])
    const times = items.map(({ at }) => String(at))
    expect(times).toEqual(times.toSorted())
  })

  test('changes names the members of the record that the transition changed, and none for the creation', () => {
    expect(items[0]?.['changes']).toEqual([])
    expect(items[2]?.['changes']).toEqual(['inProgressDate', 'running'])
    expect(items[3]?.['changes']).toEqual(['endedDate', 'reviewByDate', 'running', 'status'])
    expect(items[1]?.['changes']).toEqual(expect.arrayContaining(['appointmentDate', 'status']))
  })

  test('changes has the names of the record and of its sessionInfo, also for what its columns name otherwise', async () => {
    const url = 'https://lms.example/quizzes/42'
    const own = await makeSession({ configuration: { duration: 60, url } })
    await own.act('POST', '', { appointmentDate: soon(60) })
    expect((await last(own))?.['changes']).toEqual(expect.arrayContaining(['URL', 'appointmentDate']))
    await own.act('DELETE', '', { reason: 'other-reason' })
    expect((await last(own))?.['changes']).toEqual(['cancelled', 'status', 'statusReason'])
    const { body } = await own.read()
    const members = Object.keys({ ...body, ...Object(body['sessionInfo']) })
    const named = (await historyOf(own)).list('results').flatMap(({ changes }) => changes)
    expect(members).toEqual(expect.arrayContaining(named))
  })

  test('sortOrder DESC lists the newest first, and pages contain each item once', async () => {
    expect((await historyOf(world, '?sortOrder=DESC')).list('results')).toEqual(items.toReversed())
    const pages = [await historyOf(world, '?limit=3'), await historyOf(world, '?limit=3&offset=3')]
    expect(pages.flatMap(page => page.list('results'))).toEqual(items)
    expect(pages[0]?.body).toMatchObject({ total: 5, count: 3, prev: null })
  })

  test('reason is that of the transition', async () => {
    const cancelled = await inState('cancelled')
    expect(await last(cancelled)).toMatchObject({ to: 'Closed', trigger: 'cancel', reason: 'other-reason' })
  })
})

describe('the actor', () => {
  test('of a credential is its kind and sid', async () => {
    const world = await makeSession()
    const { call, sid } = await world.credential(allow(['sp:*'], ['*']))
    await call('POST', world.at(), { body: { appointmentDate: soon(60) } })
    expect(await last(world)).toMatchObject({ actor: { kind: 'credential', sid, onBehalfOf: null } })
  })

  test('of an element is its token, on behalf of its user', async () => {
    const world = await makeSession()
    const token = await issueToken(world, { targetUserSid: world.userSid, resource: world.sessionSid })
    const scheduled = await token.call('POST', world.at(), { body: { appointmentDate: soon(60) } })
    expect(scheduled.status, scheduled.raw).toBe(200)
    expect((await last(world))?.['actor']).toEqual({
      kind: 'token',
      sid: token.sid,
      onBehalfOf: world.userSid,
    })
  })

  test('of an api token without a user is the token, on behalf of nobody', async () => {
    const world = await makeSession()
    const token = await issueApiToken(world, allow(['sp:ScheduleSession'], ['*']))
    const scheduled = await token.call('POST', world.at(), { body: { appointmentDate: soon(60) } })
    expect(scheduled.status, scheduled.raw).toBe(200)
    expect((await last(world))?.['actor']).toEqual({ kind: 'token', sid: token.sid, onBehalfOf: null })
  })

  test('of a consequence of another change is null', async () => {
    const world = await makeSession()
    await setRow(world, world.sessionSid, { status: 'Scheduled' })
    expect(await last(world)).toMatchObject({ trigger: null, actor: null, changes: ['status'] })
  })

  test.each([
    ['time', { kind: 'time', sid: null, onBehalfOf: null }],
    [`US${'0'.repeat(32)}`, { kind: 'user', sid: `US${'0'.repeat(32)}`, onBehalfOf: null }],
    [`OP${'0'.repeat(32)}`, { kind: 'operator', sid: `OP${'0'.repeat(32)}`, onBehalfOf: null }],
  ])('of a row of an earlier build with %s has its kind, and the row no changes', async (actor, expected) => {
    const world = await makeSession()
    await world.stack.db.insert(sessionTransition).values({
      sessionSid: sidOf('ES', world.sessionSid),
      toStatus: 'Closed',
      running: false,
      cancelled: false,
      actor,
    })
    expect(await last(world)).toMatchObject({ actor: expected, changes: [] })
  })
})

describe('who reads it', () => {
  test.each(['exam-session', 'proctoring-session', 'assessment-viewer'])(
    'the element %s of the own learner does not',
    async elementType => {
      const world = await makeSession()
      const { call } = await issueToken(world, {
        elementType,
        targetUserSid: world.userSid,
        resource: world.sessionSid,
      })
      expect((await call('GET', world.at())).status).toBe(200)
      problemOf(await call('GET', world.at('/history')), 403)
    },
  )

  test.each([
    ['admin', 200],
    ['instructor', 200],
    ['proctor', 200],
    ['learner', 403],
  ] as const)('a credential of the role %s: %i', async (role, status) => {
    const world = await makeSession()
    const { call } = await world.credential(allow(['sp:ReadSessionHistory'], ['*']), role)
    expect((await call('GET', world.at('/history'))).status).toBe(status)
  })

  test('a credential without sp:ReadSessionHistory does not', async () => {
    const world = await makeSession()
    const { call } = await world.credential(allow(['sp:ReadSession'], ['*']))
    problemOf(await call('GET', world.at('/history')), 403)
  })

  test('the history of another install is 404, by either path', async () => {
    const [own, foreign] = [await makeSession(), await makeSession()]
    problemOf(await own.admin('GET', foreign.at('/history')), 404)
    const path = own.path(`/exams/${own.examSid}/sessions/${foreign.sessionSid}/history`)
    problemOf(await own.admin('GET', path), 404)
  })
})
