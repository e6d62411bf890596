// Messages whose retries QStash has exhausted without an attempt, such as when it cannot reach the relay.
import { Buffer } from 'node:buffer'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { delivery, webhookEndpoint } from '../../../db/schema/webhook.ts'
import { sidOf } from '../../support/tokens.ts'
import { batchScenes, callAsQstash } from '../../support/webhook-batches.ts'
import { act, stackWithSink } from '../../support/webhooks.ts'

const system = stackWithSink({ qstash: { controls: true } })
const { rowsOf, held } = batchScenes(system)

const times = <T>(count: number, act: () => Promise<T>): Promise<T> =>
  count === 1 ? act() : act().then(() => times(count - 1, act))

/** A delivery whose messages QStash keeps until the test gives them up. */
async function waiting() {
  const { world, endpoint } = await held(1)
  const row = async () => (await rowsOf(world))[0] ?? expect.fail('no delivery')
  const { sid } = await row()
  const isIt = eq(delivery.sid, sid)
  return {
    row,
    /** The state of the circuit breaker. */
    async endpoint() {
      const { failures, heldUntil, failingSince, active } = webhookEndpoint
      const [state] = await system.stack.db
        .select({ failures, heldUntil, failingSince, active })
        .from(webhookEndpoint)
        .where(eq(webhookEndpoint.sid, sidOf('WH', endpoint.id)))
      return state
    },
    async resend() {
      await system.stack.db.update(delivery).set({ status: 'dead', finishedDate: sql`now()` }).where(isIt)
      const answer = await act(world, { at: `/api/webhooks/deliveries/${sid}` }, 'retry')
      expect(answer.status, answer.raw).toBe(202)
    },
    async giveUp() {
      const { round } = await row()
      const message = { endpointId: endpoint.id, deliveries: [{ id: sid, round }] }
      const sourceBody = Buffer.from(JSON.stringify(message)).toString('base64')
      expect((await callAsQstash(system.stack, 'failed', { sourceBody })).status).toBe(200)
      return row()
    },
  }
}

test('a delivery that was resent many times keeps its attempts when QStash gives up a message', async () => {
  const { resend, giveUp, endpoint } = await waiting()
  await times(13, resend)
  expect(await giveUp()).toMatchObject({ status: 'pending', attempts: 0 })
  expect(await endpoint()).toEqual({ failures: 0, heldUntil: null, failingSince: null, active: true })
})

test('the twelfth message that QStash gives up makes a delivery a dead letter, and is no failure of its endpoint', async () => {
  const { giveUp, endpoint } = await waiting()
  expect(await times(11, giveUp)).toMatchObject({ status: 'pending', attempts: 0 })
  expect(await giveUp()).toMatchObject({ status: 'dead', attempts: 0, finishedDate: expect.any(Date) })
  expect(await endpoint()).toEqual({ failures: 0, heldUntil: null, failingSince: null, active: true })
})

test('a resend allows twelve messages again', async () => {
  const { giveUp, resend } = await waiting()
  await times(11, giveUp)
  await resend()
  expect(await times(11, giveUp)).toMatchObject({ status: 'pending' })
  expect(await giveUp()).toMatchObject({ status: 'dead' })
})
