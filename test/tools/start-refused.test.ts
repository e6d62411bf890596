// Errors of `npm start`: one line, exit code 1, and nothing is changed.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { makeSealingKey } from '../../tools/stack/local-keys.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { migratedDatabase } from '../support/postgres.ts'
import { testStack } from '../support/stack.ts'
import { freePort } from '../support/start.ts'

const script = projectFile('tools/stack/start.ts')
const isRoot = process.getuid?.() === 0
const nobody = 65_534

type Options = { env?: Record<string, string>; flags?: string[]; uid?: number; shell?: string }

/** Runs `npm start` until it ends. */
async function refused(stateDir: string, { env = {}, flags = [], uid, shell = '' }: Options = {}) {
  const command = `${shell} exec "$@"`
  const { status, stdout, stderr } = spawnSync(
    '/bin/sh',
    ['-c', command, 'sh', process.execPath, script, ...flags],
    {
      encoding: 'utf8',
      timeout: 60_000,
      ...(uid !== undefined && { uid }),
      env: {
        ...process.env,
        ...{ PORT: String(await freePort()), STATE_DIR: stateDir, DATABASE_URL: '' },
        ...env,
      },
    },
  )
  expect([status, stdout]).toEqual([1, ''])
  return stderr
}

/** The contents of the files of a directory. */
const filesIn = (directory: string) =>
  readdirSync(directory, { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => [name, readFileSync(join(directory, name), 'utf8')])

let used: string
beforeAll(async () => {
  used = temporaryDirectory()
  const stack = await testStack({ database: { kind: 'pglite' }, stateDir: used })
  await stack.close()
}, 120_000)

test('invalid variables are one line each, before the state directory exists', async () => {
  const stateDir = join(temporaryDirectory(), 'state')
  const printed = await refused(stateDir, { env: { PORT: 'x', LOG_LEVEL: 'loud', STATEDIR: 'y' } })
  expect(printed.trimEnd().split('\n')).toEqual([
    'Warning: STATEDIR has no effect. Did you mean STATE_DIR?',
    'PORT is invalid. Expected a port. Its value is "x".',
    expect.stringMatching(/^LOG_LEVEL is invalid\. .* Its value is "loud"\.$/),
  ])
  expect(() => readdirSync(stateDir)).toThrow('ENOENT')
})

test('a directory with other files is refused and not changed', async () => {
  const stateDir = temporaryDirectory()
  writeFileSync(join(stateDir, 'thesis.txt'), 'mine')
  expect(await refused(stateDir)).toBe(
    `STATE_DIR ${stateDir} contains files of something else. Set STATE_DIR to an empty directory.\n`,
  )
  expect(filesIn(stateDir)).toEqual([['thesis.txt', 'mine']])
})

test('a directory that cannot be written is refused', async () => {
  const stateDir = join(temporaryDirectory(), 'read-only')
  mkdirSync(stateDir)
  chmodSync(stateDir, 0o555)
  expect(await refused(stateDir, isRoot ? { uid: nobody } : {})).toBe(
    `STATE_DIR ${stateDir} cannot be written: this user must not write there.\n`,
  )
  const file = join(temporaryDirectory(), 'file')
  writeFileSync(file, '')
  expect(await refused(file)).toBe(`STATE_DIR ${file} cannot be written: it is not a directory.\n`)
})

test.runIf(process.platform === 'linux')('a directory that cannot be created is refused', async () => {
  expect(await refused('/proc/x')).toBe(
    'STATE_DIR /proc/x cannot be written: the directory cannot be created there.\n',
  )
})

// A limit of the file size can be set in a test; the error of a full disk is handled by the same code.
test('a directory without space is refused and stays empty', async () => {
  const stateDir = temporaryDirectory()
  expect(await refused(stateDir, { shell: 'ulimit -f 64;' })).toBe(
    `STATE_DIR ${stateDir} cannot be written: the limit of the file size is too low.\n`,
  )
  expect(readdirSync(stateDir)).toEqual([])
})

test('a directory that was used with PGlite is refused with --postgres and with DATABASE_URL', async () => {
  const before = filesIn(used)
  const expected = `STATE_DIR ${used} was used with another database. Start with \`npm start\`, or set STATE_DIR to another directory.\n`
  expect(await refused(used, { flags: ['--postgres'] })).toBe(expected)
  expect(await refused(used, { env: { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' } })).toBe(expected)
  expect(filesIn(used)).toEqual(before)
  expect(readdirSync(used)).not.toContain('postgres')
})

test('a directory that an earlier version used with --postgres is refused without it', async () => {
  const stateDir = temporaryDirectory()
  mkdirSync(join(stateDir, 'postgres'))
  expect(await refused(stateDir)).toContain('Start with `npm start -- --postgres`')
  expect(readdirSync(stateDir)).toEqual(['.lock', 'postgres'])
})

test('another sealing key than the one of the database is refused, in the file and in the variable', async () => {
  const before = filesIn(used)
  const line = `The sealing key is not the one of this database. Restore ${used}/sealing-key, or set SEALING_KEY.\n`
  expect(await refused(used, { env: { SEALING_KEY: makeSealingKey() } })).toBe(line)
  expect(filesIn(used)).toEqual(before)
})

test('damaged keys are refused, and no part of them is printed', async () => {
  for (const name of ['keys.json', 'sealing-key']) {
    const stateDir = temporaryDirectory()
    writeFileSync(join(stateDir, name), 'secret')
    expect(await refused(stateDir)).toMatch(new RegExp(`^${join(stateDir, name)} is damaged\\. .*\\n$`))
    expect(readFileSync(join(stateDir, name), 'utf8')).toBe('secret')
  }
})

test.each([
  ['postgres://ada:secret@127.0.0.1:1/name', '(127.0.0.1:1/name) cannot be used: no server listens there.'],
  ['postgres://ada:secret@db.invalid/name', '(db.invalid:5432/name) cannot be used: '],
])('DATABASE_URL %s is refused without its password', async (url, reason) => {
  const printed = await refused(temporaryDirectory(), { env: { DATABASE_URL: url } })
  expect(printed.trimEnd().split('\n')).toHaveLength(1)
  expect(printed).toContain(`The database of DATABASE_URL ${reason}`)
  expect(printed).not.toContain('secret')
})

/** Runs a statement on the database, and returns the names of its tables. */
async function tablesAfter(url: string, statement: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}

const startOn = (url: string, stateDir = temporaryDirectory()) =>
  testStack({ database: { kind: 'server', url }, stateDir })

test('a database with other tables is refused before it is migrated', async () => {
  const url = await migratedDatabase()
  const clear = 'drop schema public cascade; drop schema drizzle cascade; create schema public'
  const before = await tablesAfter(url, `${clear}; create table invoice ()`)
  await expect(startOn(url)).rejects.toThrow(
    'The database contains 1 tables of something else, and was not changed. Use an empty database.',
  )
  expect(await tablesAfter(url, 'select 1')).toEqual(before)
})

test('a database is refused with the state of another one, and demo.json is not changed', async () => {
  const stateDir = temporaryDirectory()
  const own = await migratedDatabase()
  await (await startOn(own, stateDir)).close()
  const before = filesIn(stateDir).filter(([name]) => !name?.startsWith('qstash'))
  await expect(startOn(await migratedDatabase(), stateDir)).rejects.toThrow('belongs to another database')
  const empty = await migratedDatabase()
  await tablesAfter(empty, 'drop schema public cascade; drop schema drizzle cascade; create schema public')
  await expect(startOn(empty, stateDir)).rejects.toThrow('belongs to another database')
  expect(await tablesAfter(empty, 'select 1')).toEqual([])
  await expect(startOn(own)).rejects.toThrow('The sealing key is not the one of this database.')
  expect(filesIn(stateDir).filter(([name]) => !name?.startsWith('qstash'))).toEqual(before)
  await (await startOn(own, stateDir)).close()
}, 120_000)
