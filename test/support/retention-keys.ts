import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/client.ts'
import { idempotencyKey } from '../../db/schema/idempotency.ts'

/** A used Idempotency-Key of this time, and its name among the survivors. */
export async function keptKey(db: Database, createdDate: Date): Promise<string> {
  const [owner, requestHash] = [randomUUID(), '00'.repeat(32)]
  await db
    .insert(idempotencyKey)
    .values({ caller: 'AK', key: owner, owner, requestHash, userSids: [], createdDate })
  return `idempotency_key ${owner}`
}
