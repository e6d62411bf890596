// Searches for secrets where they must not be.
import { sql } from 'drizzle-orm'
import { Secret } from 'otpauth'
import type { Stack } from '../../tools/stack/stack.ts'

/** Secrets by their description, for the report of a leak. */
export type Secrets = Map<string, string>

/** The usual encodings of a text. */
const writings = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  return [
    ...[secret, secret.replaceAll('-', ''), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
    ...[bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')],
    ...(/^[A-Z2-7]{32,}$/.test(secret) ? [Secret.fromBase32(secret).hex] : []),
  ]
}

/** The position of a text, or -1. Six digits count only as a separate number: many sids contain them by chance. */
const placeOf = (secret: string, text: string): number =>
  /^\d{6}$/.test(secret)
    ? text.search(new RegExp(`(?<![\\w.+-])${secret}(?![\\w-])`))
    : Math.max(...writings(secret).map(written => text.indexOf(written)))

/** The occurrences in the text, with their context. */
export const leaksIn = (text: string, secrets: Secrets): string[] =>
  [...secrets].flatMap(([name, secret]) => {
    const at = placeOf(secret, text)
    return at < 0 ? [] : [`${name}: ${text.slice(Math.max(0, at - 100), at + 100)}`]
  })

/** Every row of every table as text, under the name of its table. */
export async function allRows({ db }: Pick<Stack, 'db'>): Promise<string> {
  const tables = await db.execute<{ query: string }>(sql`
    select format('select %L || t::text as row from %I.%I t', table_name || ' ', table_schema, table_name) as query
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const asked = tables.rows.map(({ query }) => query).join(' union all ')
  const { rows } = await db.execute<{ row: string }>(sql.raw(asked))
  return rows.map(({ row }) => row).join('\n')
}
