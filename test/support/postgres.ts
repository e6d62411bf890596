// A real Postgres for the tests: one server for each fork, and a migrated database for each stack.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { migrateUrl } from '../../tools/migrator/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { schemaFolder } from '../../tools/project.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { temporaryDirectory } from './directory.ts'
import { onceInRun } from './once.ts'
import { note } from './start.ts'

type SharedServer = EmbeddedPostgres & {
  /** The directory of its Unix socket, if it has one. */
  socketDirectory?: string
}

declare global {
  var invigilPostgres: Promise<SharedServer> | undefined
}

const template = 'migrated'
let databases = 0

/** The directory of a server with one migrated database: initdb and the migrations run once per run. */
const templateServer = () =>
  onceInRun('postgres', async folder => {
    const server = await startEmbeddedPostgres(folder, { fsync: false })
    await query(server.url, `create database ${template}`)
    await migrateUrl(databaseUrl(server.url, template), schemaFolder)
    await server.stop()
  })

/** Starts another server without initdb. Its database `postgres` is empty. Stop it. */
export const startTestPostgres = (): Promise<EmbeddedPostgres> =>
  startCopy(join(temporaryDirectory(), 'server'), false)

async function startCopy(directory: string, socket: boolean): Promise<EmbeddedPostgres> {
  // cp, not cpSync: as root, the files must keep their owner.
  execFileSync('cp', ['-a', await templateServer(), directory])
  return startEmbeddedPostgres(directory, { fsync: false, socket })
}

/** The URL of the migrated database of another server. */
export const migratedOn = ({ url }: EmbeddedPostgres): string => databaseUrl(url, template)

/** The longest path of a Unix socket that all systems take. */
const longestSocket = 100

/** The server of this fork. It stops at the end of the run. */
function sharedServer(): Promise<SharedServer> {
  globalThis.invigilPostgres ??= startShared()
  return globalThis.invigilPostgres
}

async function startShared(): Promise<SharedServer> {
  const directory = join(temporaryDirectory(), 'server')
  const socket = join(directory, '.s.PGSQL.65535').length <= longestSocket
  const server = await startCopy(directory, socket)
  note(server)
  return { ...server, ...(socket && { socketDirectory: directory }) }
}

/** The URL of the database of a stack that the tests have started on the server of this fork. */
export async function urlOf({ db }: Pick<Stack, 'db'>): Promise<string> {
  const { rows } = await db.execute<{ name: string }>('select current_database() as name')
  return databaseUrl((await sharedServer()).url, String(rows[0]?.name))
}

/** The URL of a new database with all migrations applied, on the server of this fork. */
export async function migratedDatabase(): Promise<string> {
  const { url } = await sharedServer()
  return copyTemplate(url)
}

/** As `migratedDatabase`, for clients of `pg`: over a Unix socket, which takes less CPU than 127.0.0.1. */
export async function migratedOverSocket(): Promise<string> {
  const { url, socketDirectory } = await sharedServer()
  const database = new URL(await copyTemplate(url))
  if (socketDirectory) database.searchParams.set('host', socketDirectory)
  return database.href
}

/** The URL of a new database without tables, on the server of this fork. */
export async function emptyDatabase(): Promise<string> {
  const { url } = await sharedServer()
  const name = `empty_${databases++}`
  await query(url, `create database ${name}`)
  return databaseUrl(url, name)
}

/** A copy of the migrated database on the server, with the settings of its roles, which Postgres does not copy. */
async function copyTemplate(url: string): Promise<string> {
  const name = `test_${databases++}`
  await query(
    url,
    `create database ${name} template ${template}`,
    `insert into pg_db_role_setting
     select copy.oid, setrole, setconfig from pg_db_role_setting setting
     join pg_database original on original.oid = setting.setdatabase and original.datname = '${template}'
     join pg_database copy on copy.datname = '${name}'`,
    // Statements are planned once, while the tables are nearly empty, and these plans stay while the tables fill.
    `alter database ${name} set enable_seqscan = off`,
    `alter database ${name} set plan_cache_mode = force_generic_plan`,
  )
  return databaseUrl(url, name)
}

function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of statements) await client.query(text)
  } finally {
    await client.end()
  }
}
