import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { batch, type Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { newestMigration, sqlSet } from '../../../db/schema-version.ts'
import { toProblem } from '../../shared/problems/failure.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { openRoute, type PlatformEnv } from '../env.ts'
import { openProbe, probeText } from '../sealing/probe.ts'
import { probeTimeoutMs } from './routes.ts'

const Readiness = z
  .object({
    status: z
      .literal('ready')
      .meta({ description: 'Whether the system can serve requests; otherwise the response is 503.' }),
  })
  .meta({ id: 'Readiness' })

export const readReadiness = openRoute({
  method: 'get',
  path: '/readyz',
  operationId: 'readReadiness',
  tag: 'Health',
  summary: 'Get readiness',
  description:
    'Responds with 200 when everything needed to serve is in place, and with 503 otherwise. The member `check` of `not_ready` contains the failed check: `bindings` that are missing or invalid, `migrations`, functions or views that have not been applied, `keys` that do not match each other, a `sealing_key` that is not the key of the database, or `storage` that is full.',
  returns: Readiness,
  statementTimeoutMs: () => probeTimeoutMs,
  async handle({ db, env }) {
    const { probe } = await requireDatabase(db)
    await requireKeys(env)
    await requireSealingKey(env, probe)
    return { status: 'ready' as const }
  },
})

type Applied = {
  /** The time of the newest applied migration. */
  until: string | null
  /** The hash of the applied set of functions, views and triggers, and the time of its last change. */
  hash: string | null
  writtenAt: string | null
  /** The probe of the sealing key. */
  probe: string | null
}

/** Reads the records of the migrator (tools/migrator/migrate.ts), and the probe. */
const applied = sql<Applied>`select max(created_at) as until,
  (select hash from drizzle.__sql_set) as hash, (select written_at from drizzle.__sql_set) as "writtenAt",
  ${probeText} as probe
  from drizzle.__drizzle_migrations`

/** Returns more rows than fit into `work_mem`, so that Postgres writes a temporary file, which fails if the disk is full. */
export const spilled = sql`select count(*) from generate_series(1, 8192)`

async function requireDatabase(db: Database): Promise<Applied> {
  const work = {
    memory: db.select({ set: sql<string>`set_config('work_mem', '64kB', true)` }).from(noTable),
    spilled: db.select({ count: sql<number>`(${spilled})` }).from(noTable),
    applied: db
      .select({
        until: sql<string | null>`until`,
        hash: sql<string | null>`hash`,
        writtenAt: sql<string | null>`"writtenAt"`,
        probe: sql<string | null>`probe`,
      })
      .from(sql`(${applied}) as applied`),
  }
  const { applied: rows } = await batch(db, work).catch(error => {
    const problem = toProblem(error)
    if (problem.code === 'storage_full') throw notReady('storage', error)
    // The database was reached, and has no such table.
    throw problem.code === 'internal' ? notReady('migrations', error) : problem
  })
  const [row] = rows
  if (!(row && isUpToDate(row))) throw notReady('migrations')
  return row
}

/**
 * Returns whether this build can use the database. A database that a newer build has migrated is accepted, because it
 * is migrated before the Workers are deployed.
 */
const isUpToDate = ({ until, hash, writtenAt }: Applied): boolean =>
  Number(until) >= newestMigration && (hash === sqlSet.hash || Number(writtenAt) > sqlSet.writtenAt)

const type = 'readiness+jwt'

/** Checks that a public key verifies a signature of the private key. */
async function requireKeys({ sign, verify }: Pick<PlatformEnv, 'sign' | 'verify'>): Promise<void> {
  if (!(await verify(type, await sign(type, {}), {}))) throw notReady('keys')
}

async function requireSealingKey(
  { sealed }: Pick<PlatformEnv, 'sealed'>,
  probe: string | null,
): Promise<void> {
  if (probe === null) return // the scheduled job stores it
  await openProbe(sealed, probe).catch(cause => {
    throw notReady('sealing_key', cause)
  })
}

const notReady = (check: 'migrations' | 'keys' | 'sealing_key' | 'storage', cause?: unknown) =>
  new Problem('not_ready', `Not ready: ${check}.`, { members: { check }, cause })
