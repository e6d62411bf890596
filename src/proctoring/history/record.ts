// Records changes of a configuration that are in other tables. Triggers record the others.

import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { configurationChange } from '../../../db/schema/configuration-history.ts'
import type { SidOf } from '../../../db/sid.ts'

/** A change of one member of the record. The values are JSON. */
type Change = { member: string; before: SQL; after: SQL }

/** Builds the statement that records the change of a configuration. */
export const recordChange = (
  db: Database,
  configurationSid: SidOf<'EC'>,
  { member, before, after }: Change,
) =>
  db
    .select({
      recorded: sql<string>`record_configuration_change(
        ${sql.param(configurationSid, configurationChange.configurationSid)}, 'update', array[${member}]::text[],
        jsonb_build_object(${member}::text, ${before}), jsonb_build_object(${member}::text, ${after}))`,
    })
    .from(noTable)

/** Returns a value as JSON. */
export const jsonOf = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`
