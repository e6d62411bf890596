import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { completeOrAbsent } from '../../tools/neon/snapshot.ts'

const pollInterval = 50
const timeout = 120_000

/**
 * A folder that all forks of a run share, created by the first fork that needs it; the others wait.
 * @throws Error when the folder is not created within 2 minutes
 */
export async function onceInRun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), name)
  if (isFirst(`${folder}.making`)) await completeOrAbsent(folder, make)
  const deadline = Date.now() + timeout
  while (!existsSync(folder)) {
    if (Date.now() > deadline) throw new Error(`Another fork did not make ${name}.`)
    await sleep(pollInterval)
  }
  return folder
}

/** `mkdir` succeeds in one process only. */
function isFirst(claim: string): boolean {
  try {
    mkdirSync(claim)
    return true
  } catch {
    return false
  }
}
