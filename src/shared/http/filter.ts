import { type Column, eq, ilike, type SQL } from 'drizzle-orm'

/** A case-insensitive *contains*. `%`, `_` and `\` are ordinary characters. */
export const contains = (column: Column, text: string | undefined): SQL | undefined =>
  text === undefined ? undefined : ilike(column, `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)

/** Equality with the value, or no condition if it is undefined. */
export const equals = <T>(
  column: Column<{ data: T } & Column['_']>,
  value: T | undefined,
): SQL | undefined => (value === undefined ? undefined : eq(column, value))
