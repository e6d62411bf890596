import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import type { AuditContext } from '../../../db/context.ts'
import { auditEvent } from '../../../db/schema/audit.ts'
import { newSid } from '../../../db/sid.ts'

/** A member of the audit context that the transaction has (`db/transaction-settings.ts`). */
const contextMember = (member: keyof AuditContext): SQL<string> =>
  sql`nullif(current_setting('invigil.audit', true), '')::jsonb ->> ${member}`

/**
 * Builds the insert of an audit row for a change that `audit_changes` does not see, because it is not in an audited
 * table.
 */
export const insertAuditRow = (
  db: Database,
  row: Pick<typeof auditEvent.$inferInsert, 'accountSid' | 'kind' | 'action' | 'recordSid'>,
) =>
  db.insert(auditEvent).values({
    ...row,
    sid: newSid('AU'),
    actor: contextMember('actor'),
    actorKind: contextMember('actorKind'),
    operation: contextMember('operation'),
    requestId: contextMember('requestId'),
    address: contextMember('address'),
  })
