// `npm run repair`: computes again what triggers and the cron keep up to date, for a database that was changed by other means.

import { resolve } from 'node:path'
import { readArguments } from '../arguments.ts'
import type { Copier } from '../backup/copier.ts'

/** The functions of db/sql in their order: the counts include the rows of the unscheduled learners. */
const repairs = {
  refill_unscheduled_learners: 'the unscheduled learners',
  recount_rows: 'the numbers of rows',
  recount_appointments: 'the numbers of appointments',
}

readArguments({
  name: 'npm run repair',
  description: `Computes the unscheduled learners, the numbers of rows and the numbers of appointments of the database of
DATABASE_URL again, by default those of the database in STATE_DIR. For a database that was changed without its triggers. The
system may serve in the meantime, unless its database is in STATE_DIR; writes of sessions, tokens and users wait.`,
})

// Imported after the arguments are read, so that the help appears at once.
const { withServer, withState } = await import('../backup/open.ts')
const { readEnvironment } = await import('../environment.ts')

const { DATABASE_URL, STATE_DIR } = readEnvironment('npm run repair')

/** Each repair is a transaction, so that a failure keeps the earlier ones. */
async function repair(database: Copier): Promise<void> {
  await database.execute('set statement_timeout = 0') // the timeout of the role is for requests
  for (const [name, what] of Object.entries(repairs)) {
    await database.execute(`select ${name}()`)
    console.log(`Computed ${what} again.`)
  }
}

try {
  if (DATABASE_URL) await withServer(DATABASE_URL, repair)
  else await withState(resolve(STATE_DIR), repair)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
