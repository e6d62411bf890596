// `npm run tour`: runs all steps of one exam against the running system, and prints the duration of each step.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readArguments } from '../tools/arguments.ts'
import type { Demo } from './types.ts'

const { values: flags } = readArguments({
  name: 'npm run tour',
  description: 'Runs all steps of one exam against the running system, and prints the duration of each step.',
  options: { start: { type: 'boolean', description: 'Starts a temporary system for the tour.' } },
})

// Imported after the arguments are read, so that the help appears at once.
const { readEnvironment } = await import('../tools/environment.ts')
const { createReporter, StepFailed } = await import('./steps.ts')
const { runTour } = await import('./tour.ts')

const { STATE_DIR } = readEnvironment('npm run tour')

/** Returns the demo account of the running system. @throws StepFailed if no system runs */
async function findDemo(stateDir: string): Promise<Demo> {
  try {
    const demo: Demo = JSON.parse(await readFile(join(stateDir, 'demo.json'), 'utf8'))
    await fetch(new URL('/healthz', demo.baseUrl))
    return demo
  } catch {
    const hint = 'Run npm start first, or npm run tour -- --start for a temporary system.'
    throw new StepFailed(`No system runs on ${stateDir}. ${hint}`)
  }
}

async function tour(stateDir: string): Promise<void> {
  const reporter = createReporter(console.log)
  const demo = await findDemo(stateDir)
  const startedAt = performance.now()
  await runTour(demo, reporter)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`All ${reporter.count()} steps passed in ${seconds} s.`)
}

// Loaded only with --start: otherwise the tour needs only the client and the verifier.
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
