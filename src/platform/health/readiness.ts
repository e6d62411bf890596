import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { newestMigration } from '../../../db/newest-migration.ts'
import { toProblem } from '../../shared/problems/failure.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { openRoute, type PlatformEnv } from '../env.ts'

const Readiness = z.object({ status: z.literal('ready') }).meta({ id: 'Readiness' })

export const readReadiness = openRoute({
  method: 'get',
  path: '/readyz',
  tag: 'Health',
  summary: 'Read readiness',
  description:
    'Answers 200 when all that serving takes is there, and 503 when it is not. The member `check` of `not_ready` says what is missing: `bindings` that are missing or not valid, `migrations` that have not been applied, or `keys` that do not fit together.',
  returns: Readiness,
  async handle({ db, env }) {
    await requireMigrations(db)
    await requireKeys(env)
    return { status: 'ready' as const }
  },
})

/** Where drizzle's migrator notes what it has applied. */
const appliedUntil = sql<{
  at: string | null
}>`select max(created_at) as at from drizzle.__drizzle_migrations`

async function requireMigrations(db: Database): Promise<void> {
  const { rows } = await db.execute<{ at: string | null }>(appliedUntil).catch(error => {
    const problem = toProblem(error)
    // The database answers, but that it has no such table.
    throw problem.code === 'internal' ? notReady('migrations', error) : problem
  })
  if (Number(rows[0]?.at) < newestMigration) throw notReady('migrations')
}

const type = 'readiness+jwt'

/** What the private key signs, a public one verifies. */
async function requireKeys({ sign, verify }: Pick<PlatformEnv, 'sign' | 'verify'>): Promise<void> {
  if (!(await verify(type, await sign(type, {}), {}))) throw notReady('keys')
}

const notReady = (check: 'migrations' | 'keys', cause?: unknown) =>
  new Problem('not_ready', `Not ready: ${check}.`, { members: { check }, cause })
