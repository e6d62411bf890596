// C17 of one session: the attempts that deliver its changes.
import { beforeAll, expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { makeDeliveredSession } from '../../support/session-deliveries.ts'
import { makeSession, type SessionWorld, soon } from '../../support/sessions.ts'
import {
  badMembers,
  type Endpoint,
  logOf,
  makeEndpoint,
  publish,
  rowsOf,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { allow, sisterOf } from '../../support/world.ts'

const system = stackWithSink()

let world: SessionWorld
let endpoint: Endpoint
beforeAll(async () => {
  ;({ world, endpoint } = await makeDeliveredSession(system))
  // Not of the session: another person's session, a change of a person, and an event of a client with the same members.
  const userSid = await world.user()
  await world.admin('POST', world.path(`/courses/${world.courseSid}/enrollments`), { body: { userSid } })
  await publish(world, { sid: world.sessionSid, sessionSid: world.sessionSid })
  await settled(world)
}, 120_000)

const ofSession = (query = '') => logOf(world, `sessionSid=${world.sessionSid}${query}`)

test('sessionSid selects each attempt of its changes and of what belongs to it, newest first', async () => {
  const rows = await ofSession()
  const topics = await Promise.all(
    rows.map(async ({ deliveryId }) => {
      const { body } = await world.admin('GET', `/api/webhooks/deliveries/${String(deliveryId)}`)
      return body['topic']
    }),
  )
  expect(rows.map(({ attempts, success }, at) => [topics[at], attempts, success])).toEqual([
    ['proctoring.annotation', 1, true],
    ['proctoring.exam_session', 2, true],
    ['proctoring.exam_session', 1, false],
  ])
  const all = await logOf(world)
  expect(all.length).toBeGreaterThan(rows.length + 1)
  expect(all.filter(({ id }) => rows.some(row => row['id'] === id))).toEqual(rows)
})

test('it is combined with the other filters and with pages, in one round trip', async () => {
  const [newest, second, oldest] = await ofSession()
  expect(await ofSession('&success=false')).toEqual([oldest])
  expect(await ofSession(`&webhookId=${endpoint.id}&event=database.event`)).toHaveLength(3)
  expect(await ofSession('&event=document.updated')).toEqual([])
  expect(await ofSession('&limit=1')).toEqual([newest])
  expect(await ofSession(`&limit=1&before=${String(newest?.['id'])}`)).toEqual([second])
  const answer = await world.admin('GET', `/api/webhooks/logs?sessionSid=${world.sessionSid}`)
  expect(answer.roundTrips).toBe(1)
})

test('a session that is unknown, or of another account, has no attempts; a malformed sid is 400', async () => {
  const other = await makeSession({}, system.stack)
  expect(await logOf(other, `sessionSid=${world.sessionSid}`)).toEqual([])
  expect(await logOf(world, `sessionSid=${newSid('ES')}`)).toEqual([])
  expect(badMembers(await world.admin('GET', '/api/webhooks/logs?sessionSid=ES1'))).toEqual(['sessionSid'])
})

test('a caller that is bound to an install sees only the attempts at endpoints of that install', async () => {
  const sister = await sisterOf(world)
  const { call: ours } = await world.credential(allow(['sp:ListDeliveryAttempts'], ['*']))
  const { call: theirs } = await sister.credential(allow(['sp:ListDeliveryAttempts'], ['*']))
  const path = `/api/webhooks/logs?sessionSid=${world.sessionSid}`
  // The endpoint of the scene belongs to the whole application.
  expect(rowsOf(await ours('GET', path))).toEqual([])
  expect(rowsOf(await theirs('GET', path))).toEqual([])
  const { call: all } = await world.credential(allow(['sp:*'], ['*']))
  const own = await makeEndpoint({ admin: all }, system.sink.receiver(), { events: ['database.event'] })
  await world.act('PUT', '', { appointmentDate: soon(120) })
  await settled(world)
  const rows = rowsOf(await ours('GET', path))
  expect(rows.map(({ webhookId }) => webhookId)).toEqual([own.id])
  expect(rowsOf(await theirs('GET', path))).toEqual([])
})

test('after the erasure of the learner the attempts of the changes of the session are still found', async () => {
  const { userSid } = world
  const before = await ofSession('&success=false')
  expect((await world.admin('DELETE', world.path(`/users/${userSid}`))).status).toBe(200)
  await settled(world)
  const after = await ofSession('&success=false')
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})
