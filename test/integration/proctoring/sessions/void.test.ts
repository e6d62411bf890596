// Attempts that ended and are made void: they count for nothing, and their record remains.
import { describe, expect, test } from 'vitest'
import { badPaths } from '../../../support/problem.ts'
import {
  ask,
  inState,
  listed,
  ofSession,
  refused,
  run,
  setRow,
  stepsOf,
} from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { allow } from '../../../support/world.ts'

const sessionsOf = async (world: SessionWorld) => (await listed(world)).map(({ status }) => status)
const attempt = async (world: SessionWorld) => {
  for (const transition of ['schedule', 'start', 'end'] as const) await run(world, transition)
}
const eventsOf = (world: SessionWorld) => world.admin('GET', world.at('/events'))

describe.each(['Processing', 'Incident', 'Closed'] as const)('from %s', state => {
  test('the session is cancelled with the reason void, and the history has the reason of the request', async () => {
    const world = await inState(state)
    const answer = await run(world, 'void')
    expect(answer.body).toMatchObject({ status: 'Closed', statusReason: 'void', running: false })
    expect(answer.body).toMatchObject({ sessionInfo: { cancelled: true, allowedActions: [] } })
    expect((await stepsOf(world, world.sessionSid)).at(-1)).toMatchObject({
      ...{ trigger: 'void', reason: 'Power failure', cancelled: true },
    })
  })

  test('a second call is 409, and so is every other transition', async () => {
    const world = await inState(state)
    await run(world, 'void')
    for (const transition of ['void', 'cancel', 'start', 'end', 'report', 'pass'] as const)
      await refused(world, 'session_state_conflict', () => ask(world, transition))
  })
})

test('the attempt is given back, and a fresh session of its own series follows', async () => {
  const world = await makeSession({ configuration: { duration: 60, attempts: 1 } })
  await attempt(world)
  await run(world, 'void')
  expect(await sessionsOf(world)).toEqual(['Closed', 'Needs Proctor'])
  const fresh = ofSession(world, String((await listed(world)).at(-1)?.['sid']))
  expect((await fresh.read()).body).toMatchObject({ series: fresh.sessionSid })
  await attempt(fresh)
  expect(await sessionsOf(world)).toEqual(['Closed', 'Closed'])
})

test('an attempt in a deleted course is made void, and no session follows', async () => {
  const world = await inState('Closed')
  await world.admin('DELETE', world.path(`/courses/${world.courseSid}`))
  expect((await run(world, 'void')).body).toMatchObject({ status: 'Closed', statusReason: 'void' })
  expect(await sessionsOf(world)).toEqual(['Closed'])
})

test('no session follows while the learner has another one ahead', async () => {
  const world = await inState('Closed')
  const body = { enrollmentSid: world.enrollmentSid }
  await world.admin('POST', world.path(`/exams/${world.examSid}/sessions`), { body })
  await run(world, 'void')
  expect(await sessionsOf(world)).toEqual(['Closed', 'Needs Proctor'])
})

test('the open events of the session are dismissed, and the others keep their status', async () => {
  const world = await inState('Incident')
  const type = await world.admin('POST', world.path('/eventTypes'), { body: { name: 'Phone' } })
  const body = { eventTypeSid: type.text('sid'), title: 'Phone' }
  const event = await world.admin('POST', world.at('/events'), { body })
  await world.admin('PUT', world.at(`/events/${event.text('sid')}`), { body: { status: 'Resolved' } })
  expect((await run(world, 'void')).body).toMatchObject({ auditStatus: 'Dismissed' })
  const events = (await eventsOf(world)).list('results').map(({ title, status }) => [title, status])
  expect(events).toEqual([
    ['Found in review', 'Dismissed'],
    ['Phone', 'Resolved'],
  ])
})

test('its events are not in the report of session events, and its pair has no cancelled session in the churn report', async () => {
  const world = await inState('Incident')
  const totals = () =>
    Promise.all(
      ['', '?eventStatus=Open', '?eventStatus=Dismissed'].map(async query => {
        const { body } = await world.admin('GET', world.path(`/reports/examSessionEvents${query}`))
        return [body['total'], body['count']]
      }),
    )
  const one = [1, 1]
  const none = [0, 0]
  expect(await totals()).toEqual([one, one, none])
  await run(world, 'void')
  expect(await totals()).toEqual([none, none, none])
  const churn = await world.admin('GET', world.path('/reports/churn'))
  expect(churn.list('results')).toMatchObject([{ currentStatus: 'Needs Proctor', cancelled: false }])
})

test('a learner whose only attempt is void, in an exam that has closed, is not in the churn report', async () => {
  const world = await inState('Closed')
  const path = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
  const primary = (await world.admin('GET', path)).text('examConfigurationSid')
  const body = { duration: 60, examOpenDate: soon(-60), examCloseDate: soon(-1) }
  await world.admin('PUT', `${path}/configurations/${primary}`, { body })
  const rows = async () => (await world.admin('GET', world.path('/reports/churn'))).list('results')
  expect(await rows()).toHaveLength(1)
  await run(world, 'void')
  expect(await sessionsOf(world)).toEqual(['Closed'])
  expect(await rows()).toEqual([])
})

test('an overdue review is no longer overdue', async () => {
  const world = await inState('Processing')
  await setRow(world, world.sessionSid, { auditStatus: 'Overdue' })
  expect((await run(world, 'void')).body).toMatchObject({ auditStatus: null })
})

test('only the role admin may make an attempt void', async () => {
  const world = await inState('Closed')
  for (const role of ['instructor', 'proctor', 'learner'] as const) {
    const caller = await world.credential(allow(['sp:*'], ['*']), role)
    const answer = await ask({ ...world, admin: caller.call }, 'void')
    expect([answer.status, answer.body['code']], answer.raw).toEqual([403, 'action_not_allowed'])
  }
  await run(world, 'void')
})

test.each([{}, { reason: '' }, { reason: 'x'.repeat(501) }, { reason: null }])(
  'the reason is required and has 1 to 500 characters: %o is 400',
  async body => {
    const world = await inState('Closed')
    expect(badPaths(await world.admin('POST', world.at('/void'), { body }))).toEqual(['reason'])
    expect((await world.read()).body).toMatchObject({ sessionInfo: { cancelled: false } })
  },
)

test('two requests at once make it void once', async () => {
  const world = await inState('Closed')
  const answers = await Promise.all([1, 2, 3].map(() => ask(world, 'void')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await sessionsOf(world)).toEqual(['Closed', 'Needs Proctor'])
})

test('no free text about an erased learner remains in the history, and none is added: 409; a defined reason is accepted', async () => {
  const [before, after] = [await inState('Closed'), await inState('Closed')]
  await run(before, 'void')
  for (const { admin, path, userSid } of [before, after])
    expect((await admin('DELETE', path(`/users/${userSid}`))).status).toBe(200)
  expect((await stepsOf(before, before.sessionSid)).map(({ reason }) => reason)).not.toContain(
    'Power failure',
  )
  const refusal = await changingNoRow(after, () => ask(after, 'void'))
  expect([refusal.status, refusal.body['code']], refusal.raw).toEqual([409, 'user_erased'])
  const body = { reason: 'technical-issue' }
  const accepted = await after.admin('POST', after.at('/void'), { body })
  expect([accepted.status, accepted.roundTrips], accepted.raw).toEqual([200, 2])
  expect((await stepsOf(after, after.sessionSid)).at(-1)).toMatchObject({ trigger: 'void', ...body })
})
