// Connections without traffic, over more than two pings.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connected, disconnectAll, jwtOf, rawSocket, subscribed } from '../../support/realtime.ts'
import { makeWorld } from '../../support/world.ts'

afterAll(disconnectAll)

test('an idle client stays, and a client that answers no ping has left within 60 s', {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld()
  const [idle, other] = await Promise.all([connected(world), connected(world)])
  const { all } = await subscribed(idle, 'room.idle')
  const interruptions: number[] = []
  idle.on('connecting', ({ code }) => interruptions.push(code))
  const lost = await rawSocket(world.stack.baseUrl)
  lost.send({ id: 1, connect: { token: await jwtOf(world, ['subscribe']) } })
  lost.send({ id: 2, subscribe: { channel: 'room.idle' } })
  await lost.reply(2).toHaveProperty('subscribe')
  expect(await other.presenceStats('room.idle')).toEqual({ numClients: 2, numUsers: 1 })
  expect(await Promise.race([lost.closed, sleep(60_000)])).toEqual([3012, 'no pong'])
  await expect.poll(() => other.presenceStats('room.idle')).toEqual({ numClients: 1, numUsers: 1 })
  await other.publish('room.idle', { late: true })
  await expect.poll(() => all.map(({ offset }) => offset)).toEqual([1])
  expect(interruptions).toEqual([])
})
