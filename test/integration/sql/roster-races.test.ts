// A roster at the same time as the erasure of a person, on a real Postgres.
import { expect, test } from 'vitest'
import { id, sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'
import { someWait } from '../../support/waiting.ts'

const connected = sqlClients(`update users set sis_id = 'U';
  insert into users (sid, install_sid, first_name, last_name, email, sis_id)
  values ('${id(30)}', '${sids.install}', 'Eve', 'Late', 'eve@school.example', 'V');
  insert into section (sid, course_sid, install_sid, title, sis_id)
  values ('${id(31)}', '${sids.course}', '${sids.install}', 'Section', 'S')`)

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
  await someWait(admin, { called: 'apply_roster_users' })
  await admin.query('commit')
  expect((await applied).rows).toMatchObject([{ counts: { users: { created: 0, updated: 0 } } }])
  const { rows } = await admin.query(
    `select username, first_name, email, enabled from users where sid = $1`,
    [sids.users],
  )
  expect(rows).toEqual([{ username: null, first_name: '', email: '', enabled: false }])
})

test('enroll_roster_members that waits for the erasure of a person does not enroll the erased user', async () => {
  const [admin, roster] = [await connected(), await connected()]
  await admin.query('begin')
  await admin.query(`update users set erased_date = now() where sid = '${id(30)}'`)
  const applied =
    roster.query(`create temporary table roster_leaver (sid uuid); create temporary table roster_classless (sid uuid);
    select counts from apply_roster_enrollments('${sids.install}',
      '[{"class": "S", "person": "V", "gone": false, "role": "learner"}]', false)`)
  await someWait(admin, { called: 'apply_roster_enrollments' })
  await admin.query('commit')
  await applied
  const { rows } = await admin.query(`select status from enrollment where user_sid = '${id(30)}'`)
  expect(rows).toEqual([])
})
