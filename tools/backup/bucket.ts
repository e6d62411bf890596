// Folders of a state directory with databases of SQLite: the bucket, with the contents of files, has beside them files that
// never change; the Durable Objects have one database for each.
// https://github.com/cloudflare/workers-sdk/tree/main/packages/miniflare/src/workers/r2

import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

/** The paths of the files of a folder, relative to it; none if it does not exist. */
async function pathsIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted()
}

const isDatabase = (path: string): boolean => path.endsWith('.sqlite')

/** Parts of a database in use. The copy of a database contains them. */
const isPartOfDatabase = (path: string): boolean => /\.sqlite-(?:wal|shm|journal)$/.test(path)

/**
 * The objects that belong to a backup. The others are not: clients may have seen more of a topic than its copy contains, so a topic
 * starts again, with a new epoch.
 */
const keptObjects = /(?:^|[-/])(?:Document|DocumentList)\//

/** Copies the databases of the objects that belong to a backup. They may be in use. @returns the paths of the copies */
export async function copyObjects(from: string, to: string): Promise<string[]> {
  await mkdir(to, { recursive: true })
  const paths = (await pathsIn(from)).filter(path => isDatabase(path) && keptObjects.test(path))
  for (const path of paths) await copyDatabase(join(from, path), join(to, path))
  return paths
}

/**
 * Copies a bucket, which may be in use. The databases come first: each content that they name has been written before, and is
 * missing only if its file was deleted in the meantime.
 * @returns the paths of the copies, relative to the folder
 */
export async function copyBucket(from: string, to: string): Promise<string[]> {
  const paths = (await pathsIn(from)).filter(path => !isPartOfDatabase(path))
  for (const path of paths.filter(isDatabase)) await copyDatabase(join(from, path), join(to, path))
  const contents = (await pathsIn(from)).filter(path => !(isDatabase(path) || isPartOfDatabase(path)))
  const copied = []
  for (const path of contents) if (await copyIfThere(join(from, path), join(to, path))) copied.push(path)
  return [...paths.filter(isDatabase), ...copied]
}

async function copyDatabase(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const database = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(database, to)
  } finally {
    database.close()
  }
}

async function copyIfThere(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true })
  try {
    await copyFile(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
