// Backups of a database in this process: their order, their files, and what they refuse. test/tools/backup.test.ts has the commands.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Copier, copierOfClient, copierOfPglite } from '../../tools/backup/copier.ts'
import { readBackup, writeBackup } from '../../tools/backup/directory.ts'
import { withDump } from '../../tools/backup/dump.ts'
import { loadDump, rowCount, UnfinishedLoad } from '../../tools/backup/load.ts'
import { inOrder, sequencesOf, tablesOf } from '../../tools/backup/tables.ts'
import { migratedPglite } from '../../tools/neon/snapshot.ts'
import { newTenant } from '../../tools/ops/tenant.ts'
import { startProgress } from '../../tools/progress.ts'
import { cacheFolder, schemaFolder } from '../../tools/project.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { nextSchema } from '../support/next-build.ts'
import { migratedDatabase } from '../support/postgres.ts'
import { rounds } from '../support/rounds.ts'

const progress = startProgress({ total: 0, unit: 'rows', output: { write: () => true } })
const text = `tab\there, a "quote", back\\slash, null \\N, line\nbreak, ünïcode ✓`

type Opened = { copier: Copier; close(): Promise<void> }

/** A PGlite with the schema and without accounts. Opening one takes seconds. */
async function openPglite(): Promise<Opened> {
  const db = await migratedPglite(undefined, { schemaFolder, cacheFolder })
  return { copier: copierOfPglite(db), close: () => db.close() }
}

/** The same in a Postgres. */
async function openPostgres(): Promise<Opened> {
  const client = new pg.Client({ connectionString: await migratedDatabase() })
  await client.connect()
  return { copier: copierOfClient(client), close: () => client.end() }
}

/** `npm run test:all` copies from PGlite to PGlite. */
const open = rounds({ quick: openPostgres, all: openPglite })

let opened: Opened
let source: Copier
beforeAll(async () => {
  opened = await open()
  source = opened.copier
  const { account } = newTenant('A', 'A')
  const sid = `'${account.sid.slice(2)}'`
  await source.execute(`insert into account (sid, name) values (${sid}, '${text.replaceAll("'", "''")}')`)
  await source.execute(`insert into application (sid, account_sid, name) values (uuid_v7(), ${sid}, '')`)
  await source.execute(`insert into sealing_probe (sealed) values ('probe')`)
  await source.execute(`select setval('session_transition_id_seq', 41)`)
})
afterAll(() => opened?.close())

/** The rows of every table, as text. */
async function contentsOf(copier: Copier): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = { sequences: await sequencesOf(copier) }
  for (const { name } of await tablesOf(copier))
    contents[name] = await copier.rows(`select t::text as row from public."${name}" t order by 1`)
  return contents
}

type Use = (target: Copier) => Promise<void>

const within = (start: typeof open) => async (use: Use) => {
  const { copier, close } = await start()
  try {
    await use(copier)
  } finally {
    await close()
  }
}
const inPostgres = within(openPostgres)
const inTarget = within(open)

const backUp = async (): Promise<string> => {
  const directory = join(temporaryDirectory(), 'backup')
  const state = { databaseId: 'id', files: { 'keys.json': '{}' } }
  await withDump(source, dump => writeBackup(directory, dump, state, progress))
  return directory
}

describe('the order of tables', () => {
  const tables = (...names: string[]) => names.map(name => ({ name, columns: [] }))
  test('puts each after those that it references', () => {
    const references = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ]
    expect(inOrder(tables('a', 'b', 'c', 'd'), references).map(({ name }) => name)).toEqual([
      'c',
      'd',
      'b',
      'a',
    ])
  })

  test('does not exist for a circle', () => {
    const references = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ]
    expect(() => inOrder(tables('a', 'b'), references)).toThrow('Tables reference each other: a, b.')
  })
})

test('a backup restores every row, sequence and trigger, and triggers do not run for its rows', async () => {
  const { dump, state } = await readBackup(await backUp())
  expect(state).toEqual({ databaseId: 'id', files: { 'keys.json': '{}' } })
  expect(rowCount(dump)).toBeGreaterThan(500)
  await inTarget(async target => {
    await loadDump(dump, target, schemaFolder, progress)
    expect(await contentsOf(target)).toEqual(await contentsOf(source))
    const triggers = `select tgname, tgenabled from pg_trigger where not tgisinternal order by 1`
    expect(await target.rows(triggers)).toEqual(await source.rows(triggers))
    expect(await target.rows('select name from account')).toEqual([{ name: text }])
  })
}, 60_000)

test('a load that fails after its rows are committed is completed by a load with the same id, and by no other', async () => {
  await withDump(source, dump =>
    inPostgres(async target => {
      const execute: Copier['execute'] = text =>
        text === 'analyze' ? Promise.reject(new Error('The connection was lost.')) : target.execute(text)
      const failing = loadDump(dump, { ...target, execute }, schemaFolder, progress, 'one')
      await expect(failing).rejects.toThrow(UnfinishedLoad)
      await expect(loadDump(dump, target, schemaFolder, progress, 'two')).rejects.toThrow('contains accounts')
      await target.execute(`update account set name = 'in use'`)
      await loadDump(dump, target, schemaFolder, progress, 'one')
      expect(await target.rows('select name from account')).toEqual([{ name: 'in use' }])
    }),
  )
}, 60_000)

test('only the owner can read a backup, which is not overwritten', async () => {
  const directory = await backUp()
  const modes = readdirSync(directory).map(name => statSync(join(directory, name)).mode & 0o777)
  expect(new Set(modes)).toEqual(new Set([0o600]))
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  const before = readFileSync(join(directory, 'manifest.json'), 'utf8')
  const again = withDump(source, dump => writeBackup(directory, dump, { files: {} }, progress))
  await expect(again).rejects.toThrow('exists already. Use another directory')
  expect(readFileSync(join(directory, 'manifest.json'), 'utf8')).toBe(before)
})

test('a backup that fails leaves no directory', async () => {
  const parent = temporaryDirectory()
  const failing = withDump(source, dump =>
    writeBackup(
      join(parent, 'backup'),
      { ...dump, rowsOf: () => source.copyOut('public.missing (x)') },
      { files: {} },
      progress,
    ),
  )
  await expect(failing).rejects.toThrow('missing')
  expect(readdirSync(parent)).toEqual([])
})

test('a damaged or incomplete backup, other files than its own, or another directory, are refused', async () => {
  const directory = await backUp()
  const file = join(directory, 'account.copy.gz')
  const content = readFileSync(file)
  content[content.length - 1] = (content.at(-1) ?? 0) ^ 1
  writeFileSync(file, content)
  await expect(readBackup(directory)).rejects.toThrow(
    'account.copy.gz is missing or damaged. Use another backup.',
  )
  const path = join(directory, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...manifest, state: ['../planted'] }))
  await expect(readBackup(directory)).rejects.toThrow('manifest.json is damaged.')
  const { 'account.copy.gz': _, ...files } = manifest.files
  writeFileSync(path, JSON.stringify({ ...manifest, files }))
  await expect(readBackup(directory)).rejects.toThrow('account.copy.gz is missing or damaged.')
  writeFileSync(path, '{"format": 2}')
  await expect(readBackup(directory)).rejects.toThrow('manifest.json is damaged.')
  await expect(readBackup(temporaryDirectory())).rejects.toThrow('is no backup: it has no manifest.json.')
})

test('a dump of an earlier build is migrated, and one of a newer build is refused before anything is changed', async () => {
  const next = await nextSchema({
    migrations: { '0011_next': `ALTER TABLE "account" ADD COLUMN "next_note" text DEFAULT 'next'` },
  })
  await withDump(source, dump =>
    inPostgres(async target => {
      await loadDump(dump, target, next, progress)
      expect(await target.rows('select name, next_note from account')).toEqual([
        { name: text, next_note: 'next' },
      ])
      await withDump(target, newer =>
        inPostgres(async empty => {
          await expect(loadDump(newer, empty, schemaFolder, progress)).rejects.toThrow(
            'Another build made the dump',
          )
          expect(await empty.rows('select from account')).toEqual([])
        }),
      )
    }),
  )
}, 60_000)

test('a database with accounts is refused and not changed', async () => {
  const before = await contentsOf(source)
  const { dump } = await readBackup(await backUp())
  await expect(loadDump(dump, source, schemaFolder, progress)).rejects.toThrow(
    'The database contains accounts, and was not changed. Use an empty database.',
  )
  expect(await contentsOf(source)).toEqual(before)
})

test('after a failure in the middle no row is stored, and the dump can be loaded again', async () => {
  const { dump } = await readBackup(await backUp())
  await inPostgres(async target => {
    const broken = { ...dump, tables: dump.tables.map(table => ({ ...table, rows: table.rows + 1 })) }
    await expect(loadDump(broken, target, schemaFolder, progress)).rejects.toThrow(/rows instead of/)
    expect((await target.rows('select 1 from account')).length).toBe(0)
    await loadDump(dump, target, schemaFolder, progress)
    expect(await contentsOf(target)).toEqual(await contentsOf(source))
  })
}, 60_000)

test('a database of another program cannot be dumped', async () => {
  await inPostgres(async target => {
    await target.execute('drop schema drizzle cascade')
    await expect(withDump(target, () => Promise.resolve())).rejects.toThrow(
      'The database has no tables of Invigil.',
    )
  })
})
