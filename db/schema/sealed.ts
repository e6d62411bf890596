import { type SQLWrapper, sql } from 'drizzle-orm'

/** How many characters say under which key a text is sealed, and in which form (src/shared/crypto/seal.ts). */
export const sealedHeadLength = 60

/** The head of a sealed text: indexed, so that what is sealed under an old key is found among any number of rows. */
export const sealedHead = (column: SQLWrapper) =>
  sql`(left(split_part(${column}, '.', 1), ${sql.raw(String(sealedHeadLength))}))`
