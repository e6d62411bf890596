import { type SQLWrapper, sql } from 'drizzle-orm'

/** The length of the prefix of a sealed text that contains its key id and format (src/shared/crypto/seal.ts). */
export const sealedHeadLength = 60

/** The prefix of a sealed text. It is indexed, so that rows that are sealed under an old key are found quickly. */
export const sealedHead = (column: SQLWrapper) =>
  sql`(left(split_part(${column}, '.', 1), ${sql.raw(String(sealedHeadLength))}))`
