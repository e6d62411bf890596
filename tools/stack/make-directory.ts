import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Creates a directory and its missing parents. Not the option `recursive` of Node: that loops forever where the parent
 * exists and the system creates nothing in it, such as in `/proc`.
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return
  try {
    mkdirSync(path)
  } catch (error) {
    const parent = dirname(path)
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || isDirectory(parent)) throw error
    makeDirectory(parent)
    mkdirSync(path)
  }
}
