// The list of the deliveries of an exam session.
import { beforeAll, expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { makeDeliveredSession } from '../../support/session-deliveries.ts'
import { makeSession, type SessionWorld, soon } from '../../support/sessions.ts'
import {
  arrived,
  badMembers,
  deadLettersOf,
  type Endpoint,
  logOf,
  makeEndpoint,
  publish,
  type Row,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import type { World } from '../../support/world.ts'

const system = stackWithSink()

const deliveriesOf = async ({ admin }: Pick<World, 'admin'>, query: string): Promise<Row[]> =>
  (await admin('GET', `/api/webhooks/deliveries?${query}`)).list('results')

let world: SessionWorld
let endpoint: Endpoint
beforeAll(async () => {
  ;({ world, endpoint } = await makeDeliveredSession(system))
  // Not about the session: a person, and an event of a client with the same members.
  await world.user()
  await publish(world, { sid: world.sessionSid, sessionSid: world.sessionSid })
  await settled(world)
}, 120_000)

const ofSession = () => deliveriesOf(world, `sessionSid=${world.sessionSid}&sortOrder=DESC`)

test('sessionSid selects the deliveries of its changes and of what belongs to it, each once', async () => {
  const rows = await ofSession()
  expect(rows.map(({ topic, attempts, status }) => [topic, attempts, status])).toEqual([
    ['proctoring.annotation', 1, 'delivered'],
    ['proctoring.exam_session', 2, 'delivered'],
  ])
  expect(rows[1]).toEqual({
    id: expect.stringMatching(/^WD/),
    webhookId: endpoint.id,
    eventId: expect.stringMatching(/^EV/),
    event: 'database.event',
    topic: 'proctoring.exam_session',
    url: endpoint.receiver.url,
    status: 'delivered',
    attempts: 2,
    statusCode: 204,
    fault: null,
    createdAt: expect.any(Number),
    finishedAt: expect.any(Number),
  })
})

test('a page has the total of the session, in one round trip', async () => {
  const [newest, oldest] = await ofSession()
  const path = `/api/webhooks/deliveries?sessionSid=${world.sessionSid}&limit=1`
  const pages = [
    [`${path}&sortOrder=DESC`, newest],
    [`${path}&sortOrder=DESC&offset=1`, oldest],
    [path, oldest],
  ] as const
  for (const [query, row] of pages) {
    const page = await world.admin('GET', query)
    expect([page.body['total'], page.list('results'), page.roundTrips], query).toEqual([2, [row], 1])
  }
})

test('a delivery is listed before its first attempt', async () => {
  const other = await makeSession({}, system.stack)
  const { receiver } = await makeEndpoint(other, system.sink.receiver('hang'), { events: ['database.event'] })
  await other.act('POST', '', { appointmentDate: soon(60) })
  await arrived(receiver, 1)
  const query = `sessionSid=${other.sessionSid}`
  expect(await logOf(other, query)).toEqual([])
  const [row] = await deliveriesOf(other, query)
  const none = { attempts: 0, statusCode: 0, fault: null, finishedAt: null }
  expect(row).toMatchObject({ status: 'pending', url: receiver.url, ...none })
  expect(await deadLettersOf(other)).toEqual([])
})

test('a session that is unknown, or of another account, has no deliveries; a malformed or missing sid is 400', async () => {
  const other = await makeSession({}, system.stack)
  expect(await deliveriesOf(other, `sessionSid=${world.sessionSid}`)).toEqual([])
  expect(await deliveriesOf(world, `sessionSid=${newSid('ES')}`)).toEqual([])
  for (const query of ['?sessionSid=ES1', ''])
    expect(badMembers(await world.admin('GET', `/api/webhooks/deliveries${query}`))).toEqual(['sessionSid'])
})
