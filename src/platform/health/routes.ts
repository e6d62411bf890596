import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { noTable } from '../../../db/guard.ts'
import { openRoute } from '../env.ts'

const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })

export const readHealth = openRoute({
  method: 'get',
  path: '/healthz',
  tag: 'Health',
  summary: 'Read health',
  description: 'Answers 200 when the database answers, 503 when it does not.',
  returns: Health,
  load: ({ db }) => ({ alive: db.select({ alive: sql<string>`1` }).from(noTable) }),
  handle: () => ({ status: 'ok' as const }),
})
