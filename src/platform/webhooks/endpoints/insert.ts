import { and, count, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { batch, type Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { application } from '../../../../db/schema/tenancy.ts'
import { webhookEndpoint } from '../../../../db/schema/webhook.ts'
import { endpointColumns } from './queries.ts'

/** The share of an application's endpoints that callers of one install may use. */
const shareOfInstall = 0.2

/**
 * Inserts an endpoint unless the application has the maximum. Concurrent inserts wait for each other; publishing waits
 * for none of them.
 */
export async function insertWebhook(
  db: Database,
  row: typeof webhookEndpoint.$inferInsert,
  { most, isBound }: { most: number; isBound: boolean },
) {
  const { applicationSid, installSid } = row
  const living = (ofInstall?: SQL) =>
    db
      .select({ count: count() })
      .from(webhookEndpoint)
      .where(
        and(
          eq(webhookEndpoint.applicationSid, applicationSid),
          isNull(webhookEndpoint.deletedDate),
          ofInstall,
        ),
      )
  const ofInstall = isBound && installSid ? eq(webhookEndpoint.installSid, installSid) : undefined
  const atMost = (maximum: number, count: SQLWrapper) =>
    guard(db, sql`${count} < ${maximum}::integer`, 'too_many_endpoints')
  const { inserted } = await batch(db, {
    locked: db
      .select({ sid: application.sid })
      .from(application)
      .where(eq(application.sid, applicationSid))
      .for('no key update'),
    total: atMost(most, living()),
    share: ofInstall ? [atMost(Math.ceil(most * shareOfInstall), living(ofInstall))] : [],
    inserted: db.insert(webhookEndpoint).values(row).returning(endpointColumns),
  })
  return inserted
}
