import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { openRoute } from '../env.ts'

const Health = z
  .object({
    status: z
      .literal('ok')
      .meta({ description: 'Whether the database responds; otherwise the response is 503.' }),
  })
  .meta({ id: 'Health' })

/** A database that does not respond within 10 s is reported, though requests wait longer for it. */
export const probeTimeoutMs = 9_000

export const readHealth = openRoute({
  method: 'get',
  path: '/healthz',
  operationId: 'readHealth',
  tag: 'Health',
  summary: 'Get health',
  description: 'Responds with 200 when the database responds, and with 503 otherwise.',
  returns: Health,
  statementTimeoutMs: () => probeTimeoutMs,
  async handle({ db }) {
    await batch(db, { alive: db.select({ alive: sql<string>`1` }).from(noTable) })
    return { status: 'ok' as const }
  },
})
