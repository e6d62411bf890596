// The number of requests that an endpoint gets at once, and its pauses, with messages of several deliveries.
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { delivery, webhookEndpoint } from '../../../db/schema/webhook.ts'
import { late, repeatedIfLate } from '../../support/late.ts'
import { sidOf } from '../../support/tokens.ts'
import { batchScenes } from '../../support/webhook-batches.ts'
import { clientOf, startAnswerer } from '../../support/webhook-faults.ts'
import { act, type Endpoint, publish, settled, stackWithSink } from '../../support/webhooks.ts'

const system = stackWithSink({ qstash: { controls: true }, webhookRetryBaseMs: 500 })
const { rowsOf, missed, held } = batchScenes(system)

const isIt = ({ id }: Endpoint) => eq(webhookEndpoint.sid, sidOf('WH', id))
const flowOf = ({ id }: Endpoint) => clientOf(system.stack.qstash).flowControl.get(`wh_${id}`)

test('an endpoint gets at most 40 requests at the same time, whatever the sizes of its messages are', async () => {
  const now = { here: 0, most: 0 }
  const crowded = Promise.withResolvers<void>()
  const answerer = await startAnswerer(async () => {
    now.here += 1
    now.most = Math.max(now.most, now.here)
    // A busy machine takes a while to send as many as it may.
    if (now.here > 20) crowded.resolve()
    await Promise.race([crowded.promise, sleep(5000)])
    await sleep(200)
    now.here -= 1
    return 204
  })
  try {
    const { world, endpoint, recover } = await missed(500, { url: answerer.url, received: [], replies: [] })
    await recover()
    await publish(world) // a message of one delivery, with its own limit
    await settled(world)
    expect(now.most).toBeGreaterThan(20)
    expect(now.most).toBeLessThanOrEqual(40)
    expect(await flowOf(endpoint)).toMatchObject({ parallelismMax: 20 })
  } finally {
    await answerer.close()
  }
})

test(
  'a success that ends during a pause of its own message does not end the pause',
  repeatedIfLate,
  async () => {
    const slow = Promise.withResolvers<number>()
    let asked = 0
    const answerer = await startAnswerer(() => {
      asked += 1
      if (asked === 2) return slow.promise
      return Promise.resolve(asked === 1 ? 204 : 500)
    })
    try {
      const { world, endpoint, send } = await held(13, { url: answerer.url, received: [], replies: [] })
      // The state after a pause, until a success has restored full parallelism.
      await system.stack.db.update(webhookEndpoint).set({ failures: 10 }).where(isIt(endpoint))
      const sent = send()
      const failed = async () =>
        (await rowsOf(world)).filter(({ attempts, status }) => attempts === 1 && status === 'pending')
      // All that have ended are recorded at once.
      await expect.poll(async () => (await failed()).length, { timeout: 14_000 }).toBeGreaterThan(0)
      const { length } = await failed()
      if (length < 10) late(`The message started ${length} attempts within a second.`)
      expect(length).toBe(10)
      await expect.poll(() => flowOf(endpoint)).toMatchObject({ isPaused: true })
      slow.resolve(204)
      await sent
      expect((await rowsOf(world)).filter(({ status }) => status === 'delivered')).toHaveLength(2)
      expect(await flowOf(endpoint)).toMatchObject({ isPaused: true })
      const [row] = await system.stack.db.select().from(webhookEndpoint).where(isIt(endpoint))
      expect(row).toMatchObject({ failures: 11, heldUntil: expect.any(Date) })
      await act(world, endpoint, 'deactivate')
    } finally {
      await answerer.close()
    }
  },
)

test.each([
  ['the end of a pause', 'sweep'],
  ['an activation', 'activate'],
] as const)('%s makes those due that waited for it, and no retry earlier', async (_, end) => {
  const { world, endpoint, events } = await held(2)
  const [retry, waiting] = await rowsOf(world)
  const { db } = system.stack
  const heldUntil = end === 'sweep' ? sql`now()` : sql`now() + interval '5 minutes'`
  await db.update(webhookEndpoint).set({ failures: 10, heldUntil }).where(isIt(endpoint))
  const [pause] = await db.select().from(webhookEndpoint).where(isIt(endpoint))
  const isOf = (row: typeof retry) => eq(delivery.sid, row?.sid ?? expect.fail('no delivery'))
  await db
    .update(delivery)
    .set({ attempts: 1, publishedDate: null, dueDate: sql`now() + interval '6 minutes'`, round: 1 })
    .where(isOf(retry))
  await db
    .update(delivery)
    .set({ publishedDate: null, dueDate: pause?.heldUntil ?? expect.fail('no pause'), round: 1 })
    .where(isOf(waiting))
  if (end === 'sweep') await system.stack.sweep()
  else await act(world, endpoint, 'activate')
  const delivered = async () => (await rowsOf(world)).filter(({ status }) => status === 'delivered')
  await expect.poll(delivered).toMatchObject([{ sid: waiting?.sid }])
  const unpublished = db
    .select()
    .from(delivery)
    .where(and(isOf(retry), isNull(delivery.publishedDate)))
  expect(await unpublished).toMatchObject([{ attempts: 1, status: 'pending' }])
  expect(events).toHaveLength(2)
})
