import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'

/** The audited kinds of record. `tokens` stands for all tokens of a user, credential or install. */
export const auditedKinds = [
  'account',
  'credential',
  'install',
  'operator',
  'suppression',
  'token_family',
  'tokens',
  'user',
  'webhook_endpoint',
] as const
export type AuditedKind = (typeof auditedKinds)[number]

export const auditActions = [
  'created',
  'updated',
  'deleted',
  'revoked',
  'rotated',
  'erased',
  'invited',
] as const

/**
 * The audit: the actor, the record, the time and the request of each change. Triggers write it in the transaction of
 * the change (`audit_changes`). It contains names of members, not values. Rows remain after their records are deleted,
 * so there are no foreign keys.
 */
export const auditEvent = pgTable(
  'audit_event',
  {
    sid: sid('AU').primaryKey(),
    accountSid: sid('AC').notNull(),
    installSid: sid('AI'),
    kind: text({ enum: auditedKinds }).notNull(),
    action: text({ enum: auditActions }).notNull(),
    recordSid: text().notNull(),
    /** The members that changed, by the API's names. */
    changes: text().array().notNull().default(sql`'{}'`),
    /** The sid of the credential, operator or user; null for the system itself. */
    actor: text(),
    actorKind: text(),
    /** The operationId of the request. */
    operation: text(),
    requestId: text(),
    /** The IP address of the request; null for users of installs. */
    address: text(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    index().on(table.accountSid, table.createdDate, table.sid),
    index().on(table.installSid, table.createdDate, table.sid),
    index('audit_event_record').on(table.recordSid, table.createdDate, table.sid),
    index('audit_event_actor').on(table.accountSid, table.actor, table.createdDate, table.sid),
    index('audit_event_kind').on(table.accountSid, table.kind, table.action, table.createdDate, table.sid),
  ],
)
