import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/client.ts'
import { idempotencyKey } from '../../db/schema/idempotency.ts'
import { requestCount } from '../../db/schema/request-count.ts'
import { webhookNotice } from '../../db/schema/webhook-notice.ts'
import { webhookRetry } from '../../db/schema/webhook-retry.ts'
import { newSid, type SidOf } from '../../db/sid.ts'

/** A used Idempotency-Key of this time, and its name among the survivors. */
export async function keptKey(db: Database, createdDate: Date): Promise<string> {
  const [owner, requestHash] = [randomUUID(), '00'.repeat(32)]
  await db
    .insert(idempotencyKey)
    .values({ caller: 'AK', key: owner, owner, requestHash, userSids: [], createdDate })
  return `idempotency_key ${owner}`
}

/** The count of a minute that started at this time. */
export async function keptCount(db: Database, startedDate: Date): Promise<string> {
  const caller = randomUUID()
  await db.insert(requestCount).values({ caller, tenant: randomUUID(), isWrite: false, startedDate, used: 1 })
  return `request_count ${caller}`
}

type Around = { applicationSid: SidOf<'AP'>; endpointSid: SidOf<'WH'>; operatorSid: SidOf<'OP'> }

/** Rows of webhook endpoints for the rules of retention. */
export const webhookRows = (db: Database, { applicationSid, endpointSid, operatorSid }: Around) => ({
  async webhookRetries(finishedDate: Date) {
    const sid = newSid('WR')
    await db.insert(webhookRetry).values({
      ...{ sid, applicationSid, finishedDate, matched: 0 },
      ...{ sinceDate: finishedDate, untilDate: finishedDate },
    })
    return `webhook_retry ${sid.slice(2)}`
  },
  async webhookNotices(finishedDate: Date) {
    const sid = newSid('WN')
    await db.insert(webhookNotice).values({ sid, endpointSid, operatorSid, kind: 'activated', finishedDate })
    return `webhook_notice ${sid.slice(2)}`
  },
})
