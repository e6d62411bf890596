// Tokens for the list of tokens, inserted by SQL: issuing as many over the API takes many minutes.

import { join } from 'node:path'
import pg from 'pg'
import { uuidFromSid } from '../db/sid.ts'
import type { SizeName } from '../tools/demo-data/sizes.ts'
import { startEmbeddedPostgres } from '../tools/neon/embedded.ts'
import type { DataSet } from './data-set.ts'

/** The number of tokens of the largest install. L has six times as many as M, like the other lists. */
const counts: Record<SizeName, number> = { S: 3000, M: 300_000, L: 1_800_000 }

/** Expired tokens of one credential: families with one token each, a second apart. */
const tokens = `
  with family as (
    insert into sts_family (sid, install_sid, credential_sid, holder_sid, token_type, resource, policy, install_epoch,
      credential_epoch, holder_epoch, absolute_expires_at)
    select uuid_v7(), $1, c.sid, c.sid, 'api', '*', '{"version": "1", "statements": []}', 0, 0, 0, now()
    from (select sid from api_credential order by sid limit 1) c, generate_series(1, $2::int)
    returning sid
  )
  insert into sts_token (sid, install_sid, family_sid, generation, secret_hash, expires_at, created_date)
  select f.sid, $1, f.sid, 0, sha256(f.sid::text::bytea), now(), now() - row_number() over () * interval '1 second'
  from family f`

/** Inserts the missing tokens into the embedded Postgres of a state directory, which no system uses. */
export async function insertTokens(stateDir: string, { installs }: DataSet, size: SizeName): Promise<void> {
  const installSid = installs[0]?.sid
  if (installSid === undefined) throw new Error('The data set has no install.')
  const server = await startEmbeddedPostgres(join(stateDir, 'postgres'))
  const client = new pg.Client({ connectionString: server.url })
  try {
    await client.connect()
    await client.query('set statement_timeout = 0')
    const install = uuidFromSid(installSid)
    const { rows } = await client.query<{ present: number }>(
      'select count(*)::int as present from sts_token where install_sid = $1',
      [install],
    )
    const missing = counts[size] - (rows[0]?.present ?? 0)
    if (missing <= 0) return
    await client.query(tokens, [install, missing])
    await client.query('vacuum analyze sts_family, sts_token')
  } finally {
    await client.end()
    await server.stop()
  }
}
