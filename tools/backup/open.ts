// The databases that a backup is made of, or restored into.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { connectionFault } from '../neon/connection-fault.ts'
import { startEmbeddedPostgres } from '../neon/embedded.ts'
import { lockDirectory } from '../stack/lockfile.ts'
import { storedDatabase } from '../stack/state-directory.ts'
import { type Copier, copierOfClient, copierOfPglite } from './copier.ts'

/** Calls `use` with the database at the URL. */
export async function withServer<T>(url: string, use: (database: Copier) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the statement reports the error; without a handler the event would end the process
  await client.connect().catch(error => {
    throw connectionFault(error, url)
  })
  try {
    return await use(copierOfClient(client))
  } finally {
    await client.end()
  }
}

/** Calls `use` with the PGlite of a folder, which is created if it does not exist. */
export async function withPglite<T>(folder: string, use: (database: Copier) => Promise<T>): Promise<T> {
  const db = await PGlite.create(folder)
  try {
    return await use(copierOfPglite(db))
  } finally {
    await db.close()
  }
}

/** Calls `use` with the embedded Postgres of a folder, which is created if it does not exist. */
export async function withEmbedded<T>(folder: string, use: (database: Copier) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres(folder)
  try {
    return await withServer(server.url, use)
  } finally {
    await server.stop()
  }
}

const embedded = { pglite: withPglite, postgres: withEmbedded }

/**
 * Calls `use` with the database in a state directory, and its kind. No system can start on it in the meantime.
 * @throws Error when the directory has no database, or a running system uses it
 */
export async function withState<T>(
  stateDir: string,
  use: (database: Copier, kind: keyof typeof embedded) => Promise<T>,
): Promise<T> {
  const stored = await storedDatabase(stateDir)
  const kind = stored?.kind === 'server' ? undefined : stored?.kind
  if (kind === undefined || !existsSync(join(stateDir, kind)))
    throw new Error(`STATE_DIR ${stateDir} has no database. Set STATE_DIR, or DATABASE_URL to its server.`)
  const lock = lockDirectory(stateDir)
  try {
    return await embedded[kind](join(stateDir, kind), database => use(database, kind))
  } finally {
    await lock.close()
  }
}
