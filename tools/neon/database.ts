import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '../../db/client.ts'
import { type DatabaseCheck, type MigrationReport, migrateUrl } from '../migrator/migrate.ts'
import { cacheFolder, schemaFolder } from '../project.ts'
import type { Backend } from './backend.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import type { NeonEndpoint } from './neon-endpoint.ts'
import { pgliteBackend } from './pglite.ts'
import { postgresBackend } from './postgres.ts'
import { migratedPglite } from './snapshot.ts'

/**
 * The Postgres of the stack: PGlite on disk or in memory, an embedded server, or a running server.
 * `connections` is the number of statements that run at once.
 */
export type DatabaseChoice =
  | { kind: 'pglite' }
  | { kind: 'memory' }
  | { kind: 'postgres'; connections?: number }
  | { kind: 'server'; url: string; connections?: number }

// The driver requires a URL, but sends its requests to the bound endpoint.
export const boundDatabaseUrl = 'postgres://local:local@db.localhost/invigil'

/** The connection of this process, which uses the same driver as the Workers. */
export const connectThrough = ({ send }: NeonEndpoint): Database =>
  connect(boundDatabaseUrl, { fetch: (_, init = {}) => send(init) })

type LocalDatabase = { name: string; backend: Backend; close(): Promise<void> }

/**
 * Opens the chosen database with the current schema. Its files, if any, are in `stateDir`.
 * @param check runs before an existing database is migrated
 * @param report receives the migrations of a database in the directory
 */
export async function openDatabase(
  choice: DatabaseChoice,
  stateDir: string,
  check?: DatabaseCheck,
  report?: MigrationReport,
): Promise<LocalDatabase> {
  if (choice.kind === 'pglite' || choice.kind === 'memory') {
    const dataDir = choice.kind === 'pglite' ? join(stateDir, 'pglite') : undefined
    const backend = pgliteBackend(await migratedPglite(dataDir, { schemaFolder, cacheFolder, check, report }))
    return { name: 'PGlite', backend, close: () => backend.close() }
  }
  if (choice.kind === 'server') return openServer(choice.url, { check, connections: choice.connections })
  const server = await startEmbeddedPostgres(join(stateDir, 'postgres'))
  const { connections = ofThisMachine() } = choice
  const options = { name: 'embedded Postgres', connections, check, report }
  const database = await openServer(server.url, options).catch(async error => {
    await server.stop()
    throw error
  })
  return {
    ...database,
    close: async () => {
      await database.close()
      await server.stop()
    },
  }
}

type ServerOptions = {
  name?: string
  connections?: number | undefined
  check?: DatabaseCheck | undefined
  report?: MigrationReport | undefined
}

/** Connects to a running server, and migrates it. */
export async function openServer(
  url: string,
  { name = 'the server of DATABASE_URL', connections, check, report }: ServerOptions = {},
): Promise<LocalDatabase> {
  await migrateUrl(url, schemaFolder, check, report)
  const backend = postgresBackend(url, { connections })
  return { name, backend, close: () => backend.close() }
}

/**
 * Two for each core, so that no core is idle while a commit is written. Each further connection is a process with its own
 * caches and slows every statement: a refresh took 430 µs of Postgres with 16 connections on 2 cores, and 350 with 4.
 */
const ofThisMachine = (): number => 2 * availableParallelism()
