// `npm run backup`: writes a backup of a database, with the keys of the state directory that belongs to it.

import { resolve } from 'node:path'
import { readArguments } from '../arguments.ts'
import type { Copier } from '../backup/copier.ts'
import type { State } from '../backup/directory.ts'
import type { KeptState } from '../backup/kept-state.ts'
import { startProgress } from '../progress.ts'

const { positionals } = readArguments({
  name: 'npm run backup',
  description: `Writes all rows of the database at one moment, and the keys and files of STATE_DIR, to a new directory. The database of DATABASE_URL
may be in use. A system whose database is in STATE_DIR must be stopped. Refuses a sealing key that is not the one of the database.`,
  positionals: ['<directory>'],
})

// Imported after the arguments are read, so that the help appears at once.
const { writeBackup } = await import('../backup/directory.ts')
const { withDump } = await import('../backup/dump.ts')
const { keptState } = await import('../backup/kept-state.ts')
const { rowCount } = await import('../backup/load.ts')
const { withServer, withState } = await import('../backup/open.ts')
const { readEnvironment } = await import('../environment.ts')

const [name = ''] = positionals
const { DATABASE_URL, SEALING_KEY, STATE_DIR } = readEnvironment('npm run backup')
const stateDir = resolve(STATE_DIR)

const backUp =
  ({ state, check, warning }: KeptState) =>
  (database: Copier) =>
    withDump(database, async dump => {
      await check(database)
      if (warning) console.error(`Warning: ${warning}`)
      const progress = startProgress({ total: rowCount(dump), unit: 'rows' })
      try {
        await writeBackup(resolve(name), dump, state, progress)
      } finally {
        progress.stop()
      }
      console.log(`${name}: ${rowCount(dump)} rows in ${dump.tables.length} tables, ${keysIn(state.files)}`)
    })

function keysIn(files: State['files']): string {
  if (Object.keys(files).length === 0) return 'without keys'
  return `with the keys of ${STATE_DIR}${'sealing-key' in files ? '' : ' except SEALING_KEY'}`
}

try {
  const kept = await keptState(stateDir, DATABASE_URL ? 'server' : 'embedded', SEALING_KEY)
  if (DATABASE_URL) await withServer(DATABASE_URL, backUp(kept))
  else await withState(stateDir, backUp(kept))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
