// `npm run tour`: drives the whole story of one exam against the system that runs, and says what each step took.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Demo } from './scene.ts'
import { narrate, StepFailed } from './steps.ts'
import { tellStory } from './story.ts'

const { STATE_DIR = '.local' } = process.env
const flags = parseArgs({ options: { start: { type: 'boolean', default: false } } }).values

/** What the system that runs says of itself. @throws StepFailed when there is none */
async function findDemo(stateDir: string): Promise<Demo> {
  try {
    const demo: Demo = JSON.parse(await readFile(join(stateDir, 'demo.json'), 'utf8'))
    await fetch(new URL('/healthz', demo.baseUrl))
    return demo
  } catch {
    const hint = 'Run npm start and then this beside it, or npm run tour -- --start for a system of its own.'
    throw new StepFailed(`No system runs on ${stateDir}. ${hint}`)
  }
}

async function tour(stateDir: string): Promise<void> {
  const narrator = narrate(console.log)
  const demo = await findDemo(stateDir)
  const startedAt = performance.now()
  await tellStory(demo, narrator)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`All ${narrator.count()} steps went well, in ${seconds} s.`)
}

// Loaded only where it is asked for: the tour itself needs nothing but the client and the verifier.
const own = flags.start ? await (await import('./own-system.ts')).startOwnSystem() : undefined
try {
  await tour(own?.stateDir ?? STATE_DIR)
} catch (error) {
  if (!(error instanceof StepFailed)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await own?.close()
}
