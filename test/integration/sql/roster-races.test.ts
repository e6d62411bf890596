// A roster at the same time as the erasure of a person, on a real Postgres.
import { expect, test } from 'vitest'
import { sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'

const connected = sqlClients(`update users set sis_id = 'U'`)

test('apply_roster_users that waits for the erasure of a person writes nothing to the erased user', async () => {
  const [admin, roster] = [await connected(), await connected()]
  await admin.query('begin')
  await admin.query(`update users set first_name = '', last_name = '', email = '', sis_id = null, enabled = false,
    erased_date = now() where sid = '${sids.users}'`)
  const row = {
    ...{ id: 'U', gone: false, line: 2, username: 'ada', first_name: 'Ada', last_name: 'Learner' },
    ...{ email: 'ada@school.example', enabled: true },
  }
  const applied = roster.query('select counts from apply_roster_users($1, $2, false)', [
    sids.install,
    JSON.stringify([row]),
  ])
  const waits = async () => {
    await admin.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await admin.query(`select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%apply_roster_users%' and datname = current_database()`)
    return rowCount
  }
  await expect.poll(waits, { timeout: 10_000, interval: 20 }).toBe(1)
  await admin.query('commit')
  expect((await applied).rows).toMatchObject([{ counts: { users: { created: 0, updated: 0 } } }])
  const { rows } = await admin.query('select username, first_name, email, enabled from users')
  expect(rows).toEqual([{ username: null, first_name: '', email: '', enabled: false }])
})
