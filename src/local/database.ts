import { join } from 'node:path'
import type { Backend } from './database/backend.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import { migrateUrl } from './database/migrate.ts'
import { pgliteBackend } from './database/pglite.ts'
import { postgresBackend } from './database/postgres.ts'
import { migratedPglite } from './database/snapshot.ts'
import { cacheFolder, migrationsFolder } from './project.ts'

/** Which Postgres stands behind the stack: PGlite on disk or in memory, a real one of our own, or a server that runs. */
export type DatabaseChoice =
  | { kind: 'pglite' }
  | { kind: 'memory' }
  | { kind: 'postgres' }
  | { kind: 'server'; url: string }

export type LocalDatabase = { name: string; backend: Backend; close(): Promise<void> }

/** Opens the chosen database with all migrations applied. `stateDir` holds its files, if it has any. */
export async function openDatabase(choice: DatabaseChoice, stateDir: string): Promise<LocalDatabase> {
  if (choice.kind === 'pglite' || choice.kind === 'memory') {
    const dataDir = choice.kind === 'pglite' ? join(stateDir, 'pglite') : undefined
    const backend = pgliteBackend(await migratedPglite(dataDir, { migrationsFolder, cacheFolder }))
    return { name: 'PGlite', backend, close: () => backend.close() }
  }
  if (choice.kind === 'server') return openServer('the server of DATABASE_URL', choice.url)
  const server = await startEmbeddedPostgres(join(stateDir, 'postgres'))
  const database = await openServer('embedded Postgres', server.url)
  return {
    ...database,
    close: async () => {
      await database.close()
      await server.stop()
    },
  }
}

async function openServer(name: string, url: string): Promise<LocalDatabase> {
  await migrateUrl(url, migrationsFolder)
  const backend = postgresBackend(url)
  return { name, backend, close: () => backend.close() }
}
