// What the bench runs as functions/sts.ts of its copy: the Worker of the token service, and a write with nothing around it.

import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import { together } from '../db/client.ts'
import { instant, sid } from '../db/columns.ts'
import { type Place, prepared } from '../db/prepared.ts'
import { newSid, type SidOf } from '../db/sid.ts'
import { apiGate } from '../src/shared/authority/gate.ts'
import { serve } from '../src/shared/serve.ts'
import { openRoute, readEnv } from '../src/sts/env.ts'
import { routes } from '../src/sts/index.ts'

/** One index and no reference: the least that a row costs which can be found again. */
const bareRow = pgTable('bare_row', { sid: sid('TR').primaryKey(), createdDate: instant().notNull() })

const insertRow = prepared((db, place: Place<{ sid: SidOf<'TR'> }>) =>
  db
    .insert(bareRow)
    .values({ sid: sql`${place('sid', bareRow.sid)}`, createdDate: sql`now()` })
    .returning(),
)

const path = '/v1/embeds/bare-rows'
const tag = 'Bench'
const Done = z.object({ status: z.literal('ok') }).meta({ id: 'Done' })

const makeTable = openRoute({
  ...{ method: 'put', path, tag, summary: 'Make the table' },
  returns: Done,
  handle: async ({ db }) => {
    await db.execute(
      sql`create table if not exists bare_row (sid uuid primary key, created_date timestamptz(3) not null)`,
    )
    return { status: 'ok' as const }
  },
})

/** The select of `/healthz`, then a second trip, which commits as the transactions of issue and refresh do. */
const writeRow = openRoute({
  ...{ method: 'post', path, tag, summary: 'Select, then write one row' },
  returns: Done,
  load: ({ db }) => ({ alive: db.select({ alive: sql<string>`1` }).from(sql`(select) as nothing`) }),
  handle: async ({ db }) => {
    await together(db, { written: insertRow(db, { sid: newSid('TR') }) })
    return { status: 'ok' as const }
  },
})

export default serve('sts', [...routes, makeTable, writeRow], readEnv, apiGate)
