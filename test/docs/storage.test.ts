// The storage page describes exactly the tables, indexes, views, triggers and functions of a migrated database.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { migratedDatabase } from '../support/postgres.ts'
import { everyRoute } from '../support/routes.ts'

const page = readFileSync(projectFile('docs/storage.md'), 'utf8')

/** The rows of all tables whose first column has this heading, as objects by column heading. */
const rowsOf = (heading: string): Record<string, string>[] =>
  page
    .split(/\n{2,}/)
    .map(block => block.split('\n').map(line => line.split('|').slice(1, -1)))
    .filter(([head = []]) => head[0]?.trim() === heading)
    .flatMap(([head = [], , ...rows]) =>
      rows.map(cells => Object.fromEntries(head.map((name, at) => [name.trim(), cells[at]?.trim() ?? '']))),
    )

const cellsOf = (heading: string, column = heading) => rowsOf(heading).map(row => row[column] ?? '')

/** The inline code of a cell. */
const codes = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const namesOf = (heading: string) => cellsOf(heading).flatMap(codes).toSorted()

const actions: Record<string, string> = { c: ' *cascade*', n: ' *set null*', a: '' }

/** A foreign key as the page writes it. */
function reference({ from, to, on }: { from: string; to: string; on: string }): string {
  const [, name = ''] = /^(\w+)_sid$/.exec(from) ?? []
  const isPlain = to === (name === 'user' ? 'users' : name)
  return `\`${from}\`${isPlain ? '' : ` → \`${to}\``}${actions[on]}`
}

/** The columns of an index in the notation of the page. */
function columnsOf(definition: string): string {
  const [, columns = '', condition] =
    /USING (?:btree|gin) \((.+?)\)(?: WHERE \(?(.+?)\)?)?$/.exec(definition) ?? []
  const code = (text: string) => `\`${text.replaceAll('"', '').replaceAll('::text', '')}\``
  const unique = definition.startsWith('CREATE UNIQUE') ? 'unique ' : ''
  return `${unique}${code(columns)}${condition ? ` where ${code(condition)}` : ''}`
}

let db: pg.Client

beforeAll(async () => {
  db = new pg.Client({ connectionString: await migratedDatabase() })
  await db.connect()
})
afterAll(() => db.end())

const namesIn = async (query: string): Promise<string[]> => {
  const { rows } = await db.query<{ name: string }>(query)
  return rows.map(({ name }) => name).toSorted()
}

test('the page lists exactly the tables', async () => {
  const tables = await namesIn(`select tablename as name from pg_tables where schemaname = 'public'`)
  expect(tables).toContain('exam_session')
  expect(namesOf('table')).toEqual(tables)
})

test('the page describes each row and the columns that identify it', async () => {
  const { rows } = await db.query<{ table: string; definition: string }>(
    `select indrelid::regclass::text as table, pg_get_indexdef(indexrelid) as definition from pg_index
     where indisprimary and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  )
  const keys = rows.map(({ table, definition }) => [table, columnsOf(definition).replace('unique ', '')])
  const said = rowsOf('table').map(row => [...codes(row['table']), row['primary key']])
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(keys))
  expect(cellsOf('table', 'a row is')).not.toContain('')
})

test('the page names the references of each row, and what happens when the target is deleted', async () => {
  const { rows } = await db.query<{ table: string; from: string; to: string; on: string }>(
    `select conrelid::regclass::text as table, attname as from, confrelid::regclass::text as to, confdeltype as on
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  expect(rows).not.toEqual([])
  const said = rowsOf('table').flatMap(row =>
    (row['refers to'] ?? '').split(', ').flatMap(to => (to === 'nothing' ? [] : `${row['table']}: ${to}`)),
  )
  expect(said.toSorted()).toEqual(rows.map(key => `\`${key.table}\`: ${reference(key)}`).toSorted())
})

test('the page lists exactly the secondary indexes, with their columns', async () => {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
     and indexname not in (select relname from pg_index join pg_class on oid = indexrelid where indisprimary)`,
  )
  const said = rowsOf('index').map(row => `${row['index']} ${row['on']}`)
  expect(rows.map(({ name }) => name)).toContain('exam_session_active')
  expect(said.toSorted()).toEqual(
    rows.map(({ name, definition }) => `\`${name}\` ${columnsOf(definition)}`).toSorted(),
  )
})

test('the page names the purpose of each index', () => {
  const silent = rowsOf('index').filter(row => !row['serves'])
  expect(silent).toEqual([])
})

test('the page lists exactly the views, triggers and functions', async () => {
  const inPublic = `where pronamespace = 'public'::regnamespace and prokind = 'f'`
  const triggers = await namesIn('select tgname as name from pg_trigger where not tgisinternal')
  const functions = await namesIn(`select distinct proname as name from pg_proc ${inPublic}`)
  expect(namesOf('view')).toEqual(
    await namesIn(`select viewname as name from pg_views where schemaname = 'public'`),
  )
  expect(namesOf('trigger')).toEqual(triggers)
  const ofTriggers = cellsOf('trigger', 'function').flatMap(codes)
  expect([...new Set([...ofTriggers, ...namesOf('function')])].toSorted()).toEqual(functions)
})

const operations = [...page.matchAll(/`(GET|POST|PUT|DELETE) ([^`?]+)(?:\?(\w+)=[^`]*)?`/g)]

test('every operation and filter that the page names exists', () => {
  const known = everyRoute.flatMap(({ method, path, query }) => {
    const name = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`
    return [name, ...Object.keys(query?.shape ?? {}).map(filter => `${name}?${filter}`)]
  })
  const named = operations.map(([, method, path = '', filter]) =>
    [`${method} ${path.replace('…', '/v1/installs/{}')}`, filter].filter(Boolean).join('?'),
  )
  expect(named).not.toEqual([])
  expect(named.filter(operation => !known.includes(operation))).toEqual([])
})
