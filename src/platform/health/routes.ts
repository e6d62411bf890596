import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { noTable } from '../../../db/guard.ts'
import { openRoute } from '../env.ts'

const Health = z
  .object({
    status: z
      .literal('ok')
      .meta({ description: 'Whether the database responds; otherwise the response is 503.' }),
  })
  .meta({ id: 'Health' })

export const readHealth = openRoute({
  method: 'get',
  path: '/healthz',
  operationId: 'readHealth',
  tag: 'Health',
  summary: 'Get health',
  description: 'Responds with 200 when the database responds, and with 503 otherwise.',
  returns: Health,
  load: ({ db }) => ({ alive: db.select({ alive: sql<string>`1` }).from(noTable) }),
  handle: () => ({ status: 'ok' as const }),
})
