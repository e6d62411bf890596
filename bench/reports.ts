// `npm run bench -- reports`: measures every report and list on demo data of growing size, on a real Postgres.
// `--sizes S,M` selects the sizes; `--state DIR` keeps the loaded data sets for the next run.

import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { end, freePort, type Started, start } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { type SizeName, sizeNames } from '../tools/demo-data/sizes.ts'
import { startProgress } from '../tools/progress.ts'
import { commands } from './commands.ts'
import { runCron } from './cron.ts'
import { dataSetIn } from './data-set.ts'
import { inDirectory } from './directory.ts'
import { type Get, getterFor } from './get.ts'
import { type Latency, measureLatency } from './latency.ts'
import { type Case, reportCases, sessionQueue, tokenList } from './report-cases.ts'
import { insertTokens } from './report-tokens.ts'

// From M to L, which is about six times as large.
const maxGrowth = 4
const aimedGrowth = 1.5

type Result = Latency & {
  name: string
  targetMs: number | undefined
  aimMs: number | undefined
  rows: number
}
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
    process.exitCode = 130 // the exit code of shells for SIGINT
  }
}

function choiceOf(args: string[]): { sizes: SizeName[]; state: string | undefined } {
  const { values } = readArguments(commands.reports, args)
  const requested = values.sizes.toUpperCase().split(',')
  const unknown = requested.filter(name => !sizeNames.some(size => size === name))
  if (unknown.length > 0) throw new Error(`Unknown size: ${unknown}. The sizes are ${sizeNames}.`)
  return { sizes: sizeNames.filter(size => requested.includes(size)), state: values.state }
}

/** Returns a signal that aborts on SIGINT and SIGTERM, so that the run can end in order. */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return controller.signal
}

/** Runs `use` in a directory: one below `state`, which is kept, or else a temporary one. */
async function inStateDir<T>(size: SizeName, state: string | undefined, use: (dir: string) => Promise<T>) {
  if (state === undefined) return inDirectory(use)
  const stateDir = join(resolve(state), size)
  await mkdir(stateDir, { recursive: true })
  return use(stateDir)
}

async function measureSize(stateDir: string, size: SizeName, stop: AbortSignal): Promise<Result[]> {
  const dataSet = await dataSetIn(stateDir, size, stop)
  await insertTokens(stateDir, dataSet, size)
  const system = await start(stateDir, await freePort(), { flags: ['--postgres'] })
  try {
    stop.throwIfAborted()
    // A system in service has added the changes of the data set to its kept numbers.
    await runCron(system.baseUrl, 'platform')
    const get = getterFor(system.baseUrl, dataSet.apiCredential, stop)
    const results: Result[] = []
    const cases = await reportCases(get, dataSet, [tokenList(dataSet), sessionQueue(dataSet)])
    const progress = startProgress({ total: cases.length, unit: `cases of size ${size}` })
    try {
      for (const each of cases) {
        results.push(await measureCase(get, each))
        progress.advance(1)
      }
    } finally {
      progress.stop()
    }
    return results
  } finally {
    await endIfRunning(system)
  }
}

async function measureCase(get: Get, { name, paths, read, targetMs, aimMs }: Case): Promise<Result> {
  let rows = 0
  const latency = await measureLatency(async index => {
    const path = paths[index % paths.length] ?? ''
    const { text, ms } = await get(path)
    rows = Math.max(rows, read(text, path))
    return ms
  }).catch(cause => {
    throw new Error(`${name} cannot be measured`, { cause })
  })
  return { name, targetMs, aimMs, rows, ...latency }
}

/** Ends the system unless Ctrl+C has already ended it. */
async function endIfRunning(system: Started): Promise<void> {
  const { exitCode, signalCode } = system.child
  if (exitCode === null && signalCode === null) await end(system, 'SIGTERM')
}

const toRow = ({ name, p50, p95, requests, rows }: Result) => ({
  case: name,
  'p50 ms': rounded(p50),
  'p95 ms': rounded(p95),
  requests,
  rows,
})

/** Compares M with the targets, and L with M. Sizes that were not measured have no verdict. */
function toVerdicts(results: Results) {
  const [resultsOfM, resultsOfL] = [results.get('M') ?? [], results.get('L') ?? []]
  return resultsOfM.map(({ name, p50, p95, targetMs, aimMs }) => {
    const large = resultsOfL.find(result => result.name === name)
    const growth = large && large.p50 / p50
    return {
      case: name,
      'p95 ms on M': rounded(p95),
      'target ms': targetMs ?? '',
      'ok?': targetMs === undefined ? '' : p95 <= targetMs,
      'aim ms': aimMs ?? '',
      'reached?': aimMs === undefined ? '' : p95 <= aimMs,
      'growth M->L': growth === undefined ? '' : rounded(growth),
      [`<= ${maxGrowth}?`]: growth === undefined ? '' : growth <= maxGrowth,
      [`<= ${aimedGrowth}?`]: growth === undefined ? '' : growth <= aimedGrowth,
    }
  })
}

const rounded = (value: number) => Math.round(value * 10) / 10
