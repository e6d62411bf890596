import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Database, sendAllAndAsk } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { application } from '../../../../db/schema/tenancy.ts'
import { webhookEndpoint } from '../../../../db/schema/webhook.ts'
import { shown } from './queries.ts'

/** What callers that are bound to one install may take of the endpoints that its application may have. */
const shareOfInstall = 0.2

/**
 * Adds an endpoint, unless there are as many as there may be. Who adds one at the same time is waited for, and publishing
 * waits for neither.
 */
export function insertWebhook(
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
  return sendAllAndAsk(
    db,
    [
      db
        .select({ sid: application.sid })
        .from(application)
        .where(eq(application.sid, applicationSid))
        .for('no key update'),
      guard(db, sql`${living()} < ${most}::integer`, 'too_many_endpoints'),
      ...(ofInstall
        ? [
            guard(
              db,
              sql`${living(ofInstall)} < ${Math.ceil(most * shareOfInstall)}::integer`,
              'too_many_endpoints',
            ),
          ]
        : []),
    ],
    db.insert(webhookEndpoint).values(row).returning(shown),
  )
}
