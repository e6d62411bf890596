import { type SQLWrapper, sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The length of the prefix of a sealed text that contains its key id and format (src/shared/crypto/seal.ts). */
export const sealedHeadLength = 60

/** The prefix of a sealed text. It is indexed, so that rows that are sealed under an old key are found quickly. */
export const sealedHead = (column: SQLWrapper) =>
  sql`(left(split_part(${column}, '.', 1), ${sql.raw(String(sealedHeadLength))}))`

/**
 * One row with a random id of this database, sealed. A key that cannot open it cannot open the other texts either
 * (src/platform/sealing/probe.ts).
 */
export const sealingProbe = pgTable(
  'sealing_probe',
  {
    one: integer().primaryKey().default(1),
    sealed: text().notNull(),
  },
  ({ one }) => [check('sealing_probe_one', sql`${one} = 1`)],
)
