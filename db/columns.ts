import { Buffer } from 'node:buffer'
import { customType, text, timestamp } from 'drizzle-orm/pg-core'
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
  fromDriver: bytes => Buffer.from(bytes).toString('hex'),
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
