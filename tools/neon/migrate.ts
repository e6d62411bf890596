import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgresDatabase } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePgliteDatabase } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'

const advisoryLock = 7_470_915_223 // any number, the same for every starter

/** Applies the pending migrations of the folder, all or none. */
export async function migratePglite(db: PGlite, migrationsFolder: string): Promise<void> {
  await migratePgliteDatabase(drizzlePglite({ client: db }), { migrationsFolder })
}

/** Applies the pending migrations of the folder, all or none; starters that come together take turns. */
export async function migrateUrl(url: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0') // the role's own limit is for requests
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await migratePostgresDatabase(drizzlePostgres({ client }), { migrationsFolder })
  } finally {
    await client.end() // the lock goes with the session
  }
}
