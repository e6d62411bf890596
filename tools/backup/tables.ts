// The tables and sequences of a database, as a copy of it needs them.

import type { Connection } from '../migrator/connection.ts'

/** A table with the columns that have values of their own. */
export type Table = { name: string; columns: string[] }

type Reference = { from: string; to: string }

/** The tables of the schema `public`, each after those that it references. */
export async function tablesOf(connection: Connection): Promise<Table[]> {
  const tables = await connection.rows<Table>(`
    select c.relname as name, (
      select json_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
  const references = await connection.rows<Reference>(`
    select conrelid::regclass::text as from, confrelid::regclass::text as to
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`)
  return inOrder(tables, references)
}

/** @throws Error when tables reference each other in a circle */
export function inOrder(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const ordered: Table[] = []
  const left = new Map(tables.map(table => [table.name, table]))
  while (left.size > 0) {
    const isFree = ({ name }: Table) => !references.some(({ from, to }) => from === name && left.has(to))
    const free = [...left.values()].filter(isFree)
    if (free.length === 0) throw new Error(`Tables reference each other: ${[...left.keys()].join(', ')}.`)
    ordered.push(...free)
    for (const { name } of free) left.delete(name)
  }
  return ordered
}

/** The last values of the sequences that were used, by name. */
export async function sequencesOf(connection: Connection): Promise<Record<string, string>> {
  const rows = await connection.rows<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const tableName = ({ name }: Pick<Table, 'name'>): string => `public.${quoted(name)}`

/** The table with its columns, as COPY names them. */
export const copyTarget = (table: Table): string =>
  `${tableName(table)} (${table.columns.map(quoted).join(', ')})`
