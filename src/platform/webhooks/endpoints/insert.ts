import { and, count, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { batch, type Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { application } from '../../../../db/schema/tenancy.ts'
import { webhookEndpoint } from '../../../../db/schema/webhook.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { guardSealingKey } from '../../../shared/crypto/sealing-key-guard.ts'
import { shareOfInstall } from '../../throttle/share.ts'
import { endpointColumns, isEndpointOfClients } from './queries.ts'

/**
 * Inserts an endpoint unless the application has the maximum number. Concurrent inserts wait for each other; publishing
 * does not wait for them.
 */
export async function insertWebhook(
  db: Database,
  row: typeof webhookEndpoint.$inferInsert,
  { most, isBound, sealed }: { most: number; isBound: boolean; sealed: Seal },
) {
  const { applicationSid, installSid } = row
  const living = (ofInstall?: SQL) =>
    db
      .select({ count: count() })
      .from(webhookEndpoint)
      .where(and(eq(webhookEndpoint.applicationSid, applicationSid), isEndpointOfClients(), ofInstall))
  const ofInstall = isBound && installSid ? eq(webhookEndpoint.installSid, installSid) : undefined
  const atMost = (maximum: number, count: SQLWrapper) =>
    guard(db, sql`${count} < ${maximum}::integer`, 'too_many_endpoints')
  const { inserted } = await batch(db, {
    sealingKey: guardSealingKey(db, sealed),
    locked: db
      .select({ sid: application.sid })
      .from(application)
      .where(eq(application.sid, applicationSid))
      .for('no key update'),
    total: atMost(most, living()),
    share: ofInstall ? [atMost(shareOfInstall(most), living(ofInstall))] : [],
    inserted: db.insert(webhookEndpoint).values(row).returning(endpointColumns),
  })
  return inserted
}
