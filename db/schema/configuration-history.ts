import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'
import { examConfiguration } from './exam.ts'

/** Values of a configuration by the names of the API. */
type Values = Record<string, unknown>

/**
 * A change of a configuration. Triggers write it (`record_configuration_changes`), and for what is in other tables
 * `record_configuration_change`. The password is named and has no values.
 */
export const configurationChange = pgTable(
  'configuration_change',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    configurationSid: sid('EC')
      .notNull()
      .references(() => examConfiguration.sid, { onDelete: 'cascade' }),
    /** `create`, `update`, `lock`, `unlock`, `approve`, `revoke` or `reconcile`. */
    trigger: text().notNull(),
    reason: text(),
    /** As in `session_transition`. */
    actor: text(),
    tokenSid: sid('TA'),
    onBehalfOf: sid('US'),
    changes: text().array().notNull(),
    /** Null for the creation. */
    before: jsonb().$type<Values>(),
    after: jsonb().$type<Values>().notNull(),
    /** The start of the transaction: all that one request changes is one entry. */
    createdDate: instant().notNull().defaultNow(),
  },
  table => [index().on(table.configurationSid, table.id)],
)
