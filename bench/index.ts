// `npm run bench`: measures the system on this machine; `-- <what>` a part of it, closer. Each bench reads its own flags.

import { parseArgs } from 'node:util'

type Bench = { run(args: string[]): Promise<void> }

/** What can be measured, and what it takes is loaded only when it is asked for. */
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
