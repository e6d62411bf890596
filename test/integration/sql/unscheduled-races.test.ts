// The report of unscheduled learners while transactions change its tables and two crons apply marks, on a real Postgres.
import { expect, test } from 'vitest'
import { rounds } from '../../support/rounds.ts'
import { id, sids } from '../../support/sql.ts'
import { readBeside, sqlClients } from '../../support/sql-clients.ts'
import { definedLearners, listedRows, reportedLearners } from '../../support/unscheduled.ts'

const turns = rounds({ quick: 10, all: 300 })
const learners = 6
const install = `'${sids.install}'`
const other = id(100)

const connectedClient = sqlClients(`
  insert into course (sid, install_sid, title) values ('${other}', ${install}, 'Other');
  insert into exam (sid, install_sid, course_sid, title) values ('${other}', ${install}, '${other}', 'Other');
  insert into exam_configuration (sid, install_sid, exam_sid, type, approved)
    values ('${other}', ${install}, '${other}', 'primary', true);
  insert into users (sid, install_sid, first_name, last_name, email)
    select ('00000000-0000-7000-8000-0000000002' || lpad(n::text, 2, '0'))::uuid, ${install}, 'A', 'B', n || '@school.example'
    from generate_series(1, ${learners}) n;
  insert into enrollment (sid, install_sid, course_sid, user_sid)
    select uuid_v7(), ${install}, c.sid, u.sid from users u, course c on conflict do nothing`)

async function connected() {
  const client = await connectedClient()
  const rows = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
  return { client, rows }
}

/** Statements that change who is unscheduled. Each client writes the learners in another order. */
const writes = [
  `update enrollment set status = case when status = 'active' then 'withdrawn' else 'active' end where sid = $1`,
  `insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, status)
    select uuid_v7(), e.install_sid, e.course_sid, x.sid, e.sid, e.user_sid, 'key', 'Scheduled'
    from enrollment e join exam x on x.course_sid = e.course_sid where e.sid = $1 on conflict do nothing`,
  `update exam_session set status = 'Closed', cancelled_date = now() where enrollment_sid = $1 and status <> 'Closed'`,
  `update exam x set status = case when x.status = 'active' then 'draft' else 'active' end
    from enrollment e where e.sid = $1 and x.course_sid = e.course_sid`,
]

/** Writes in transactions of two statements, with a pause that lets marks be applied before the end. */
async function write(writer: number): Promise<void> {
  const { client, rows } = await connected()
  const course = writer % 2 === 0 ? sids.course : other
  const enrollments = await rows('select sid from enrollment where course_sid = $1 order by sid', [course])
  for (let turn = 0; turn < turns; turn++) {
    const { sid } = enrollments[(turn * 5 + writer) % enrollments.length] ?? {}
    await client.query('begin')
    // As every operation: the course is locked first.
    await client.query('select from course where sid = $1 for no key update', [course])
    await client.query(writes[turn % writes.length] ?? '', [sid])
    await client.query('select pg_sleep(0.005)')
    await client.query(writes[(turn + writer) % writes.length] ?? '', [sid])
    await client.query('commit')
  }
}

async function applyMarks(): Promise<void> {
  const { client } = await connected()
  for (let turn = 0; turn < turns * 2; turn++)
    await client.query('select apply_unscheduled_marks(3), pg_sleep(0.005)')
}

/** Reads the report and its definition in one snapshot, in some turns and as long as others write. */
async function read(
  isWriting: () => boolean,
): Promise<{ total: unknown; sids: unknown[]; defined: unknown[] }[]> {
  const { client, rows } = await connected()
  const seen = []
  for (let turn = 0; turn < turns * 2 || isWriting(); turn++) {
    await client.query('begin isolation level repeatable read')
    seen.push({ ...(await reportedLearners({ rows })), defined: await definedLearners({ rows }) })
    await client.query('commit')
  }
  return seen
}

test(`the report equals its definition in every snapshot, over ${turns} turns of seven clients`, async () => {
  const seen = await readBeside([...[0, 1, 2, 3].map(write), applyMarks(), applyMarks()], read)
  expect(seen.filter(({ total, defined }) => total !== defined.length)).toEqual([])
  expect(seen.filter(({ sids: of, defined }) => String(of) !== String(defined))).toEqual([])
  expect(new Set(seen.map(({ total }) => total)).size).toBeGreaterThan(2)
  const { client, rows } = await connected()
  await client.query('select apply_unscheduled_marks(100000)')
  const { listed, defined } = await listedRows({ rows })
  expect(listed).toEqual(defined)
}, 120_000)
