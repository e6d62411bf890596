// `npm run db:migrate`: migrates the database of DATABASE_URL, by default that of the local stack, to the current schema.

import { resolve } from 'node:path'
import { readArguments } from '../arguments.ts'
import { startProgress } from '../progress.ts'
import { schemaFolder } from '../project.ts'
import { lockDirectory } from '../stack/lockfile.ts'

readArguments({
  name: 'npm run db:migrate',
  description: `Migrates the database of DATABASE_URL, by default that of STATE_DIR, to the schema of this build. Shows each
migration. The system may serve in the meantime, unless its database is in STATE_DIR.`,
})

// Imported after the arguments are read, so that the help appears at once.
const { readEnvironment } = await import('../environment.ts')
const { migrateUrl } = await import('../migrator/migrate.ts')
const { openDatabase } = await import('../neon/database.ts')
const { openStateDirectory, requireUsable, storedDatabase } = await import('../stack/state-directory.ts')

const { DATABASE_URL, STATE_DIR } = readEnvironment('npm run db:migrate')

const progress = startProgress({ total: 0, unit: 'migrations' })

async function migrateState(stateDir: string): Promise<void> {
  requireUsable(stateDir)
  const lock = lockDirectory(stateDir)
  const stored = await storedDatabase(stateDir)
  const choice = { kind: stored?.kind === 'postgres' ? stored.kind : 'pglite' } as const
  await openStateDirectory(stateDir, choice)
  const database = await openDatabase(choice, stateDir, undefined, progress)
  await database.close()
  await lock.close()
}

try {
  if (DATABASE_URL) await migrateUrl(DATABASE_URL, schemaFolder, undefined, progress)
  else await migrateState(resolve(STATE_DIR))
} catch (error) {
  progress.stop()
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
progress.finish()
progress.stop()
console.log(`The database ${DATABASE_URL ? 'of DATABASE_URL' : `in ${resolve(STATE_DIR)}`} is up to date.`)
process.exit(0)
