// `npm run db:migrate`: migrates the database of DATABASE_URL, by default that of the local stack, to the current schema.

import { resolve } from 'node:path'
import { readEnvironment } from '../environment.ts'
import { migrateUrl } from '../migrator/migrate.ts'
import { openDatabase } from '../neon/database.ts'
import { schemaFolder } from '../project.ts'
import { lockDirectory } from '../stack/lockfile.ts'

const { DATABASE_URL, STATE_DIR } = readEnvironment('npm run db:migrate')

async function migrateState(stateDir: string): Promise<void> {
  const lock = await lockDirectory(stateDir)
  const database = await openDatabase({ kind: 'pglite' }, stateDir)
  await database.close()
  await lock.close()
}

try {
  if (DATABASE_URL) await migrateUrl(DATABASE_URL, schemaFolder)
  else await migrateState(resolve(STATE_DIR))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
console.log(`The database ${DATABASE_URL ? 'of DATABASE_URL' : `in ${resolve(STATE_DIR)}`} is up to date.`)
process.exit(0)
