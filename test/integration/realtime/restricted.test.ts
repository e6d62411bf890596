// What callers with few rights cannot reach by way of topics.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { connected, disconnectAll, subscribed } from '../../support/realtime.ts'
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
