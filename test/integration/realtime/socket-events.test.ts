// The events of connections.
import { afterAll, expect, test } from 'vitest'
import { connected, disconnectAll, jwtOf, rawSocket, subscribed } from '../../support/realtime.ts'
import { makeWorld } from '../../support/world.ts'

afterAll(disconnectAll)

test('the topic sockets of the application has an event of each connect and disconnect', async () => {
  const own = await makeWorld()
  const client = await connected(own, ['subscribe'])
  const { all } = await subscribed(client, 'sockets')
  const token = await jwtOf(own, [])
  const [closedByClient, closedByServer] = await Promise.all([
    rawSocket(own.stack.baseUrl),
    rawSocket(own.stack.baseUrl),
  ])
  closedByClient.send({ id: 1, connect: { token } })
  await closedByClient.reply(1).toHaveProperty('connect')
  closedByClient.close()
  closedByServer.send({ id: 1, connect: { token } }, { id: 2, connect: { token } })
  await closedByServer.closed
  const eventsOf = (type: string) =>
    all.flatMap(({ data }) => (data.type === type ? [data.payload as Record<string, unknown>] : []))
  await expect.poll(() => eventsOf('socket.disconnect').length, { timeout: 20_000 }).toBe(2)
  const ends = eventsOf('socket.disconnect')
  expect(ends.map(({ code }) => code).toSorted()).toEqual([1005, 3501])
  for (const { clientId, user, connectedAt, disconnectedAt } of ends) {
    expect(user).toMatch(/^AK/)
    expect(eventsOf('socket.connect')).toContainEqual({ clientId, user, connectedAt })
    expect(Number(disconnectedAt)).toBeGreaterThanOrEqual(Number(connectedAt))
  }
  expect(all[0]?.data).toMatchObject({ topic: 'sockets', source: 'socket' })
})
