// Consumers that do not keep up.
import { afterAll, expect, test } from 'vitest'
import { connected, disconnectAll, jwtOf, rawSocket, subscribed } from '../../support/realtime.ts'
import { makeWorld } from '../../support/world.ts'

afterAll(disconnectAll)

test('a consumer that is more than 1 MiB behind is closed with 3008, and can recover; others receive everything', async () => {
  const world = await makeWorld()
  const [publisher, reader] = await Promise.all([connected(world), connected(world)])
  const { all } = await subscribed(reader, 'room.bulk')
  const token = await jwtOf(world, ['subscribe'])
  const silent = await rawSocket(world.stack.baseUrl) // answers no ping
  silent.send({ id: 1, connect: { token } }, { id: 2, subscribe: { channel: 'room.bulk' } })
  await silent.reply(2).toHaveProperty('subscribe')
  const text = 'x'.repeat(30_000)
  for (let n = 0; n < 45; n++) await publisher.publish('room.bulk', { text })
  expect(await silent.closed).toEqual([3008, 'slow'])
  await expect.poll(() => all.length).toBe(45)
  const [{ subscribe }] = silent.lines.filter(line => 'subscribe' in line) as [
    { subscribe: { epoch: string } },
  ]
  const back = await rawSocket(world.stack.baseUrl)
  back.send(
    { id: 1, connect: { token } },
    { id: 2, subscribe: { channel: 'room.bulk', recover: true, offset: 0, epoch: subscribe.epoch } },
  )
  await back.reply(2).toMatchObject({ subscribe: { recovered: true, was_recovering: true, offset: 45 } })
  const [reply] = back.lines.filter(line => 'subscribe' in line) as [
    { subscribe: { publications: unknown[] } },
  ]
  expect(reply.subscribe.publications).toHaveLength(45)
  await publisher.publish('room.bulk', { text: 'small' })
  await expect.poll(() => back.lines.some(line => 'push' in line)).toBe(true)
  back.close()
})
