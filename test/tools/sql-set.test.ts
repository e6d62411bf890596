// db/sql: one object per file, applied when its text changes, in one transaction, in the order of use.
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlSet } from '../../db/schema-version.ts'
import { type Connection, connectionOfClient, connectionOfPglite } from '../../tools/migrator/connection.ts'
import { withGeneratedParts } from '../../tools/migrator/generated-sql.ts'
import { migrateOver } from '../../tools/migrator/migrate.ts'
import { manifestOf, readManifest, readSqlObjects, readSqlSet, uses } from '../../tools/migrator/sql-set.ts'
import { projectFile, schemaFolder } from '../../tools/project.ts'
import { emptyDatabase } from '../support/postgres.ts'
import { processWorld, writeSchema } from '../support/processes.ts'
import { rounds } from '../support/rounds.ts'

const folder = join(schemaFolder, 'sql')
const objects = readSqlObjects(folder)
const world = processWorld()

type Opened = { connection: Connection; close(): Promise<void> }

/** Creating one takes three seconds of CPU. */
async function openPglite(): Promise<Opened> {
  const db = await PGlite.create()
  return { connection: connectionOfPglite(db), close: () => db.close() }
}

async function openPostgres(): Promise<Opened> {
  const client = new pg.Client({ connectionString: await emptyDatabase() })
  await client.connect()
  return { connection: connectionOfClient(client), close: () => client.end() }
}

/** `npm run test:all` migrates a PGlite. */
const open = rounds({ quick: openPostgres, all: openPglite })

let opened: Opened
beforeAll(async () => {
  opened = await open()
})
afterAll(() => opened?.close())

const rowsOf = (query: string) => opened.connection.rows<Record<string, unknown>>(query)
const migrate = (path: string) => migrateOver(opened.connection, path)

test('the generated parts follow from the schema, and a part with an unknown name is an error', () => {
  const stale = objects.filter(({ text }) => withGeneratedParts(text) !== text)
  expect(stale.map(({ id }) => id)).toEqual([])
  expect(objects.filter(({ text }) => text.includes('-- generated: '))).toHaveLength(27)
  expect(withGeneratedParts('-- generated: settings\n-- end of generated')).toMatch(
    'coalesce(c.permitted_notes, p.permitted_notes) AS permitted_notes,\n',
  )
  expect(() => withGeneratedParts('-- generated: nothing\n-- end of generated')).toThrow('nothing')
})

test('the manifest is current', () => {
  expect(manifestOf(objects, undefined, () => sqlSet.writtenAt)).toEqual(readManifest(folder))
  expect(sqlSet.hash).toBe(readSqlSet(folder).hash)
})

test('a file creates the object that its path names, after a comment that describes it', () => {
  const creates = {
    functions: (name: string) => `CREATE OR REPLACE FUNCTION ${name}(`,
    views: (name: string) => `CREATE VIEW ${name} AS`,
    triggers: (name: string) => `CREATE OR REPLACE TRIGGER ${name} `,
  }
  const wrong = objects.filter(({ kind, name, text }) => {
    const code = text.replaceAll(/^--.*\n/gm, '')
    const created = code.match(/^CREATE /gm) ?? []
    return !(text.startsWith('-- ') && code.startsWith(creates[kind](name)) && created.length === 1)
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
})

test('the comment of a function names its callers, and of a view its readers', () => {
  const silent = objects.filter(
    ({ kind, text }) => kind !== 'triggers' && !/^-- (Called|Read) by: \S/m.test(text),
  )
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('the files that comments name exist', () => {
  const named = objects.flatMap(({ id, text }) =>
    [...text.matchAll(/(?:src|db)\/[\w/.-]+\.ts/g)].map(([path]) => ({ id, path })),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ path }) => !existsSync(projectFile(path)))).toEqual([])
})

test('an object comes after those that it uses', () => {
  const early = objects.flatMap((object, at) =>
    objects.slice(at + 1).flatMap(later => (uses(object, later) ? [`${object.id} uses ${later.id}`] : [])),
  )
  expect(early).toEqual([])
  expect(objects.some(object => objects.some(other => uses(object, other)))).toBe(true)
})

test('objects that use each other are refused', async () => {
  const sql = (name: string, other: string) =>
    `create or replace function ${name}() returns int language sql as 'select ${other}()';`
  const circular = world.path('circular')
  const written = writeSchema(circular, [], { 'functions/a': sql('a', 'b'), 'functions/b': sql('b', 'a') })
  await expect(written).rejects.toThrow('Circular: functions/a -> functions/b -> functions/a')
})

const table = 'create table item (n int, label text)'
const twice = (n: string) =>
  `create or replace function twice(n int) returns int language sql as 'select ${n}';`
const views = {
  'views/a_reader': 'create view a_reader as select * from doubled;',
  'views/doubled': 'create view doubled as select twice(n) as n from item;',
}
const trigger = (when: string) =>
  `create or replace trigger noted ${when} insert on item for each row execute function suppress_redundant_updates_trigger();`

test('a changed view is created again with its readers, also with other columns, and the rows are kept', async () => {
  const path = world.path('views')
  await writeSchema(path, [table], { 'functions/twice': twice('n * 2'), ...views })
  await migrate(path)
  await opened.connection.execute('insert into item values (4)')
  expect(await rowsOf('select * from a_reader')).toEqual([{ n: 8 }])
  await writeSchema(path, [table], {
    'functions/twice': twice('n + n + 0'),
    ...views,
    'views/doubled': 'create view doubled as select label, twice(n)::text as "twofold" from item;',
  })
  await migrate(path)
  expect(await rowsOf('select * from a_reader')).toEqual([{ label: null, twofold: '8' }])
})

test('only changed objects are created again, and the recorded hashes are those of the set', async () => {
  const path = world.path('views')
  const before = await rowsOf(`select proname, xmin::text from pg_proc where proname = 'twice'`)
  await writeSchema(path, [table], { 'views/doubled': 'create view doubled as select n from item;' })
  await migrate(path)
  expect(await rowsOf(`select proname, xmin::text from pg_proc where proname = 'twice'`)).toEqual(before)
  const { hash, objects: applied } = readSqlSet(join(path, 'sql'))
  const hashes = Object.fromEntries(applied.map(object => [object.id, object.hash]))
  expect(await rowsOf('select hash, objects from drizzle.__sql_set')).toEqual([{ hash, objects: hashes }])
})

test('a set with one failing object changes nothing, and the message names the file', async () => {
  const path = world.path('views')
  await writeSchema(path, [table], {
    'functions/twice': twice('n * 3'),
    'triggers/noted': trigger('whenever'),
  })
  const recorded = await rowsOf('select * from drizzle.__sql_set')
  await expect(migrate(path)).rejects.toThrow('db/sql/triggers/noted.sql: syntax error')
  expect(await rowsOf('select * from drizzle.__sql_set')).toEqual(recorded)
  expect(await rowsOf('select twice(2)')).toEqual([{ twice: 4 }])
})

test('a set whose manifest is not current is refused, with the command that updates it', async () => {
  const path = world.path('stale')
  await writeSchema(path, [table], { 'functions/twice': twice('n * 2') })
  const file = join(path, 'sql', 'functions', 'twice.sql')
  await writeFile(file, readFileSync(file, 'utf8').replace('2', '5'))
  expect(() => readSqlSet(join(path, 'sql'))).toThrow('npm run db:generate')
})
