// The functions, views and triggers of the database: the files of db/sql, one object each.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const kinds = ['functions', 'views', 'triggers'] as const

/** One file of db/sql. `id` is its path without `.sql`. The file of an overloaded function ends in `.<argument>.sql`. */
export type SqlObject = { id: string; kind: (typeof kinds)[number]; name: string; text: string; hash: string }

/** The content of `manifest.json`: a hash of all objects in the order of creation, and the time in ms of their last change. */
export type Manifest = { hash: string; writtenAt: number }

export type SqlSet = Manifest & { objects: SqlObject[] }

/** The objects in the order in which they can be created. */
export function readSqlObjects(folder: string): SqlObject[] {
  const objects = kinds.flatMap(kind =>
    filesOf(join(folder, kind)).map(file => {
      const [name = ''] = file.split('.')
      const text = readFileSync(join(folder, kind, file), 'utf8')
      return { id: `${kind}/${file.slice(0, -'.sql'.length)}`, kind, name, text, hash: sha256(text) }
    }),
  )
  return inOrder(objects)
}

const filesOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(file => file.endsWith('.sql'))
        .toSorted()
    : []

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Sorts the objects so that each follows those that its text uses. */
function inOrder(objects: SqlObject[]): SqlObject[] {
  const ordered = new Set<SqlObject>()
  const codes = new Map(objects.map(object => [object, codeOf(object)]))
  const visit = (object: SqlObject, path: SqlObject[]) => {
    if (ordered.has(object)) return
    const through = [...path, object]
    if (path.includes(object)) throw new Error(`Circular: ${through.map(({ id }) => id).join(' -> ')}`)
    for (const other of objects) if (uses(object, other, codes.get(object))) visit(other, through)
    ordered.add(object)
  }
  for (const object of objects) visit(object, [])
  return [...ordered]
}

/** The text without comments. */
const codeOf = ({ text }: SqlObject): string => text.replaceAll(/--.*$/gm, '')

/** Whether the code of an object uses another one: calls a function, or contains the name of a view. */
export function uses(object: SqlObject, other: SqlObject, code = codeOf(object)): boolean {
  if (other.kind === 'triggers' || other.name === object.name || !code.includes(other.name)) return false
  return new RegExp(`\\b${other.name}\\b${other.kind === 'functions' ? '\\s*\\(' : ''}`).test(code)
}

/** The manifest of the objects. Returns the previous one if the objects have not changed. */
export function manifestOf(
  objects: SqlObject[],
  previous: Manifest | undefined,
  now: () => number,
): Manifest {
  const hash = sha256(JSON.stringify(Object.fromEntries(objects.map(object => [object.id, object.hash]))))
  return previous?.hash === hash ? previous : { hash, writtenAt: now() }
}

export const manifestFile = (folder: string): string => join(folder, 'manifest.json')

export function readManifest(folder: string): Manifest | undefined {
  const file = manifestFile(folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** The objects with their manifest. @throws Error when the manifest does not match them */
export function readSqlSet(folder: string): SqlSet {
  const objects = readSqlObjects(folder)
  const manifest = readManifest(folder)
  const current = manifestOf(objects, manifest, () => 0)
  if (current !== manifest) throw new Error(`${folder} has changed. Update its manifest: npm run db:generate`)
  return { ...manifest, objects }
}
