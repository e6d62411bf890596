// The topics on which a caller may publish over HTTP.
import { beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { badMembers } from '../../support/webhooks.ts'
import { allow, makeWorld, sisterOf, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const eventOn = (topic: string) => ({ body: { topic, type: 'document.updated', payload: {} } })

test('a topic has 1 to 255 of the characters A-Z a-z 0-9 _ . : - and is not reserved', async () => {
  const longest = 'Az09_.:-'.padEnd(255, 'x')
  expect((await world.admin('POST', '/api/events', eventOn(longest))).status).toBe(202)
  const malformed = ['', `${longest}x`, 'a b', 'a/b', 'ä', 'a\0', 'a\u200b', 'a*']
  const reserved = [
    ...['sockets', 'proctoring.exam', 'documents.a', 'monitor.a', 'presence.a', 'Proctoring.exam'],
    `installs.${world.installSid}.proctoring.user`,
  ]
  for (const topic of [...malformed, ...reserved])
    expect(badMembers(await world.admin('POST', '/api/events', eventOn(topic))), topic).toEqual(['topic'])
})

test('the permission publish:<pattern> of a JWT allows its topics only', async () => {
  const body = { applicationId: world.applicationSid, permissions: ['publish:room.*.board', 'subscribe'] }
  const token = (await world.admin('POST', '/auth/token', { body })).text('token')
  const call = callerOf(world.stack, token)
  expect((await call('POST', '/api/events', eventOn('room.1.board'))).status).toBe(202)
  for (const topic of ['room.1', 'room.1.other', 'rooms.1.board'])
    problemOf(await call('POST', '/api/events', eventOn(topic)), 403)
  const subscriber = await world.admin('POST', '/auth/token', {
    body: { ...body, permissions: ['subscribe'] },
  })
  const other = callerOf(world.stack, subscriber.text('token'))
  problemOf(await other('POST', '/api/events', eventOn('room.1.board')), 403)
})

test('a caller that is bound to an install cannot publish on the topics of another', async () => {
  const sister = await sisterOf(world)
  const { call } = await world.credential(allow(['*'], ['*']))
  const on = (installSid: string) => call('POST', '/api/events', eventOn(`installs.${installSid}.room`))
  expect((await on(world.installSid)).status).toBe(202)
  problemOf(await on(sister.installSid), 403)
})
