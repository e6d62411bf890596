import { type Column, eq, type SQL, sql } from 'drizzle-orm'

/** The form of a name or a title by which it is sorted and searched: without accents and case. */
export const nameKey = (column: Column): SQL<string> => sql`name_key(${column})`

/**
 * A *contains* without regard to accents and case. `%`, `_` and `\` are ordinary characters. The first condition follows from
 * the second, but Postgres does not see it: without it, a left join of the table stays one, and each of its rows is compared.
 */
export const contains = (column: Column, text: string | undefined): SQL | undefined =>
  text === undefined
    ? undefined
    : sql`(${column} is not null and ${nameKey(column)} like name_pattern(${text}))`

/** Equality with the value, or no condition if it is undefined. */
export const equals = <T>(
  column: Column<{ data: T } & Column['_']>,
  value: T | undefined,
): SQL | undefined => (value === undefined ? undefined : eq(column, value))
