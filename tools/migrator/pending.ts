// What a migration of a database would do.

import { join } from 'node:path'
import pg from 'pg'
import { connectionFault } from '../neon/connection-fault.ts'
import { connectionOfClient } from './connection.ts'
import { pendingOf, readMigrations } from './migrations.ts'
import { readSqlSet } from './sql-set.ts'

export type Pending = {
  /** The tags of the migrations, in order. */
  migrations: string[]
  /** Whether the functions, views and triggers are not those of the folder. */
  sqlSet: boolean
}

/** Returns what `migrateUrl` would apply. Changes nothing, because its transaction is read-only. */
export async function pendingAt(url: string, schemaFolder: string): Promise<Pending> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect().catch(error => {
    throw connectionFault(error, url)
  })
  try {
    const connection = connectionOfClient(client)
    await connection.execute('begin read only')
    const migrations = readMigrations(join(schemaFolder, 'migrations'))
    const [has] = await connection.rows<{ journal: boolean; set: boolean }>(
      `select to_regclass('drizzle.__drizzle_migrations') is not null as journal,
        to_regclass('drizzle.__sql_set') is not null as set`,
    )
    const pending = has?.journal ? await pendingOf(connection, migrations) : migrations
    const rows = has?.set ? await connection.rows<{ hash: string }>('select hash from drizzle.__sql_set') : []
    const { hash } = readSqlSet(join(schemaFolder, 'sql'))
    return { migrations: pending.map(({ tag }) => tag), sqlSet: rows[0]?.hash !== hash }
  } finally {
    await client.end()
  }
}
