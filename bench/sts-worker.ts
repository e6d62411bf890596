// Replaces functions/sts.ts in the bench's copy of the project: the Worker of the token service with the baseline routes.

import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import { batch, type Database } from '../db/client.ts'
import { instant, sid } from '../db/columns.ts'
import { noTable } from '../db/guard.ts'
import { prepared } from '../db/prepared.ts'
import { stsEvent, stsToken } from '../db/schema/sts.ts'
import { newSid } from '../db/sid.ts'
import { sqlStatement, value } from '../db/sql-statement.ts'
import { apiAuthenticator } from '../src/shared/auth/authenticator.ts'
import { serve } from '../src/shared/http/serve.ts'
import { firstOr404 } from '../src/shared/problems/problem.ts'
import { Sid } from '../src/shared/values/sid.ts'
import { openRoute, readEnv } from '../src/sts/env.ts'
import { routes } from '../src/sts/index.ts'
import { elementPolicy } from '../src/sts/policies/element.ts'

/** One index and no reference: the minimum cost of a row that can be looked up. */
const bareRow = pgTable('bare_row', { sid: sid('TR').primaryKey(), createdDate: instant().notNull() })

const insertRow = prepared({ sid: bareRow.sid }, (db, { sid }) =>
  db
    .insert(bareRow)
    .values({ sid: sql`${sid}`, createdDate: sql`now()` })
    .returning(),
)

/** The writes of a refresh, in tables of the same columns and keys, without checks and foreign keys. */
const insertRefresh = sqlStatement(
  {
    parameters: {
      familySid: stsToken.sid,
      tokenSid: stsToken.sid,
      secretHash: stsToken.secretHash,
      recordSid: stsEvent.sid,
    },
    row: { generation: value<number>() },
  },
  p => sql`
    with family as (
      update bare_family set generation = generation + 1 where sid = ${p.familySid}
      returning sid, install_sid, credential_sid, holder_sid, target_user_sid, generation
    ),
    token as (
      insert into bare_token (sid, family_sid, generation, secret_hash, expires_at, created_date)
      select ${p.tokenSid}, sid, generation, ${p.secretHash}, now(), now() from family
    ),
    record as (
      insert into bare_event
        (sid, install_sid, event, token_sid, family_sid, target_user_sid, credential_sid, actor_sid, created_date)
      select ${p.recordSid}, install_sid, 'refreshed', sid, sid, target_user_sid, credential_sid, holder_sid, now()
      from family
    )
    select generation from family`,
)

const policy = elementPolicy('exam-session', {
  installSid: `AI${'0'.repeat(32)}`,
  targetUserSid: `US${'0'.repeat(32)}`,
  resource: '*',
})

/** More than there are connections: each connection refreshes another family. */
const families = 64

const createTables = [
  sql`create table if not exists bare_row (sid uuid primary key, created_date timestamptz(3) not null)`,
  sql`create table if not exists bare_family (like sts_family including indexes including defaults)`,
  sql`create table if not exists bare_token (like sts_token including indexes)`,
  sql`create table if not exists bare_event (like sts_event including indexes)`,
  sql`insert into bare_family (sid, install_sid, credential_sid, holder_sid, target_user_sid, token_type, element_type,
      resource, policy, install_epoch, credential_epoch, holder_epoch, user_epoch, absolute_expires_at)
    select family, family, family, family, family, 'element', 'exam-session', '*', ${JSON.stringify(policy)}, 0, 0, 0, 0, now()
    from generate_series(1, ${families}) number, cast(lpad(to_hex(number), 32, '0') as uuid) family
    on conflict do nothing`,
]

const path = '/v1/embeds/bare-rows'
const tag = 'Bench'
const Done = z.object({ status: z.literal('ok') }).meta({ id: 'Done' })

const createRows = openRoute({
  ...{ method: 'put', path, operationId: 'createTables', tag, summary: 'Create the tables' },
  returns: Done,
  handle: async ({ db }) => {
    for (const statement of createTables) await db.execute(statement)
    return { status: 'ok' as const }
  },
})

const selectNothing = ({ db }: { db: Database }) => ({
  alive: db.select({ alive: sql<string>`1` }).from(noTable),
})

/** The select of `/healthz`, then a second round trip that commits, like the transactions of issue and refresh. */
const writeRow = openRoute({
  ...{ method: 'post', path, operationId: 'writeRow', tag, summary: 'Select, then write one row' },
  returns: Done,
  load: selectNothing,
  handle: async ({ db }) => {
    await batch(db, { written: insertRow(db, { sid: newSid('TR') }) })
    return { status: 'ok' as const }
  },
})

const secretHash = () => randomBytes(32).toString('hex')

const writeRefresh = openRoute({
  ...{
    method: 'post',
    path: `${path}/{familySid}`,
    operationId: 'writeRefresh',
    tag,
    summary: 'Select, then write the rows of a refresh',
  },
  params: z.strictObject({ familySid: Sid('TA') }),
  returns: Done,
  load: selectNothing,
  handle: async ({ db, params }) => {
    const sids = { tokenSid: newSid('TA'), recordSid: newSid('TR') }
    const { written } = await batch(db, {
      written: insertRefresh({ ...params, ...sids, secretHash: secretHash() }),
    })
    firstOr404(written)
    return { status: 'ok' as const }
  },
})

export default serve('sts', [...routes, createRows, writeRow, writeRefresh], readEnv, apiAuthenticator)
