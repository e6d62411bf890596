// What callers with few rights cannot reach by way of topics.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { clientWith, connected, disconnectAll, subscribed } from '../../support/realtime.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { allow, sisterOf } from '../../support/world.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await makeSession()
})
afterAll(disconnectAll)

const everything = allow(['sp:*'], ['*'])

test('a caller that is bound to one install publishes nothing on the session of another by POST /api/events', async () => {
  const sister = await sisterOf(world)
  const topic = `session.${world.sessionSid}`
  const [own, bound] = [await world.credential(everything), await sister.credential(everything)]
  const jwt = await bound.call('POST', '/auth/token', {
    body: { applicationId: world.applicationSid, permissions: ['publish'] },
  })
  const received = await subscribed(await connected(world), topic)
  const body = (text: string) => ({ topic, type: 'socket.message', payload: { text } })
  for (const call of [bound.call, callerOf(world.stack, jwt.text('token'))]) {
    const answer = await call('POST', '/api/events', { body: body('Leave the room.') })
    expect([answer.status, answer.text('code')]).toEqual([403, 'action_not_allowed'])
  }
  expect((await own.call('POST', '/api/events', { body: body('Welcome.') })).status).toBe(202)
  await expect.poll(received.payloads).toEqual([{ text: 'Welcome.' }])
})

test('a credential of a learner issues no JWT that subscribes to topics with personal data', async () => {
  const { call } = await world.credential(everything, 'learner')
  const issue = (...permissions: string[]) =>
    call('POST', '/auth/token', { body: { applicationId: world.applicationSid, permissions } })
  const refused = [
    ...['subscribe', 'subscribe:*', 'subscribe:session.*', `subscribe:monitor.${world.examSid}`],
    ...['subscribe:documents.notes', 'subscribe:proctoring.user', `subscribe:installs.${world.installSid}.*`],
    ...['subscribe:*.notes', 'subscribe:installs.*.proctoring.user', 'subscribe:installs.*.*.user'],
  ]
  for (const permission of refused) {
    const answer = await issue('publish', permission)
    expect([answer.status, answer.text('code')], permission).toEqual([403, 'permission_ceiling_violation'])
    expect(answer.body['permissions']).toEqual([permission])
  }
  const chat = `installs.${world.installSid}.chat`
  for (const permission of ['publish', `subscribe:${chat}.*`, 'subscribe:rooms.documents'])
    expect((await issue(permission)).status, permission).toBe(200)
  const client = clientWith(world.stack.baseUrl, (await issue(`subscribe:${chat}`)).text('token'))
  client.connect()
  await subscribed(client, chat)
})
