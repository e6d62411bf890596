// The counts of row_count while tokens are inserted and deleted and two crons add changes, on a real Postgres.
import { expect, test } from 'vitest'
import { sidFromUuid } from '../../../db/sid.ts'
import { prepare } from '../../../db/statement.ts'
import { addRowCountChanges, rowCountOf } from '../../../src/shared/row-count.ts'
import { rounds } from '../../support/rounds.ts'
import { id, sids } from '../../support/sql.ts'
import { readBeside, sqlClients } from '../../support/sql-clients.ts'

const turns = rounds({ quick: 10, all: 300 })
const family = id(20)
const connected =
  sqlClients(`insert into sts_family (sid, install_sid, credential_sid, holder_sid, token_type, resource,
    policy, install_epoch, credential_epoch, holder_epoch, absolute_expires_at)
  values ('${family}', '${sids.install}', '${sids.credential}', '${sids.credential}', 'api', '*', '{}', 0, 0, 0, now())`)

/** Inserts tokens, and deletes some of them. */
async function write(writer: number): Promise<void> {
  const client = await connected()
  for (let turn = 0; turn < turns; turn++) {
    const first = writer * 1_000_000 + turn * 10
    await client.query(`insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
      select uuidv7(), '${family}', n, sha256(n::text::bytea), now() from generate_series(${first}, ${first + 3}) n`)
    if (turn % 3 === 0)
      await client.query(`delete from sts_token where generation in (${first}, ${first + 2})`)
  }
}

async function addChanges(): Promise<void> {
  const client = await connected()
  const { text, params } = prepare(addRowCountChanges({}))
  for (let turn = 0; turn < turns; turn++) await client.query(text, params)
}

/** Reads the count and counts the rows in one snapshot, in some turns and as long as others write. */
async function read(
  isWriting = () => false,
): Promise<{ kept: number; inPeriods: number; counted: number }[]> {
  const client = await connected()
  const { text, params } = prepare(rowCountOf('sts_token')({ installSid: sidFromUuid('AI', sids.install) }))
  const seen = []
  for (let turn = 0; turn < turns || isWriting(); turn++) {
    const { rows } = await client.query(
      `select total as kept, (select count(*)::float8 from sts_token) as counted,
        (coalesce((select sum(total) from row_count_period), 0)
          + coalesce((select sum(change) from row_count_change where period_start is not null), 0))::float8 as "inPeriods"
      from (${text}) as counts`,
      params,
    )
    seen.push(...rows)
  }
  return seen
}

test(`the count of an install is the number of its tokens at any time, over ${turns} turns of six clients`, async () => {
  const seen = await readBeside([write(1), write(2), write(3), addChanges(), addChanges()], read)
  expect(seen.filter(({ kept, inPeriods, counted }) => kept !== counted || inPeriods !== counted)).toEqual([])
  expect(new Set(seen.map(({ counted }) => counted)).size).toBeGreaterThan(1)
  const [last] = (await read()).slice(-1)
  const left = 3 * (4 * turns - 2 * Math.ceil(turns / 3))
  expect(last).toEqual({ kept: left, inPeriods: left, counted: left })
}, 120_000)
