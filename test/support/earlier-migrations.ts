// Databases that the version before the baseline created. The fixture has the 36 migrations of that version, each as in
// the last commit before db/migrations/0035_embed.sql was deleted; the migrator adopts only databases of these texts.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import type pg from 'pg'
import { projectFile } from '../../tools/project.ts'
import { temporaryDirectory } from './directory.ts'

type Migration = { tag: string; when: number; sql: string }

const all: Migration[] = JSON.parse(
  gunzipSync(readFileSync(projectFile('test/support/earlier-migrations.json.gz'))).toString(),
)

type Choice = {
  /** The number of migrations; all by default. */
  count?: number
  /** Changes the text of one migration. */
  edit?: (migration: Migration) => Migration
}

/** A folder with the earlier migrations. */
function folderOf({ count = all.length, edit = migration => migration }: Choice): string {
  const folder = temporaryDirectory()
  const migrations = all.slice(0, count).map(edit)
  const entries = migrations.map(({ tag, when }, idx) => ({
    idx,
    version: '7',
    when,
    tag,
    breakpoints: true,
  }))
  mkdirSync(join(folder, 'meta'))
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
  for (const { tag, sql } of migrations) writeFileSync(join(folder, `${tag}.sql`), sql)
  return folder
}

/** Applies the earlier migrations as the earlier version did, with drizzle's migrator. */
export const makeEarlier = (client: pg.Client, choice: Choice = {}): Promise<void> =>
  migratePostgres(drizzlePostgres({ client }), { migrationsFolder: folderOf(choice) })

/** The same for PGlite. */
export const makeEarlierPglite = (client: PGlite, choice: Choice = {}): Promise<void> =>
  migratePglite(drizzlePglite({ client }), { migrationsFolder: folderOf(choice) })
