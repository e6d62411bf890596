// Publications, positions and presence over reconnects and `kill -9` of the whole system.

import { setTimeout as sleep } from 'node:timers/promises'
import { Centrifuge } from 'centrifuge'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/directory.ts'
import { endpointOf, recorded } from '../../support/realtime.ts'
import { end, freePort, type Started, start } from '../../support/start.ts'

const publishers = 20
const reconnects = 20
const messages = 10_000

let system: Started | undefined
const clients: Centrifuge[] = []
afterAll(async () => {
  for (const client of clients) client.disconnect()
  if (system) await end(system, 'SIGTERM')
})

/** A client whose socket can be closed under it. */
function client(baseUrl: string, token: string) {
  const sockets: WebSocket[] = []
  class Recorded extends WebSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  const made = new Centrifuge(endpointOf(baseUrl), {
    ...{ token, websocket: Recorded, minReconnectDelay: 20, maxReconnectDelay: 100, timeout: 60_000 },
  })
  clients.push(made)
  made.connect()
  return { client: made, cut: () => sockets.at(-1)?.close() }
}

const tooManyRequests = 111
let refused = 0

/** Without a reply, the publication may or may not have been stored. */
const isAccepted = (publishing: Promise<unknown>): Promise<boolean> =>
  publishing.then(
    () => true,
    ({ code }) => {
      if (code === tooManyRequests) refused += 1
      return false
    },
  )

test('no publication is lost, repeated or out of order', { timeout: 240_000 }, async () => {
  const [stateDir, port] = [temporaryDirectory(), await freePort()]
  system = await start(stateDir, port)
  const { baseUrl, demo, call } = system
  const body = { applicationId: demo['applicationId'], permissions: ['subscribe', 'publish'] }
  const token = (await call('POST', '/auth/token', { body })).text('token')
  const topic = 'killed.room'
  const subscriber = client(baseUrl, token)
  const received = recorded(subscriber.client, topic)
  const recoveries: boolean[] = []
  received.subscription.on('subscribed', ({ wasRecovering, recovered }) => {
    if (wasRecovering) recoveries.push(recovered)
  })
  received.subscription.subscribe()
  await received.subscription.ready(20_000)

  const accepted = new Set<number>()
  let next = 0
  const publishAll = async () => {
    const publisher = client(baseUrl, token)
    while (next < messages) {
      const n = next++
      if (await isAccepted(publisher.client.publish(topic, { n }))) accepted.add(n)
      else await sleep(100)
    }
  }
  const publishing = Array.from({ length: publishers }, publishAll)
  for (let cut = 1; cut <= reconnects; cut++) {
    await expect.poll(() => next, { timeout: 120_000, interval: 5 }).toBeGreaterThan((messages * cut) / 24)
    if (cut === reconnects / 2) {
      await end(system, 'SIGKILL')
      system = await start(stateDir, port)
    } else subscriber.cut()
  }
  await Promise.all(publishing)
  const { offset } = await subscriber.client.history(topic)
  await expect.poll(() => received.all.at(-1)?.offset, { timeout: 20_000 }).toBe(offset)

  expect(received.all.map(each => each.offset)).toEqual(Array.from({ length: offset }, (_, at) => at + 1))
  const numbers = received.all.map(({ data }) => data.payload.n)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect([...accepted].filter(n => !numbers.includes(n))).toEqual([])
  expect(accepted.size).toBeGreaterThan(messages - refused - 2 * publishers)
  expect(accepted.size).toBeGreaterThan(messages / 2)
  expect(recoveries.length).toBeGreaterThan(0)
  expect(recoveries).not.toContain(false)
  // The subscriber of before the kill has left, although its connection ended without a close.
  await expect.poll(() => subscriber.client.presenceStats(topic)).toEqual({ numClients: 1, numUsers: 1 })
})
