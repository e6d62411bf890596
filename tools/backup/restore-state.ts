// Restores a state directory so that a failure leaves nothing, or what a second restore repairs. The files are prepared in
// a folder of the directory and moved when all are complete. While the folder exists, no system uses the directory.

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stopAbandonedPostgres } from '../neon/embedded.ts'
import { lockDirectory } from '../stack/lockfile.ts'
import { readState, writeState } from '../stack/state.ts'
import {
  bucketFolder,
  keptFiles,
  objectsFolder,
  requireUnused,
  restoringFolder,
  type StoredDatabase,
  storeDatabase,
} from '../stack/state-directory.ts'
import { copyBucket, copyObjects } from './bucket.ts'
import type { State } from './directory.ts'
import { UnfinishedLoad } from './load.ts'

/** Loads the database. `folder` is for an embedded one. `id` names the restore, also when it is repeated. */
type Load = (folder: string, id: string) => Promise<void>

const idFile = 'id'

/**
 * Writes the keys, the bucket and the documents, loads the database and moves all of it to the directory.
 * @throws Error when the directory is used, or with what a failure has left
 */
export async function restoreState(
  stateDir: string,
  kind: StoredDatabase['kind'],
  { files, databaseId, bucket, objects }: State,
  load: Load,
): Promise<void> {
  requireUnused(stateDir)
  const lock = lockDirectory(stateDir)
  try {
    requireUnused(stateDir) // another restore may have ended before the lock
    const folder = join(stateDir, restoringFolder)
    const id = await prepare(stateDir, folder, kind)
    try {
      for (const [file, content] of Object.entries(files)) await writeState(folder, file, content)
      if (bucket) await copyBucket(bucket, join(folder, bucketFolder))
      if (objects) await copyObjects(objects, join(folder, objectsFolder))
      await storeDatabase(folder, { kind, ...(databaseId && { id: databaseId }) })
      await load(folder, id)
    } catch (error) {
      if (error instanceof UnfinishedLoad) throw incomplete(error)
      await rm(folder, { recursive: true, force: true })
      throw new Error(`Nothing was restored: ${messageOf(error)}`, { cause: error })
    }
    await moveAll(folder, stateDir).catch(error => {
      throw incomplete(error)
    })
  } finally {
    await lock.close()
  }
}

/** Creates the folder, or empties that of an incomplete restore. Returns the id of the restore. */
async function prepare(stateDir: string, folder: string, kind: StoredDatabase['kind']): Promise<string> {
  const id = (await readState(folder, idFile)) ?? randomUUID()
  if (existsSync(folder)) {
    await stopAbandonedPostgres(join(folder, 'postgres'))
    const names = (await readdir(folder)).filter(name => name !== idFile)
    // The directory was unused, so all of these files are of the incomplete restore.
    for (const path of [
      ...names.map(name => join(folder, name)),
      ...movedNames.map(name => join(stateDir, name)),
    ])
      await rm(path, { recursive: true, force: true })
  } else await mkdir(folder)
  await chmod(folder, kind === 'postgres' ? 0o711 : 0o700) // the user of Postgres enters it
  await writeState(folder, idFile, id)
  return id
}

const movedNames = [
  ...keptFiles,
  ...[bucketFolder, objectsFolder],
  ...['pglite', 'postgres', 'database.json'],
]

/** Removes the folder last: until then, a restore can be repeated. */
async function moveAll(folder: string, stateDir: string): Promise<void> {
  for (const name of movedNames)
    if (existsSync(join(folder, name))) await rename(join(folder, name), join(stateDir, name))
  await rm(folder, { recursive: true })
}

const incomplete = (cause: unknown): Error =>
  new Error(`The restore is incomplete. Run the same command again. ${messageOf(cause)}`, { cause })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
