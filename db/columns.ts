import { Buffer } from 'node:buffer'
import { and, isNotNull, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, customType, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { type Prefix, type SidOf, sidFromUuid, uuidFromSid } from './sid.ts'

/** A 16-byte uuid in Postgres, a prefixed sid in code. */
export const sid = <P extends Prefix>(prefix: P) =>
  customType<{ data: SidOf<P>; driverData: string }>({
    dataType: () => 'uuid',
    toDriver: uuidFromSid,
    fromDriver: uuid => sidFromUuid(prefix, uuid),
  })()

/** A SHA-256 digest: 32 bytes in Postgres, lowercase hex in code. */
export const digest = customType<{ data: string; driverData: string | Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: hex => `\\x${hex}`,
  // JSON of Postgres has the text `\\x…`.
  fromDriver: bytes => (typeof bytes === 'string' ? bytes.slice(2) : Buffer.from(bytes).toString('hex')),
})

/** An instant with millisecond precision, as on the wire. The values that clients read sort as the stored values do. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** The creation date and the last change of an editable record. */
export const dates = () => ({
  createdDate: instant().notNull().defaultNow(),
  editDate: instant().notNull().defaultNow(),
})

/** The ids of a record in other systems. */
export const foreignIds = () => ({ lmsId: text(), sisId: text(), apiId: text(), externalId: text() })

const foreignIdColumns = { lmsId: 'lms_id', sisId: 'sis_id', apiId: 'api_id', externalId: 'external_id' }

type Identified = Record<'installSid' | keyof typeof foreignIdColumns, AnyPgColumn>

/**
 * The indexes by which at most one record of an install has an id. src/shared/problems/taken-ids.ts has the problem for each.
 * @param isPresent selects the rows that are not deleted; all rows by default
 */
export const uniqueForeignIds = (tableName: string, table: Identified, isPresent?: SQL) =>
  Object.entries(foreignIdColumns).map(([name, column]) =>
    uniqueIndex(`${tableName}_${column}`)
      .on(table.installSid, table[name as keyof typeof foreignIdColumns])
      .where(and(isNotNull(table[name as keyof typeof foreignIdColumns]), isPresent) as SQL)
      .concurrently(),
  )

export const syncSources = ['provision', 'roster'] as const
export const syncResults = ['Created', 'Updated', 'Found Existing'] as const

/** When and by what a record was synchronized last: written by provisioning and rosters. */
export const synchronization = () => ({
  syncSource: text({ enum: syncSources }),
  syncDate: instant(),
  syncResult: text({ enum: syncResults }),
})
