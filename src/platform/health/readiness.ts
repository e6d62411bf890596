import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { newestMigration, sqlSet } from '../../../db/schema-version.ts'
import { toProblem } from '../../shared/problems/failure.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { openRoute, type PlatformEnv } from '../env.ts'

const Readiness = z.object({ status: z.literal('ready') }).meta({ id: 'Readiness' })

export const readReadiness = openRoute({
  method: 'get',
  path: '/readyz',
  operationId: 'readReadiness',
  tag: 'Health',
  summary: 'Get readiness',
  description:
    'Responds with 200 when everything needed to serve is in place, and with 503 otherwise. The member `check` of `not_ready` contains the failed check: `bindings` that are missing or invalid, `migrations`, functions or views that have not been applied, or `keys` that do not match each other.',
  returns: Readiness,
  async handle({ db, env }) {
    await requireMigrations(db)
    await requireKeys(env)
    return { status: 'ready' as const }
  },
})

type Applied = {
  /** The time of the newest applied migration. */
  until: string | null
  /** The hash of the applied set of functions, views and triggers, and the time of its last change. */
  hash: string | null
  writtenAt: string | null
}

/** Reads what the migrator has recorded (tools/migrator/migrate.ts). */
const applied = sql<Applied>`select max(created_at) as until,
  (select hash from drizzle.__sql_set) as hash, (select written_at from drizzle.__sql_set) as "writtenAt"
  from drizzle.__drizzle_migrations`

async function requireMigrations(db: Database): Promise<void> {
  const { rows } = await db.execute<Applied>(applied).catch(error => {
    const problem = toProblem(error)
    // The database was reached, and has no such table.
    throw problem.code === 'internal' ? notReady('migrations', error) : problem
  })
  if (!(rows[0] && isUpToDate(rows[0]))) throw notReady('migrations')
}

/**
 * Returns whether this build can use the database. A database that a newer build has migrated is accepted, because it is
 * migrated before the Workers are deployed.
 */
const isUpToDate = ({ until, hash, writtenAt }: Applied): boolean =>
  Number(until) >= newestMigration && (hash === sqlSet.hash || Number(writtenAt) > sqlSet.writtenAt)

const type = 'readiness+jwt'

/** Checks that a public key verifies a signature of the private key. */
async function requireKeys({ sign, verify }: Pick<PlatformEnv, 'sign' | 'verify'>): Promise<void> {
  if (!(await verify(type, await sign(type, {}), {}))) throw notReady('keys')
}

const notReady = (check: 'migrations' | 'keys', cause?: unknown) =>
  new Problem('not_ready', `Not ready: ${check}.`, { members: { check }, cause })
