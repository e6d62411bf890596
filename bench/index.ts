// `npm run bench` measures the system on this machine, `-- <name>` one part of it in detail. Each bench parses its own flags.

import { parseArgs } from 'node:util'

type Bench = { run(args: string[]): Promise<void> }

/** The benches. Each is imported only when it runs. */
const benches = new Map<string, () => Promise<Bench>>([
  ['all', () => import('./all.ts')],
  ['reports', () => import('./reports.ts')],
  ['sign-in', () => import('./sign-in.ts')],
  ['sts', () => import('./sts.ts')],
  ['webhooks', () => import('./webhooks.ts')],
])

const args = process.argv.slice(2)
const [name = 'all'] = parseArgs({ args, strict: false, allowPositionals: true }).positionals
const load = benches.get(name)
if (load) {
  const bench = await load()
  await bench.run(args)
} else {
  console.error(`Usage: npm run bench -- [${[...benches.keys()].join('|')}] [flags]`)
  process.exitCode = 1
}
