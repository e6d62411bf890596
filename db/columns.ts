import { Buffer } from 'node:buffer'
import { customType, text, timestamp } from 'drizzle-orm/pg-core'
import { type Prefix, type SidOf, sidFromUuid, uuidFromSid } from './sid.ts'

/** A 16-byte uuid in Postgres, a prefixed sid everywhere else. */
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
  fromDriver: bytes => Buffer.from(bytes).toString('hex'),
})

/** An instant, kept to the millisecond that the wire shows, so that what a client reads back sorts as it is stored. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** What every editable record has: when it was made and when it was last changed. */
export const dates = () => ({
  createdDate: instant().notNull().defaultNow(),
  editDate: instant().notNull().defaultNow(),
})

/** The names that other systems know a record by. */
export const foreignIds = () => ({ lmsId: text(), sisId: text(), apiId: text(), externalId: text() })
