// Repeated, early and simultaneous calls of the relay, and the stored responses.
import { Buffer } from 'node:buffer'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { sealedHead, sealingProbe } from '../../../db/schema/sealed.ts'
import { attempt, delivery } from '../../../db/schema/webhook.ts'
import { callbacks } from '../../../src/platform/webhooks/delivery/queue.ts'
import { claimDue } from '../../../src/platform/webhooks/delivery/sql.ts'
import { makeSigner } from '../../../tools/qstash/signature.ts'
import { changeSealingKey } from '../../support/sealing-probe.ts'
import { sidOf } from '../../support/tokens.ts'
import {
  arrived,
  logOf,
  makeEndpoint,
  publish,
  type Reply,
  rowsOf,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

// QStash retries after that time: before it, only the test sends calls.
const retryBaseMs = 20_000

const system = stackWithSink({ webhookRetryBaseMs: retryBaseMs }, 240_000)

/** Calls the relay as QStash does. */
async function callRelay(
  deliverySid: string,
  signingKey = system.stack.qstash.signingKeys.current,
): Promise<Response> {
  const { baseUrl } = system.stack
  const url = baseUrl + callbacks.relay
  const body = JSON.stringify({ deliveryId: deliverySid })
  const sign = await makeSigner(signingKey)
  const signature = await sign({ url, body: Buffer.from(body), now: Date.now() })
  return fetch(url, { method: 'POST', body, headers: { 'upstash-signature': signature } })
}

const ofWorld = ({ applicationSid }: World) => eq(delivery.applicationSid, sidOf('AP', applicationSid))

/** The one delivery of the world. */
async function rowOf(world: World) {
  const [row, ...more] = await system.stack.db.select().from(delivery).where(ofWorld(world))
  if (!row || more.length > 0) throw new Error('There is no delivery, or more than one.')
  return row
}

/** An event whose first attempt has ended and is stored. */
async function tried(...replies: Reply[]) {
  const world = await makeWorld(system.stack)
  const { receiver } = await makeEndpoint(world, system.sink.receiver(...replies))
  await publish(world)
  await expect.poll(() => logOf(world), { timeout: 30_000 }).toHaveLength(1)
  return { world, receiver, row: await rowOf(world) }
}

let restore: (() => Promise<void>) | undefined
afterEach(() => restore?.())

/** Moves the time of the next attempt to now. */
const passTime = (world: World) =>
  system.stack.db.update(delivery).set({ dueDate: sql`now() + interval '15 minutes'` }).where(ofWorld(world))

test('a call is accepted with either signing key of QStash, which rotates them, and with no other', async () => {
  const { row } = await tried({ status: 200 })
  const { current, next } = system.stack.qstash.signingKeys
  const calls = [current, next, `${next}x`].map(key => callRelay(row.sid, key))
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 401])
})

test('a call before an attempt is due uses up no retry: it returns the time to retry, and changes nothing', async () => {
  const { world, receiver, row } = await tried({ status: 500 })
  for (let times = 0; times < 10; times++) {
    const answer = await callRelay(row.sid)
    expect(answer.status).toBe(503)
    const waitMs = Number(/^(\d+)ms$/.exec(answer.headers.get('retry-after') ?? '')?.[1])
    expect(waitMs).toBeGreaterThan(1000)
    expect(waitMs).toBeLessThanOrEqual(1.2 * retryBaseMs)
  }
  expect(receiver.received).toHaveLength(1)
  expect(await rowOf(world)).toEqual(row)

  await passTime(world)
  receiver.replies = [{ status: 204 }]
  expect((await callRelay(row.sid)).status).toBe(200)
  expect(receiver.received).toHaveLength(2)
  expect(await rowOf(world)).toMatchObject({ status: 'delivered', attempts: 2 })
  expect((await callRelay(row.sid)).status).toBe(200)
  expect(receiver.received).toHaveLength(2)
})

test('of simultaneous calls for the same attempt one counts, and the others return the time to retry', async () => {
  const { world, receiver, row } = await tried({ status: 500 })
  await passTime(world)
  const answers = await Promise.all(Array.from({ length: 8 }, () => callRelay(row.sid)))
  for (const { status } of answers) expect(status).toBe(503)
  expect(await rowOf(world)).toMatchObject({ status: 'pending', attempts: 2 })
  const log = await logOf(world)
  expect(log.map(({ attempts }) => attempts)).toEqual([2, 1])
  expect(receiver.received.length).toBeGreaterThanOrEqual(2)
})

test('a manual retry is sent at once, whenever the next attempt was due', async () => {
  const { world, receiver, row } = await tried({ status: 410 })
  await system.stack.db.execute(
    sql`update webhook_endpoint set active = true where application_sid = ${world.applicationSid.slice(2)}::uuid`,
  )
  receiver.replies = [{ status: 204 }]
  expect((await world.admin('POST', `/api/webhooks/deliveries/${row.sid}/retry`)).status).toBe(202)
  await arrived(receiver, 2)
  await settled(world)
  expect(await rowOf(world)).toMatchObject({ status: 'delivered', attempts: 2 })
})

test('of the headers of a response 16 KiB are stored, and the response is marked as truncated', async () => {
  const big = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`x-big-${at}`, 'h'.repeat(2000)]))
  const huge = { 'x-huge': 'h'.repeat(9000), 'x-small': 'kept' }
  const { world } = await tried({ status: 200, headers: { ...big, ...huge }, body: 'short' })
  const [row] = rowsOf(await world.admin('GET', '/api/webhooks/logs'))
  const detail = await world.admin('GET', `/api/webhooks/deliveries/${row?.['deliveryId']}`)
  expect(detail.body['log']).toMatchObject([{ response: { body: 'short', truncated: true } }])
  const [kept] = await system.stack.db
    .select()
    .from(attempt)
    .where(eq(attempt.applicationSid, sidOf('AP', world.applicationSid)))
  const headers = Object.entries(kept?.response?.headers ?? {})
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  expect(bytes).toBeLessThanOrEqual(16_384)
  expect(Object.fromEntries(headers)).toMatchObject({ ...big, 'x-small': 'kept' })
})

test('a delivery whose publisher ended after the claim is claimed again after a minute, not before', async () => {
  const { world, row } = await tried({ status: 500 })
  const { db } = system.stack
  // The publisher of the stack claims nothing with its key, and the test claims with the head of the other one.
  restore = await changeSealingKey(system.stack)
  const claimed = async () => {
    const [probe] = await db
      .select({ head: sql<string>`${sealedHead(sealingProbe.sealed)}` })
      .from(sealingProbe)
    const { due } = await batch(db, { due: claimDue({ knownHeads: probe?.head ?? '' }) })
    return due.map(({ sid }) => sid)
  }
  const passSeconds = (seconds: number) =>
    db
      .update(delivery)
      .set({ publishedDate: null, dueDate: sql`${delivery.dueDate} - make_interval(secs => ${seconds})` })
      .where(ofWorld(world))
  await passTime(world)
  await passSeconds(15 * 60)
  expect(await claimed()).toContain(row.sid)
  await passSeconds(30)
  expect(await claimed()).not.toContain(row.sid)
  await passSeconds(30)
  expect(await claimed()).toContain(row.sid)
})
