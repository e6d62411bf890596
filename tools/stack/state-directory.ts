// Checks a state directory before anything is written to it.

import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { DatabaseChoice } from '../neon/database.ts'
import { makeDirectory } from './make-directory.ts'
import { readState, writeState } from './state.ts'

/** The files that only this system creates. At least one of them is in each state directory that has been used. */
const ownFiles = ['keys.json', 'sealing-key', 'demo.json', 'database.json', 'pglite', 'postgres', 'qstash.db']

/** The secrets and settings that a backup contains. */
export const keptFiles = ['keys.json', 'sealing-key', 'demo.json'] as const

/** The folder of Miniflare's R2, with the contents of files. */
export const bucketFolder = 'r2'

/** The folder of Miniflare's Durable Objects: topics with their history, and the state of connections. */
export const objectsFolder = 'objects'

/** Files of file systems and desktops, which an empty directory may contain: `.DS_Store`, `lost+found`. */
const isIgnored = (name: string) => name.startsWith('.') || name === 'lost+found'

/** What a start writes at least, except for the database. */
const neededBytes = 1024 * 1024

const reasons: Record<string, string> = {
  EACCES: 'this user must not write there',
  EPERM: 'this user must not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exhausted',
  EFBIG: 'the limit of the file size is too low',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'it is not a directory',
  ENOENT: 'the directory cannot be created there',
}

/**
 * Creates the directory if it does not exist.
 * @throws Error when it contains only files of others, or cannot be written
 */
export function requireUsable(stateDir: string): void {
  const probe = join(stateDir, `.write-check-${process.pid}`)
  try {
    makeDirectory(stateDir)
    const names = readdirSync(stateDir).filter(name => !isIgnored(name))
    if (names.length > 0 && !names.some(name => ownFiles.includes(name)))
      throw new Error(
        `STATE_DIR ${stateDir} contains files of something else. Set STATE_DIR to an empty directory.`,
      )
    try {
      writeFileSync(probe, Buffer.alloc(neededBytes))
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === '') throw error
    throw new Error(`STATE_DIR ${stateDir} cannot be written: ${reasons[code] ?? code}.`, { cause: error })
  }
}

/** The folder of a restore in progress. A killed restore leaves it, and the next one removes it. */
export const restoringFolder = '.restoring'

/** @throws Error when a system uses the directory. The files of an incomplete restore are no system. */
export function requireUnused(stateDir: string): void {
  requireUsable(stateDir)
  if (existsSync(join(stateDir, restoringFolder))) return
  if (!readdirSync(stateDir).some(name => ownFiles.includes(name))) return
  throw new Error(`STATE_DIR ${stateDir} belongs to another system. Set STATE_DIR to an empty directory.`)
}

const kinds = ['pglite', 'postgres', 'server'] as const

/**
 * `database.json`: which database belongs to the directory. `id` is the text of the database's sealing probe. It is
 * missing until the first start has opened the database.
 */
const StoredDatabase = z.object({ kind: z.enum(kinds), id: z.string().optional() })
export type StoredDatabase = z.output<typeof StoredDatabase>

const startCommands = {
  pglite: 'npm start',
  postgres: 'npm start -- --postgres',
  server: 'DATABASE_URL=<its URL> npm start',
} as const satisfies Record<StoredDatabase['kind'], string>

const file = 'database.json'

export type StateDirectory = {
  /** The id of the database that belongs to the directory; undefined until `keep`. */
  databaseId: string | undefined
  /** Stores which database belongs to the directory. */
  keep(databaseId: string): Promise<void>
}

/**
 * Marks a new directory as used.
 * @throws Error when the directory was used with a database of another kind
 */
export async function openStateDirectory(
  stateDir: string,
  { kind }: DatabaseChoice,
): Promise<StateDirectory> {
  // Only tests use a database in memory, and nothing of it is stored.
  if (kind === 'memory') return { databaseId: undefined, keep: () => Promise.resolve() }
  requireRestored(stateDir)
  const text = await readState(stateDir, file)
  const stored = text === undefined ? undefined : parse(text, stateDir)
  const used = stored?.id ? [stored.kind] : kindsIn(stateDir)
  if (used.length > 0 && !used.includes(kind)) {
    const commands = used.map(each => `\`${startCommands[each]}\``).join(' or ')
    throw new Error(
      `STATE_DIR ${stateDir} was used with another database. Start with ${commands}, or set STATE_DIR to another directory.`,
    )
  }
  const write = (value: StoredDatabase) => storeDatabase(stateDir, value)
  if (!stored?.id) await write({ kind })
  return {
    databaseId: stored?.id,
    keep: id => (id === stored?.id ? Promise.resolve() : write({ kind, id })),
  }
}

/** Which database belongs to the directory; undefined if it has not been used. */
export async function storedDatabase(stateDir: string): Promise<StoredDatabase | undefined> {
  requireRestored(stateDir)
  const text = await readState(stateDir, file)
  if (text !== undefined) return parse(text, stateDir)
  const [kind] = existsSync(stateDir) ? kindsIn(stateDir) : []
  return kind && { kind }
}

function requireRestored(stateDir: string): void {
  if (!existsSync(join(stateDir, restoringFolder))) return
  throw new Error(
    `STATE_DIR ${stateDir} has an incomplete restore. Run the same \`npm run restore\` again, or set STATE_DIR to another directory.`,
  )
}

/** Stores which database belongs to the directory, after its data has been moved or restored. */
export const storeDatabase = (stateDir: string, database: StoredDatabase): Promise<void> =>
  writeState(stateDir, file, `${JSON.stringify(database)}\n`)

function parse(text: string, stateDir: string): StoredDatabase {
  const result = StoredDatabase.safeParse(jsonOf(text))
  if (result.success) return result.data
  throw new Error(`${join(stateDir, file)} is damaged. Restore it, or remove it to accept any database.`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The databases of a directory without `database.json`: it is new, or an earlier version has used it. */
function kindsIn(stateDir: string): StoredDatabase['kind'][] {
  const names = readdirSync(stateDir)
  const local = (['pglite', 'postgres'] as const).filter(kind => names.includes(kind))
  return local.length === 0 && names.includes('demo.json') ? ['server'] : local
}
