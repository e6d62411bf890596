// Consumers that do not keep up.
import { afterAll, expect, test } from 'vitest'
import { connected, disconnectAll, endpointOf, jwtOf, rawSocket, subscribed } from '../../support/realtime.ts'
import { slowSocket } from '../../support/slow-socket.ts'
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

test('a consumer that never reads and one that reads slowly change nothing for the others, and the slow one misses nothing', async () => {
  const world = await makeWorld()
  const [publisher, reader] = await Promise.all([connected(world), connected(world)])
  const { all } = await subscribed(reader, 'room.slow')
  const token = await jwtOf(world, ['subscribe'])
  const [hanging, slow] = await Promise.all(
    (['nothing', { everyMs: 5 }] as const).map(async mode => {
      const socket = await slowSocket(endpointOf(world.stack.baseUrl))
      socket.send({ id: 1, connect: { token } }, { id: 2, subscribe: { channel: 'room.slow' } })
      await expect.poll(() => socket.lines.some(line => line.includes('"subscribe"'))).toBe(true)
      socket.read(mode)
      return socket
    }),
  )
  const offsetsOf = (lines: readonly string[] = []) =>
    lines.map(line => JSON.parse(line).push?.pub?.offset).filter(offset => offset !== undefined)
  const text = 'x'.repeat(30_000)
  const expected = Array.from({ length: 45 }, (_, n) => n + 1)
  for (const n of expected) {
    await publisher.publish('room.slow', { text })
    // At most 360 kB behind: not too far.
    if (n > 12) await expect.poll(() => offsetsOf(slow?.lines)).toContain(n - 12)
  }
  await expect.poll(() => all.map(({ offset }) => offset)).toEqual(expected)
  await expect.poll(() => offsetsOf(slow?.lines)).toEqual(expected)
  hanging?.read('all')
  expect(await hanging?.closed).toEqual([3008, 'slow'])
  const received = offsetsOf(hanging?.lines)
  expect(received).toEqual(expected.slice(0, received.length))
  hanging?.destroy()
  slow?.destroy()
})
