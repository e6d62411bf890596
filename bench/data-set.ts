// The demo data set of a size in the embedded Postgres of a state directory.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text as textFrom } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { descendants } from '../test/support/start.ts'
import type { SizeName } from '../tools/demo-data/sizes.ts'
import { projectFile } from '../tools/project.ts'
import { readState, writeState } from '../tools/stack/state.ts'

/** What loading a data set prints. */
const DataSet = z.object({
  date: z.iso.date(),
  installs: z.array(z.object({ sid: z.string() })).min(1),
  proctorSids: z.array(z.string()).min(1),
  apiCredential: z.string(),
})
export type DataSet = z.output<typeof DataSet>

const file = 'data-set.json'
const endsWithinMs = 15_000

/** The data set that the state directory holds; loaded when it holds none. */
export async function dataSetIn(stateDir: string, size: SizeName, stop: AbortSignal): Promise<DataSet> {
  const known = await readState(stateDir, file)
  if (known !== undefined) return DataSet.parse(JSON.parse(known))
  const printed = await load(stateDir, size, stop)
  const loaded = DataSet.parse(JSON.parse(printed))
  await writeState(stateDir, file, printed)
  return loaded
}

/** Loads and answers what was printed. In a process group of its own, so that Ctrl+C leaves it to us to end. */
async function load(stateDir: string, size: SizeName, stop: AbortSignal): Promise<string> {
  stop.throwIfAborted()
  console.log(`Loading ${size} ...`)
  const child = spawn(process.execPath, [projectFile('tools/demo-data/index.ts'), '--size', size], {
    env: { ...process.env, STATE_DIR: stateDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let postgres: number | undefined
  // The loader ends by itself when its Postgres does, and would leave it behind if it were killed.
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

/** Waits until there is no such process any more, but not for ever: a container may never reap it. */
async function endOf(pid: number): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < endsWithinMs; await sleep(50)) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
  }
}
