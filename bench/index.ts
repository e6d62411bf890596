// `npm run bench` measures the system on this machine, `-- <name>` one part of it in detail. Each bench parses its own flags.

type Bench = { run(args: string[]): Promise<void> }

/** The benches. Each is imported only when it runs. */
const benches = new Map<string, () => Promise<Bench>>([
  ['against', () => import('./against.ts')],
  ['all', () => import('./all.ts')],
  ['console', () => import('./console.ts')],
  ['limits', () => import('./request-limits.ts')],
  ['peers', () => import('./peers.ts')],
  ['realtime', () => import('./realtime.ts')],
  ['reconcile', () => import('./reconcile.ts')],
  ['regions', () => import('./regions.ts')],
  ['reports', () => import('./reports.ts')],
  ['sign-in', () => import('./sign-in.ts')],
  ['sts', () => import('./sts.ts')],
  ['sweep', () => import('./sweep.ts')],
  ['webhooks', () => import('./webhooks.ts')],
])

// The name comes first: what follows an option could be its value.
const args = process.argv.slice(2)
const isNamed = args[0] !== undefined && !args[0].startsWith('-')
const [name = 'all'] = isNamed ? args : []
const load = benches.get(name)
if (load) {
  const bench = await load()
  await bench.run(isNamed ? args.slice(1) : args)
} else {
  console.error(`Unknown bench '${name}'. The benches are ${[...benches.keys()].join(', ')}.`)
  process.exitCode = 2
}
