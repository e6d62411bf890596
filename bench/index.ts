// `npm run bench` measures the system on this machine, `-- <name>` one part of it in detail. Each bench parses its own flags.

import { readArguments } from '../tools/arguments.ts'
import { collectLess } from '../tools/garbage-collection.ts'
import { commands } from './commands.ts'
import { endAllOnSignals } from './stop.ts'

type Bench = { run(args: string[]): Promise<void> }

/** The benches. Each is imported only when it runs. */
const benches = new Map<string, () => Promise<Bench>>([
  ['against', () => import('./against.ts')],
  ['all', () => import('./all.ts')],
  ['console', () => import('./console.ts')],
  ['limits', () => import('./request-limits.ts')],
  ['peers', () => import('./peers.ts')],
  ['plans', () => import('./plans.ts')],
  ['realtime', () => import('./realtime.ts')],
  ['reconcile', () => import('./reconcile.ts')],
  ['regions', () => import('./regions.ts')],
  ['reports', () => import('./reports.ts')],
  ['sign-in', () => import('./sign-in.ts')],
  ['sts', () => import('./sts.ts')],
  ['sweep', () => import('./sweep.ts')],
  ['webhooks', () => import('./webhooks.ts')],
])

collectLess()

// The name comes first: what follows an option could be its value.
const args = process.argv.slice(2)
const isNamed = args[0] !== undefined && !args[0].startsWith('-')
const [name = 'all'] = isNamed ? args : []
const load = benches.get(name)
const own = isNamed ? args.slice(1) : args
if (load) {
  const command = Object.entries(commands).find(([each]) => each === name)?.[1]
  if (command) readArguments(command, own) // ends here for a help or a mistake
  const bench = await load()
  endAllOnSignals()
  await bench.run(own)
} else {
  console.error(`Unknown bench '${name}'. The benches are ${[...benches.keys()].join(', ')}.`)
  process.exitCode = 2
}
