// A backup: a directory with a file of rows for each table, the keys of the state directory, and a manifest with a hash of
// each file.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod'
import { completeOrAbsent } from '../neon/snapshot.ts'
import type { Progress } from '../progress.ts'
import { bucketFolder, keptFiles, objectsFolder } from '../stack/state-directory.ts'
import { copyBucket, copyObjects } from './bucket.ts'
import { Contents, type Dump } from './dump.ts'

const manifestFile = 'manifest.json'
const tableFile = (name: string): string => `${name}.copy.gz`

const Paths = z.array(z.string().regex(/^(?!.*\.\.)[\w.-]+(?:\/[\w.-]+)*$/)).default([])

const Manifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  contents: Contents,
  /** The SHA-256 of each file. */
  files: z.record(z.string(), z.string()),
  /** The id of the database, which its sealing key opens. */
  databaseId: z.string().optional(),
  /** The files of the state directory. */
  state: z.array(z.enum(keptFiles)),
  /** The files of the bucket, below `r2`. */
  bucket: Paths,
  /** The databases of objects, below `objects`. */
  objects: Paths,
})
type Manifest = z.output<typeof Manifest>

/** What a backup contains beside the rows. */
export type State = {
  databaseId?: string | undefined
  files: Record<string, string>
  /** The folder with the contents of files; undefined if they are elsewhere. */
  bucket?: string | undefined
  /** The folder with the synchronised documents; undefined if they are elsewhere. */
  objects?: string | undefined
}

/**
 * Writes a backup, readable only by its owner. A killed process leaves no incomplete one.
 * @throws Error when the directory exists
 */
export async function writeBackup(
  directory: string,
  dump: Dump,
  state: State,
  progress: Progress,
): Promise<void> {
  if (existsSync(directory))
    throw new Error(`${directory} exists already. Use another directory: a backup is never overwritten.`)
  await completeOrAbsent(directory, async temporary => {
    await mkdir(temporary, { recursive: true, mode: 0o700 })
    const files: Manifest['files'] = {}
    for (const table of dump.tables) {
      const name = tableFile(table.name)
      const output = createWriteStream(join(temporary, name), { mode: 0o600 })
      await pipeline(Readable.from(dump.rowsOf(table)), createGzip(), output)
      files[name] = await hashOf(join(temporary, name))
      progress.advance(table.rows)
    }
    for (const [name, content] of Object.entries(state.files)) {
      await writeFile(join(temporary, name), content, { mode: 0o600 })
      files[name] = await hashOf(join(temporary, name))
    }
    const bucket = state.bucket ? await copyBucket(state.bucket, join(temporary, bucketFolder)) : []
    for (const path of bucket) files[inBucket(path)] = await hashOf(join(temporary, inBucket(path)))
    const objects = state.objects ? await copyObjects(state.objects, join(temporary, objectsFolder)) : []
    for (const path of objects) files[inObjects(path)] = await hashOf(join(temporary, inObjects(path)))
    const { migration, tables, sequences } = dump
    const manifest: Manifest = {
      ...{
        format: 1,
        createdAt: new Date().toISOString(),
        contents: { migration, tables, sequences },
        files,
      },
      ...(state.databaseId && { databaseId: state.databaseId }),
      state: keptFiles.filter(name => name in state.files),
      ...{ bucket, objects },
    }
    await writeFile(join(temporary, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  })
}

const inBucket = (path: string): string => `${bucketFolder}/${path}`
const inObjects = (path: string): string => `${objectsFolder}/${path}`

/** Reads a backup. @throws Error when a file is missing or differs from its hash */
export async function readBackup(
  directory: string,
): Promise<{ dump: Dump; state: State; createdAt: string }> {
  const text = await readFile(join(directory, manifestFile), 'utf8').catch(() => {
    throw new Error(`${directory} is no backup: it has no ${manifestFile}.`)
  })
  const manifest = Manifest.safeParse(jsonOf(text)).data
  if (!manifest) throw new Error(`${join(directory, manifestFile)} is damaged.`)
  const { tables } = manifest.contents
  const names = [
    ...tables.map(table => tableFile(table.name)),
    ...manifest.state,
    ...manifest.bucket.map(inBucket),
    ...manifest.objects.map(inObjects),
  ]
  for (const name of names) {
    const hash = manifest.files[name]
    const actual = await hashOf(join(directory, name)).catch(() => undefined)
    if (hash === undefined || actual !== hash)
      throw new Error(`${join(directory, name)} is missing or damaged. Use another backup.`)
  }
  const { contents, databaseId, createdAt } = manifest
  const files: State['files'] = {}
  for (const name of manifest.state) files[name] = await readFile(join(directory, name), 'utf8')
  const rowsOf: Dump['rowsOf'] = ({ name }) =>
    createReadStream(join(directory, tableFile(name))).pipe(createGunzip())
  const bucket = manifest.bucket.length > 0 ? join(directory, bucketFolder) : undefined
  const objects = manifest.objects.length > 0 ? join(directory, objectsFolder) : undefined
  return { dump: { ...contents, rowsOf }, state: { databaseId, files, bucket, objects }, createdAt }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
