// The incident of a session: which events start it, and when it ends.
import { expect, test } from 'vitest'
import { inState, run } from '../../../support/session-steps.ts'
import type { SessionWorld } from '../../../support/sessions.ts'

/** Creates an event of a new type, and returns its sid. */
async function report(world: SessionWorld, { opensIncident }: { opensIncident: boolean }): Promise<string> {
  const type = await world.admin('POST', world.path('/eventTypes'), {
    body: { name: 'Phone', opensIncident },
  })
  const body = { eventTypeSid: type.text('sid'), title: 'Phone' }
  const event = await world.admin('POST', world.at('/events'), { body })
  expect(event.status, event.raw).toBe(201)
  return event.text('sid')
}

const setStatus = (world: SessionWorld, eventSid: string, status: string) =>
  world.act('PUT', `/events/${eventSid}`, { status })

const stateOf = async (world: SessionWorld) => {
  const { status, auditStatus, sessionReportCount } = (await world.read()).body
  return { status, auditStatus, sessionReportCount }
}
const opens = { opensIncident: true }

test('an event of a type without incident does not change the session, whatever its status', async () => {
  const world = await inState('running')
  const before = await stateOf(world)
  const eventSid = await report(world, { opensIncident: false })
  for (const status of ['Resolved', 'Open', 'Dismissed']) await setStatus(world, eventSid, status)
  expect(await stateOf(world)).toEqual(before)
})

test.each(['Resolved', 'Dismissed'])(
  'an incident of a running exam lasts until its last open event is %s, and the exam goes on',
  async status => {
    const world = await inState('running')
    const [first, second] = [await report(world, opens), await report(world, opens)]
    const open = { status: 'Incident', auditStatus: 'Open', sessionReportCount: 2 }
    expect(await stateOf(world)).toEqual(open)
    await setStatus(world, first, status)
    expect(await stateOf(world)).toEqual(open)
    await setStatus(world, second, status)
    expect(await stateOf(world)).toEqual({ ...open, status: 'Scheduled', auditStatus: status })
    expect((await run(world, 'end')).body).toMatchObject({ status: 'Closed' })
  },
)

test('an event that was already closed does not end the incident of another one', async () => {
  const world = await inState('running')
  const [first, second] = [await report(world, opens), await report(world, opens)]
  for (const status of ['Resolved', 'Dismissed']) await setStatus(world, first, status)
  expect(await stateOf(world)).toMatchObject({ status: 'Incident', auditStatus: 'Open' })
  await setStatus(world, second, 'Resolved')
  expect(await stateOf(world)).toMatchObject({ status: 'Scheduled', auditStatus: 'Resolved' })
})

test('an open event that is set to Open again does not end the incident', async () => {
  const world = await inState('running')
  await setStatus(world, await report(world, opens), 'Open')
  expect(await stateOf(world)).toMatchObject({ status: 'Incident', auditStatus: 'Open' })
})

test('an event without an incident does not end that of another one', async () => {
  const world = await inState('running')
  await report(world, opens)
  await setStatus(world, await report(world, { opensIncident: false }), 'Resolved')
  expect(await stateOf(world)).toMatchObject({ status: 'Incident', auditStatus: 'Open' })
})

test('an incident ends in the review that the session requires', async () => {
  const world = await inState('Processing')
  await setStatus(world, await report(world, opens), 'Dismissed')
  expect(await stateOf(world)).toMatchObject({ status: 'Processing', auditStatus: 'Dismissed' })
})

test('reopening an event starts the incident again, without another report', async () => {
  const world = await inState('running')
  const eventSid = await report(world, opens)
  await setStatus(world, eventSid, 'Resolved')
  await setStatus(world, eventSid, 'Open')
  expect(await stateOf(world)).toEqual({ status: 'Incident', auditStatus: 'Open', sessionReportCount: 1 })
})
