// `npm run bench -- reports`: how long every report and list takes on demo data of growing size, on a real Postgres.
// `--sizes S,M` chooses the sizes; `--state DIR` keeps the loaded data sets, which the next run with it does not load again.

import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { end, freePort, type Started, start } from '../test/support/start.ts'
import { type SizeName, sizeNames } from '../tools/demo-data/sizes.ts'
import { type Ask, askerOf } from './ask.ts'
import { dataSetIn } from './data-set.ts'
import { inDirectory } from './directory.ts'
import { type Latency, measureLatency } from './latency.ts'
import { type Case, reportCases } from './report-cases.ts'

const maxGrowth = 4 // from M to L, which has about six times as much

type Result = Latency & { name: string; targetMs: number | undefined; finds: number }
type Results = Map<SizeName, Result[]>

export async function run(args: string[]): Promise<void> {
  const { sizes, state } = choiceOf(args)
  const stop = stopOnSignal()
  const results: Results = new Map()
  try {
    for (const size of sizes) {
      const measured = await inStateDir(size, state, stateDir => measureSize(stateDir, size, stop))
      results.set(size, measured)
      console.log(`Size ${size}`)
      console.table(measured.map(toRow))
    }
    if (results.has('M')) console.table(toVerdicts(results))
  } catch (error) {
    if (!stop.aborted) throw error
    console.error('Stopped.', error instanceof Error ? error.message : error)
    process.exitCode = 130 // as a shell says of a program that SIGINT ended
  }
}

function choiceOf(args: string[]): { sizes: SizeName[]; state: string | undefined } {
  const options = {
    sizes: { type: 'string', default: sizeNames.join(',') },
    state: { type: 'string' },
  } as const
  const { values } = parseArgs({ args, options, allowPositionals: true })
  const asked = values.sizes.toUpperCase().split(',')
  const unknown = asked.filter(name => !sizeNames.some(size => size === name))
  if (unknown.length > 0) throw new Error(`No such size: ${unknown}. There are ${sizeNames}.`)
  return { sizes: sizeNames.filter(size => asked.includes(size)), state: values.state }
}

/** Aborts when the process is told to stop; what runs is then ended in order. */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return controller.signal
}

/** In a directory of its own: one below `state`, which stays, or else a temporary one. */
async function inStateDir<T>(size: SizeName, state: string | undefined, use: (dir: string) => Promise<T>) {
  if (state === undefined) return inDirectory(use)
  const stateDir = join(resolve(state), size)
  await mkdir(stateDir, { recursive: true })
  return use(stateDir)
}

async function measureSize(stateDir: string, size: SizeName, stop: AbortSignal): Promise<Result[]> {
  const dataSet = await dataSetIn(stateDir, size, stop)
  const system = await start(stateDir, await freePort(), { flags: ['--postgres'] })
  try {
    stop.throwIfAborted()
    const ask = askerOf(system.baseUrl, dataSet.apiCredential, stop)
    const results: Result[] = []
    for (const each of await reportCases(ask, dataSet)) results.push(await measureCase(ask, each))
    return results
  } finally {
    await ended(system)
  }
}

async function measureCase(ask: Ask, { name, paths, read, targetMs }: Case): Promise<Result> {
  let finds = 0
  const latency = await measureLatency(async turn => {
    const path = paths[turn % paths.length] ?? ''
    const { text, ms } = await ask(path)
    finds = Math.max(finds, read(text, path))
    return ms
  }).catch(cause => {
    throw new Error(`${name} cannot be measured`, { cause })
  })
  return { name, targetMs, finds, ...latency }
}

/** Ctrl+C reaches the system too: it may have ended already. */
async function ended(system: Started): Promise<void> {
  const { exitCode, signalCode } = system.child
  if (exitCode === null && signalCode === null) await end(system, 'SIGTERM')
}

const toRow = ({ name, p50, p95, requests, finds }: Result) => ({
  case: name,
  'p50 ms': rounded(p50),
  'p95 ms': rounded(p95),
  requests,
  finds,
})

/** Holds M to the targets, and L to M. What was not measured is not judged. */
function toVerdicts(results: Results) {
  const [ofM, ofL] = [results.get('M') ?? [], results.get('L') ?? []]
  return ofM.map(({ name, p50, p95, targetMs }) => {
    const large = ofL.find(result => result.name === name)
    const growth = large && large.p50 / p50
    return {
      case: name,
      'p95 ms on M': rounded(p95),
      'target ms': targetMs ?? '',
      'ok?': targetMs === undefined ? '' : p95 <= targetMs,
      'growth M->L': growth === undefined ? '' : rounded(growth),
      [`<= ${maxGrowth}?`]: growth === undefined ? '' : growth <= maxGrowth,
    }
  })
}

const rounded = (value: number) => Math.round(value * 10) / 10
