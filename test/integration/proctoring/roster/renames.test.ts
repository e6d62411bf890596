// A chain of renames of which the last is refused, on a real Postgres.
import pg from 'pg'
import { expect, test } from 'vitest'
import { uuidFromSid } from '../../../../db/sid.ts'
import { heldStack } from '../../../support/held.ts'
import { urlOf } from '../../../support/postgres.ts'
import { makeWorld } from '../../../support/world.ts'

const held = heldStack()
const users = 2000

test('a chain of renames whose last username is taken is refused without reading all rows for each of them', async () => {
  const { stack } = held()
  const world = await makeWorld(stack)
  await world.user({ username: `user-${users + 1}` })
  const install = uuidFromSid(world.installSid)
  const client = new pg.Client({ connectionString: await urlOf(stack) })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into users (sid, install_sid, first_name, last_name, email, username, sis_id)
      select uuid_v7(), $1, 'Ada', 'Lovelace', 'ada@school.example', 'user-' || n, 'user-' || n
      from generate_series(1, $2::int) n`,
      [install, users],
    )
    await client.query(
      `select stage_roster_users($1, (select jsonb_agg(jsonb_build_object(
        'id', 'user-' || n, 'gone', false, 'line', n, 'username', 'user-' || n + 1))
      from generate_series(1, $2::int) n))`,
      [install, users],
    )
    const faults = await client.query('select fault, count(*)::int from roster_user group by fault')
    expect(faults.rows).toEqual([{ fault: 'username_taken', count: users }])
    const { rows } = await client.query(
      `select seq_tup_read + coalesce(idx_tup_fetch, 0) < $1 as few from pg_stat_xact_user_tables where relname = 'roster_held'`,
      [10 * users],
    )
    expect(rows).toEqual([{ few: true }])
  } finally {
    await client.end()
  }
})
