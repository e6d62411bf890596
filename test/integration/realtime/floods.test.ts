// What one client can make the server do.
import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { maxSubscribes, maxTopics, subscribesPerSecond } from '../../../src/realtime/shard/limits.ts'
import { disconnectAll, jwtOf, rawSocket } from '../../support/realtime.ts'
import { makeWorld } from '../../support/world.ts'

afterAll(disconnectAll)

test('subscribes beyond the topics of two connections are refused, and ask the platform nothing', {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld()
  const socket = await rawSocket(world.stack.baseUrl)
  socket.send({ id: 1, connect: { token: await jwtOf(world, ['subscribe']) } })
  await socket.reply(1).toHaveProperty('connect')
  const before = world.stack.roundTrips()
  const count = 600
  const channel = () => `session.ES${randomBytes(16).toString('hex')}`
  socket.send(...Array.from({ length: count }, (_, n) => ({ id: n + 2, subscribe: { channel: channel() } })))
  await expect.poll(() => socket.lines.length, { timeout: 60_000 }).toBe(count + 1)
  const codes = socket.lines.map(line => (line['error'] as { code: number } | undefined)?.code)
  const refused = codes.filter(code => code === 111).length
  expect(refused).toBeGreaterThanOrEqual(count - maxSubscribes - subscribesPerSecond)
  expect(codes.filter(code => code === 103).length).toBe(count - refused)
  expect(world.stack.roundTrips() - before).toBeLessThanOrEqual(count - refused + maxTopics)
  socket.close()
})
