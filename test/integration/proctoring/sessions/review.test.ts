// Reviews: what they find is an event, and passing resolves it.
import { describe, expect, test } from 'vitest'
import { ask, inState, needsReview, refused, run, setRow, stepsOf } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { issueToken } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

const eventsOf = async (world: SessionWorld) =>
  (await world.admin('GET', world.at('/events'))).list('results')

async function reportPhone(world: SessionWorld): Promise<string> {
  const type = await world.admin('POST', world.path('/eventTypes'), {
    body: { name: 'Phone', opensIncident: true },
  })
  const body = { eventTypeSid: type.text('sid'), title: 'Phone' }
  return (await world.admin('POST', world.at('/events'), { body })).text('sid')
}

describe.each(['report', 'suspect'] as const)('%s', transition => {
  test('records an open event of the type review with the notes, which ends the incident when it is settled', async () => {
    const world = await inState('Processing')
    const { body } = await run(world, transition)
    expect(body).toMatchObject({ status: 'Incident', reviewed: true, auditStatus: 'Open' })
    const [event, ...others] = await eventsOf(world)
    expect(others).toEqual([])
    const { notes } = body
    expect(event).toMatchObject({
      title: 'Found in review',
      status: 'Open',
      details: notes,
      directWitness: null,
    })
    const types = await world.admin('GET', world.path('/eventTypes'))
    const review = types.list('results').find(({ code }) => code === 'review')
    expect(review).toMatchObject({
      sid: event?.['eventTypeSid'],
      name: 'Found in review',
      opensIncident: true,
    })
    const settled = await world.act('PUT', `/events/${event?.['sid']}`, { status: 'Dismissed' })
    expect(settled.status).toBe(200)
    expect((await world.read()).body).toMatchObject({ status: 'Closed', auditStatus: 'Dismissed' })
  })
})

test('a user who reviews is the witness of the event and the reviewer of the session', async () => {
  const world = await inState('Processing')
  const reviewer = await world.user({ firstName: 'Grace', lastName: 'Hopper' })
  await world.admin('PUT', world.path(`/users/${reviewer}`), { body: { role: 'proctor' } })
  const policy = { version: '1', statements: allow(['sp:*'], ['*']) }
  const token = await issueToken(world, { tokenType: 'api', targetUserSid: reviewer, policy })
  const answer = await token.call('POST', world.at('/review'), { body: { outcome: 'violation' } })
  expect(answer.body, answer.raw).toMatchObject({ reviewByUserSid: reviewer })
  expect(await eventsOf(world)).toMatchObject([{ directWitness: 'Grace Hopper', details: null }])
})

test('passed during an incident resolves what the review found and closes the session', async () => {
  const world = await inState('Incident')
  expect((await run(world, 'pass')).body).toMatchObject({ status: 'Closed', auditStatus: 'Resolved' })
  expect(await eventsOf(world)).toMatchObject([{ title: 'Found in review', status: 'Resolved' }])
  expect((await stepsOf(world, world.sessionSid)).at(-1)).toMatchObject({ trigger: 'pass' })
})

test('passed keeps an incident with other open events, until they are settled', async () => {
  const world = await inState('Incident')
  const phone = await reportPhone(world)
  expect((await run(world, 'pass')).body).toMatchObject({
    status: 'Incident',
    auditStatus: 'Open',
    reviewed: true,
  })
  const open = (await eventsOf(world)).filter(({ status }) => status === 'Open')
  expect(open).toMatchObject([{ sid: phone }])
  await world.act('PUT', `/events/${phone}`, { status: 'Dismissed' })
  expect((await world.read()).body).toMatchObject({ status: 'Closed', auditStatus: 'Dismissed' })
})

test('a violation found while the exam runs is reported, and the review remains to be done after the end', async () => {
  const world = await makeSession(needsReview)
  for (const transition of ['schedule', 'start', 'report'] as const) await run(world, transition)
  const { body } = await world.read()
  expect(body).toMatchObject({
    status: 'Incident',
    running: true,
    reviewed: false,
    reviewCompletedDate: null,
  })
  await run(world, 'end')
  const [event] = await eventsOf(world)
  await world.act('PUT', `/events/${event?.['sid']}`, { status: 'Resolved' })
  expect((await world.read()).body).toMatchObject({ status: 'Processing', reviewed: false })
})

test('passed during an incident of a running exam is 409', async () => {
  const world = await inState('running Incident')
  await refused(world, 'session_state_conflict', () => ask(world, 'pass'))
})

test('an incident whose attempt needs a review moves to it, with a new due date', async () => {
  const world = await inState('Processing')
  const phone = await reportPhone(world)
  await setRow(world, world.sessionSid, { reviewByDate: new Date(0) })
  await world.act('PUT', `/events/${phone}`, { status: 'Resolved' })
  const { body } = await world.read()
  expect(body).toMatchObject({ status: 'Processing', auditStatus: 'Resolved' })
  const hours = (Date.parse(String(body['reviewByDate'])) - Date.now()) / 3_600_000
  expect(Math.abs(hours - 48)).toBeLessThan(0.1)
})

test.each([
  ['POST', 6],
  ['PUT', 6],
])('%s of an event refuses an eventTime more than 5 minutes ahead', async (method, minutes) => {
  const world = await inState('running')
  const type = await world.admin('POST', world.path('/eventTypes'), { body: { name: 'Phone' } })
  const send = (ahead: number, path = '') => {
    const eventTime = new Date(Date.now() + ahead * 60_000).toISOString()
    const created = { eventTypeSid: type.text('sid'), title: 'Phone' }
    return world.admin(method, world.at(`/events${path}`), {
      body: { eventTime, ...(method === 'POST' && created) },
    })
  }
  const event = await world.admin('POST', world.at('/events'), {
    body: { eventTypeSid: type.text('sid'), title: 'Phone' },
  })
  const path = method === 'PUT' ? `/${event.text('sid')}` : ''
  expect((await send(minutes, path)).raw).toContain('eventTime')
  expect((await send(4.9, path)).status).toBe(method === 'POST' ? 201 : 200)
})

test('the refusal of a review names the outcomes that the status allows', async () => {
  const closed = await inState('Closed')
  expect((await refused(closed, 'session_state_conflict', () => ask(closed, 'pass'))).text('detail')).toBe(
    'The session is Closed. Its status allows: void, review as violation or suspicious.',
  )
  const incident = await inState('Incident')
  expect(
    (await refused(incident, 'session_state_conflict', () => ask(incident, 'report'))).text('detail'),
  ).toBe('The session is Incident. Its status allows: void, review as passed, resolve events.')
})
