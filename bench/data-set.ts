// Loads the demo data set of a size into the embedded Postgres of a state directory.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text as textFrom } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { descendants } from '../test/support/start.ts'
import type { SizeName } from '../tools/demo-data/sizes.ts'
import { projectFile } from '../tools/project.ts'
import { readState, writeState } from '../tools/stack/state.ts'

/** The output of the loader. */
const DataSet = z.object({
  date: z.iso.date(),
  installs: z.array(z.object({ sid: z.string() })).min(1),
  proctorSids: z.array(z.string()).min(1),
  apiCredential: z.string(),
})
export type DataSet = z.output<typeof DataSet>

const file = 'data-set.json'
const endsWithinMs = 15_000

/**
 * Returns the data set of the state directory, and loads it if there is none.
 * @param project another copy of the project, whose schema the data set has
 */
export async function dataSetIn(
  stateDir: string,
  size: SizeName,
  stop: AbortSignal,
  project = projectFile(''),
): Promise<DataSet> {
  const stored = await readState(stateDir, file)
  if (stored !== undefined) return DataSet.parse(JSON.parse(stored))
  const printed = await load(stateDir, size, stop, project)
  const loaded = DataSet.parse(JSON.parse(printed))
  await writeState(stateDir, file, printed)
  return loaded
}

/** Runs the loader and returns its output. It runs in a separate process group, so that Ctrl+C does not end it directly. */
async function load(stateDir: string, size: SizeName, stop: AbortSignal, project: string): Promise<string> {
  stop.throwIfAborted()
  console.log(`Loading ${size} ...`)
  const child = spawn(process.execPath, [join(project, 'tools/demo-data/index.ts'), '--size', size], {
    env: { ...process.env, STATE_DIR: stateDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let postgres: number | undefined
  // The loader ends when its Postgres ends. If it were killed, the Postgres would keep running.
  const endEarly = () => {
    postgres = descendants(child.pid)[0]
    if (postgres === undefined) child.kill()
    else process.kill(postgres, 'SIGINT')
  }
  stop.addEventListener('abort', endEarly)
  const output = [textFrom(child.stdout), textFrom(child.stderr), once(child, 'exit')] as const
  const [printed, errors, [code]] = await Promise.all(output)
  stop.removeEventListener('abort', endEarly)
  if (postgres !== undefined) await endOf(postgres)
  stop.throwIfAborted()
  if (code !== 0) throw new Error(`Loading ${size} into ${stateDir} failed: ${errors}`)
  return printed
}

/** Waits until the process has ended, with a timeout: a container may never reap it. */
async function endOf(pid: number): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < endsWithinMs; await sleep(50)) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
  }
}
