// `npm run db:migrate`: brings the database of DATABASE_URL, or else of the local stack, to the newest schema.

import { resolve } from 'node:path'
import { openDatabase } from '../neon/database.ts'
import { migrateUrl } from '../neon/migrate.ts'
import { migrationsFolder } from '../project.ts'
import { lockDirectory } from '../stack/lockfile.ts'

const { DATABASE_URL, STATE_DIR = '.local' } = process.env
if (DATABASE_URL) {
  await migrateUrl(DATABASE_URL, migrationsFolder)
  console.log('The database of DATABASE_URL is up to date.')
} else {
  const stateDir = resolve(STATE_DIR)
  const claim = await lockDirectory(stateDir)
  const database = await openDatabase({ kind: 'pglite' }, stateDir)
  await database.close()
  await claim.close()
  console.log(`The database in ${stateDir} is up to date.`)
}
process.exit(0)
