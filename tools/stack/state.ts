import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a file of the state directory atomically, readable only by its owner. */
export async function writeState(stateDir: string, name: string, content: string): Promise<void> {
  await mkdir(stateDir, { recursive: true })
  const target = join(stateDir, name)
  await writeFile(`${target}.new`, content, { mode: 0o600 })
  await rename(`${target}.new`, target)
}

/** A file of the state directory; undefined when there is none. */
export async function readState(stateDir: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(stateDir, name), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A file of the state directory, which is created at the first use. */
export async function readOrMake(
  stateDir: string,
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const stored = await readState(stateDir, name)
  if (stored !== undefined) return stored
  const made = await make()
  await writeState(stateDir, name, made)
  return made
}
