// `npm run restore`: loads a backup into an empty database, and writes its keys to an unused state directory.

import { join, resolve } from 'node:path'
import { readArguments } from '../arguments.ts'
import type { Copier } from '../backup/copier.ts'
import { startProgress } from '../progress.ts'
import { schemaFolder } from '../project.ts'

const { positionals, values } = readArguments({
  name: 'npm run restore',
  description: `Loads a backup into the database of DATABASE_URL, which must be empty, or into a new database in STATE_DIR. Writes the keys
of the backup to STATE_DIR, which no system must use. After a failure, run the same command again.`,
  options: {
    postgres: {
      type: 'boolean',
      description: 'Creates an embedded Postgres in STATE_DIR instead of PGlite.',
    },
  },
  positionals: ['<directory>'],
})

// Imported after the arguments are read, so that the help appears at once.
const { readBackup } = await import('../backup/directory.ts')
const { loadDump, rowCount } = await import('../backup/load.ts')
const { withEmbedded, withPglite, withServer } = await import('../backup/open.ts')
const { restoreState } = await import('../backup/restore-state.ts')
const { readEnvironment } = await import('../environment.ts')

const [name = ''] = positionals
const { DATABASE_URL, STATE_DIR } = readEnvironment('npm run restore')
const stateDir = resolve(STATE_DIR)

const kind = DATABASE_URL ? 'server' : values.postgres ? 'postgres' : 'pglite'

async function restore(): Promise<void> {
  const { dump, state, createdAt } = await readBackup(resolve(name))
  const hasKeys = Object.keys(state.files).length > 0
  const progress = startProgress({ total: rowCount(dump), unit: 'rows' })
  const load = (id?: string) => (database: Copier) => loadDump(dump, database, schemaFolder, progress, id)
  const withEmpty = { postgres: withEmbedded, pglite: withPglite }
  try {
    if (kind !== 'server')
      await restoreState(stateDir, kind, state, (folder, id) => withEmpty[kind](join(folder, kind), load(id)))
    else if (hasKeys || state.bucket)
      await restoreState(stateDir, kind, state, (_, id) => withServer(DATABASE_URL ?? '', load(id)))
    else await withServer(DATABASE_URL ?? '', load())
  } finally {
    progress.stop()
  }
  console.log(
    `Restored ${rowCount(dump)} rows of ${createdAt}${hasKeys ? `, and the keys to ${STATE_DIR}` : ''}.`,
  )
  if (!hasKeys) console.log('The backup has no keys: the system needs the keys of the time of the backup.')
}

try {
  await restore()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
