// Changes of configurations at the same time as their lock, on a real Postgres.
import { expect, test } from 'vitest'
import { sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'
import { someWait } from '../../support/waiting.ts'

const connected = sqlClients()

test('change_configurations waits for a lock that is being set, and then refuses the change', async () => {
  const [admin, instructor] = [await connected(), await connected()]
  await admin.query('begin')
  await admin.query('update exam_configuration set locked = true where sid = $1', [sids.configuration])
  const changed = instructor
    .query(`select change_configurations($1, array[$2]::uuid[], '{}', false, true)`, [
      sids.install,
      sids.exam,
    ])
    .then(
      () => 'changed',
      (error: Error) => error.message,
    )
  await someWait(admin, { called: 'change_configurations' })
  await admin.query('commit')
  expect(await changed).toBe('edited_meanwhile')
  const { rows } = await admin.query('select approved from exam_configuration where sid = $1', [
    sids.configuration,
  ])
  expect(rows).toEqual([{ approved: true }])
})
