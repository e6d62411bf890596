// What the import of a small delta reads in a large install.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../db/client.ts'
import { sidFromUuid } from '../../../db/sid.ts'
import { prepare } from '../../../db/statement.ts'
import { findRosterRoles } from '../../../src/proctoring/roster/queries.ts'
import type { EmbeddedPostgres } from '../../../tools/neon/embedded.ts'
import { migratedOn, startTestPostgres } from '../../support/postgres.ts'
import { id, scene, sids } from '../../support/sql.ts'

const count = 20_000
const course = id(65)

// Nothing is sent to this database: the server of this file executes the statements.
const db = connect('postgres://user:password@ep-local.example.com/db')
let server: EmbeddedPostgres | undefined
let client: pg.Client

/** People of an imported class of 200, of whom few have a membership or a role with an end. */
const largeInstall = `
  insert into course (sid, install_sid, title) values ('${course}', '${sids.install}', 'Course without exams');
  insert into users (sid, install_sid, first_name, last_name, email, sis_id, roster_roles)
    select ('00000000-0000-7000-8001-' || lpad(n::text, 12, '0'))::uuid, '${sids.install}', 'A', 'B', n || '@school.example', 'U' || n,
      '{"r": {"role": "learner"}}' from generate_series(1, ${count}) n;
  insert into section (sid, install_sid, course_sid, sis_id, title)
    select ('00000000-0000-7000-8002-' || lpad(n::text, 12, '0'))::uuid, '${sids.install}', '${course}', 'S' || n, 'Class'
    from generate_series(0, ${count / 200}) n;
  insert into enrollment (sid, install_sid, course_sid, user_sid)
    select ('00000000-0000-7000-8003-' || right(sid::text, 12))::uuid, install_sid, '${course}', sid from users where sis_id is not null;
  insert into enrollment_section (enrollment_sid, section_sid, role)
    select sid, ('00000000-0000-7000-8002-' || lpad((right(sid::text, 12)::int / 200)::text, 12, '0'))::uuid, 'learner'
    from enrollment where sid <> '${sids.enrollment}';
  update enrollment_section set end_date = '2020-01-01' where enrollment_sid::text like '%7777';
  update users set roster_roles = '{"r": {"role": "learner", "endDate": "2020-01-01"}}' where sis_id = 'U7777';`

beforeAll(async () => {
  server = await startTestPostgres()
  client = new pg.Client({ connectionString: migratedOn(server) })
  await client.connect()
  await client.query(scene)
  await client.query(largeInstall)
  await client.query('vacuum analyze')
}, 240_000)

afterAll(async () => {
  await client?.end()
  await server?.stop()
})

const readsOf = async (table: string): Promise<number> => {
  const { rows } = await client.query(
    'select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relname = $1',
    [table],
  )
  return rows[0]?.read ?? 0
}

/** The rows of a table that a statement reads, and its result. */
async function rowsRead(table: string, text: string, params: unknown[]) {
  await client.query('begin')
  // The reads of earlier statements can still be in the count.
  const before = await readsOf(table)
  const { rows } = await client.query(text, params)
  const read = (await readsOf(table)) - before
  await client.query('rollback')
  return { rows, read }
}

test('the import of one row reads the memberships that are over, and not the others', async () => {
  const none = { academicSessions: [], courses: [], classes: [], users: [] }
  const roster = { ...none, enrollments: [{ class: 'S1', person: 'U1', gone: false, role: 'learner' }] }
  const { rows, read } = await rowsRead(
    'enrollment_section',
    `select import_roster($1, $2, '[]', false) as result`,
    [sids.install, JSON.stringify(roster)],
  )
  expect(rows[0].result.counts.enrollments).toMatchObject({ deleted: 2 })
  expect(read).toBeLessThan(200)
})

test('the import of one row reads the users whose role is over, and not the others', async () => {
  const statement = findRosterRoles(db, sidFromUuid('AI', sids.install), {
    ...{ users: [], withChanging: true, today: '2026-01-01' },
  })
  const { text, params } = prepare(statement)
  const { rows, read } = await rowsRead('users', text, params)
  expect(rows).toHaveLength(1)
  expect(read).toBeLessThan(100)
})
