// `npm run db:move`: moves the database of a state directory to a Postgres server.

import { rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readArguments } from '../arguments.ts'
import type { Copier } from '../backup/copier.ts'
import { startProgress } from '../progress.ts'
import { schemaFolder } from '../project.ts'

readArguments({
  name: 'npm run db:move',
  description: `Copies all rows of the database in STATE_DIR to the empty database of DATABASE_URL, and makes STATE_DIR belong to it. The system
must be stopped. The old database remains in STATE_DIR under another name.`,
})

// Imported after the arguments are read, so that the help appears at once.
const { withDump } = await import('../backup/dump.ts')
const { loadDump, rowCount } = await import('../backup/load.ts')
const { withServer, withState } = await import('../backup/open.ts')
const { readEnvironment } = await import('../environment.ts')
const { storeDatabase, storedDatabase } = await import('../stack/state-directory.ts')

const { DATABASE_URL, STATE_DIR } = readEnvironment('npm run db:move')
const stateDir = resolve(STATE_DIR)

const copy = (url: string) => (source: Copier) =>
  withDump(source, dump =>
    withServer(url, async target => {
      const progress = startProgress({ total: rowCount(dump), unit: 'rows' })
      try {
        await loadDump(dump, target, schemaFolder, progress)
      } finally {
        progress.stop()
      }
      return rowCount(dump)
    }),
  )

try {
  if (!DATABASE_URL) throw new Error('Set DATABASE_URL to the direct URL of an empty database.')
  const url = DATABASE_URL
  const stored = await storedDatabase(stateDir)
  const { rows, kind } = await withState(stateDir, async (source, from) => ({
    rows: await copy(url)(source),
    kind: from,
  }))
  await storeDatabase(stateDir, { kind: 'server', ...(stored?.id && { id: stored.id }) })
  await rename(join(stateDir, kind), join(stateDir, `${kind}.moved`))
  console.log(
    `Moved ${rows} rows. Start the system with DATABASE_URL. The old database is ${join(STATE_DIR, `${kind}.moved`)}.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
