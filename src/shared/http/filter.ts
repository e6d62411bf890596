import { type Column, eq, ilike, type SQL } from 'drizzle-orm'

/** A case-insensitive *contains*, in which `%`, `_` and `\` are only characters. */
export const contains = (column: Column, text: string | undefined): SQL | undefined =>
  text === undefined ? undefined : ilike(column, `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)

/** Equality where a value is given, no condition where none is. */
export const equals = <T>(
  column: Column<{ data: T } & Column['_']>,
  value: T | undefined,
): SQL | undefined => (value === undefined ? undefined : eq(column, value))
