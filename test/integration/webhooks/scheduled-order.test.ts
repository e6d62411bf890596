// The order of the scheduled work: an unfinished retry, an endpoint whose pause is over, and the outbox.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delivery, event, webhookEndpoint } from '../../../db/schema/webhook.ts'
import { webhookRetry } from '../../../db/schema/webhook-retry.ts'
import { newSid } from '../../../db/sid.ts'
import type { PlatformEnv } from '../../../src/platform/env.ts'
import { defaultPeriods } from '../../../src/platform/retention/rules.ts'
import { scheduled } from '../../../src/platform/scheduled.ts'
import { sealWith } from '../../../src/shared/crypto/seal.ts'
import { migratedDatabase } from '../../support/postgres.ts'
import { dayMs, openScene, type Scene } from '../../support/retention.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ kind: 'server', url: await migratedDatabase() })
}, 120_000)
afterAll(() => scene.close())

/** Inserts an unfinished retry of one dead letter, at an endpoint whose pause is over. */
async function insertRetry() {
  const { db } = scene
  const [{ applicationSid } = expect.fail()] = await db
    .select({ applicationSid: webhookEndpoint.applicationSid })
    .from(webhookEndpoint)
  const [endpointSid, eventSid] = [newSid('WH'), newSid('EV')]
  const ago = (ms: number) => new Date(Date.now() - ms)
  await db.insert(webhookEndpoint).values({
    ...{ sid: endpointSid, applicationSid, url: 'https://lms.example.com/', secret: 'x' },
    ...{ events: ['document.updated'], heldUntil: ago(1000) },
  })
  await db.insert(event).values({
    ...{ sid: eventSid, applicationSid, topic: 'a', source: 'sdk', type: 'document.updated', payload: {} },
  })
  // The event made its delivery.
  const [{ sid } = expect.fail()] = await db
    .update(delivery)
    .set({ status: 'dead', finishedDate: ago(1000) })
    .where(eq(delivery.eventSid, eventSid))
    .returning({ sid: delivery.sid })
  await db.insert(webhookRetry).values({
    ...{ sid: newSid('WR'), applicationSid, sinceDate: ago(dayMs), untilDate: new Date(Date.now() + dayMs) },
    matched: 1,
  })
  return sid
}

test('a scheduled run releases endpoints and publishes before it continues retries, whose deliveries it publishes, too', async () => {
  const sid = await insertRetry()
  const calls: string[] = []
  const call = (name: string) => async () => {
    const [row] = await scene.db.select().from(delivery).where(eq(delivery.sid, sid))
    calls.push(`${name}: ${row?.status}`)
    return 0
  }
  await scheduled(
    {
      ...{ db: scene.db, sealed: sealWith([new Uint8Array(32)]), retention: defaultPeriods },
      ...{ log: () => {}, publish: call('publish'), publishLive: () => Promise.resolve(0) },
      queue: { release: call('release') },
    } as unknown as PlatformEnv, // the scheduled work needs nothing else
    new Date(),
  )
  expect(calls).toEqual(['release: dead', 'publish: dead', 'publish: pending'])
})
