// Locks of the courses of a person who is being enrolled, on a real Postgres.
import { expect, test } from 'vitest'
import { id, sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'
import { someWait } from '../../support/waiting.ts'

const later = id(20)
const connected = sqlClients(
  `insert into course (sid, install_sid, title) values ('${later}', '${sids.install}', 'Later')`,
)

test('lock_courses_of also locks the course in which a person is enrolled while it waits for another one', async () => {
  const [holder, locking, enrolling] = [await connected(), await connected(), await connected()]
  await holder.query('begin')
  await holder.query('select from course where sid = $1 for update', [sids.course])
  await locking.query('begin')
  const locked = locking.query('select lock_courses_of(array[$1::uuid])', [sids.users])
  await someWait(holder, { called: 'lock_courses_of' })
  await enrolling.query(
    'insert into enrollment (sid, install_sid, course_sid, user_sid) values ($1, $2, $3, $4)',
    [id(21), ...[sids.install, later, sids.users]],
  )
  await holder.query('commit')
  await locked
  const another = (table: string, sid: string) =>
    enrolling.query(`select from ${table} where sid = $1 for no key update nowait`, [sid])
  const refused = 'could not obtain lock'
  await expect(another('course', sids.course)).rejects.toThrow(refused)
  await expect(another('course', later)).rejects.toThrow(refused)
  await expect(another('users', sids.users)).rejects.toThrow(refused)
  await locking.query('rollback')
})
