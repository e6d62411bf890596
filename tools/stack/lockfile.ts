import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDirectory } from './make-directory.ts'

type Lock = { close(): Promise<void> }

/** The file of the lock. It stays when the lock is released: another process may be waiting for the same file. */
const lockFile = '.lock'

/** https://sqlite.org/rescode.html#busy */
const busy = 5

/**
 * Locks a state directory for this process, because PGlite does not detect a second process, which would corrupt it. The
 * lock is a transaction of SQLite on an empty file of the directory, which SQLite locks in the kernel. So the kernel
 * releases the lock of a killed process at once, and the lock also holds between containers that share the directory.
 * @throws Error when a living process has locked the directory
 */
export function lockDirectory(directory: string): Lock {
  makeDirectory(directory)
  const file = join(directory, lockFile)
  let database: DatabaseSync | undefined
  try {
    createPrivate(file)
    database = new DatabaseSync(file)
    database.exec('BEGIN EXCLUSIVE')
    return lockOf(database)
  } catch (cause) {
    database?.close()
    const { errcode, message } = cause as { errcode?: number; message: string }
    throw new Error(
      errcode === busy
        ? `Another process uses ${directory}; stop it or set STATE_DIR.`
        : `Cannot lock ${directory}: ${message}`,
      { cause },
    )
  }
}

/** The reference keeps the database from the garbage collector, which would close it. */
const lockOf = (database: DatabaseSync): Lock => ({
  close() {
    database.close()
    return Promise.resolve()
  },
})

/**
 * Creates the file, readable only by its owner. Never opens an existing file: to close it would release the lock that
 * this process may have on it (https://pubs.opengroup.org/onlinepubs/9799919799/functions/fcntl.html).
 */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
