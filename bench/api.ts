// `npm run bench`: how fast the system serves on this machine, as ratios to bare limits measured in the same run.
// `-- --postgres` measures on a real Postgres.

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { end, freePort, type Started, start } from '../test/support/start.ts'
import { type Load, measure } from './load.ts'

type Measurable = Load & { limit?: string }

/** The bare limits: a request that only passes the front door, and one that also asks the database once. */
const limits: Measurable[] = [
  { name: 'edge alone', path: '/.well-known/jwks.json' },
  { name: 'edge + one select', path: '/healthz' },
]

function operationsOf({ demo: { apiCredential: secret, installSid, userSid } }: Started): Measurable[] {
  const install = `/v1/installs/${installSid}`
  return [
    { name: 'read a profile', path: `${install}/users/${userSid}/profile` },
    { name: 'list users', path: `${install}/users` },
    {
      name: 'issue a token',
      method: 'POST' as const,
      path: `${install}/sts/tokens`,
      body: () => ({ tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid }),
    },
  ].map(load => ({ ...load, ...(secret && { secret }), limit: 'edge + one select' }))
}

export async function run(args: string[]): Promise<void> {
  const options = { postgres: { type: 'boolean', default: false } } as const
  const { postgres } = parseArgs({ args, options, allowPositionals: true }).values
  const stateDir = await mkdtemp(join(tmpdir(), 'invigil-bench-'))
  await chmod(stateDir, 0o755)
  const system = await start(stateDir, await freePort(), { flags: postgres ? ['--postgres'] : [] })

  const perSecond = new Map<string, number>()
  const rows = []
  for (const load of [...limits, ...operationsOf(system)]) {
    const measured = await measure(system.baseUrl, load)
    perSecond.set(load.name, measured.perSecond)
    rows.push({
      operation: load.name,
      'req/s': Math.round(measured.perSecond),
      'p50 ms': measured.p50,
      'p99 ms': measured.p99,
      failed: measured.failed,
      ratio: load.limit
        ? `${(measured.perSecond / (perSecond.get(load.limit) ?? 0)).toFixed(2)} of ${load.limit}`
        : '',
    })
  }
  console.table(rows)
  await end(system, 'SIGTERM')
  await rm(stateDir, { recursive: true })
}
