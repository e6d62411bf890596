// The exam list and the audit report of many exams: each page and each total are those of a plain query, and a page near the start
// reads few exams.
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../db/client.ts'
import { sidFromUuid } from '../../../../db/sid.ts'
import { prepare, type Statement } from '../../../../db/statement.ts'
import { readAudit } from '../../../../src/proctoring/reports/audit.ts'
import { readExamList } from '../../../../src/proctoring/reports/exam-list.ts'
import { emptyScope } from '../../../../src/shared/auth/caller-scope.ts'
import { addRowCountChanges } from '../../../../src/shared/row-count.ts'
import { nodesOf, outline, rowsRead } from '../../../support/plan.ts'
import { migratedDatabase } from '../../../support/postgres.ts'
import { id, scene, sids } from '../../../support/sql.ts'

// Nothing is sent to this database: the client of this file executes the statements.
const db = connect('postgres://user:password@ep-local.example.com/db')
const [other, unlinked, proctor] = [id(30), id(31), id(32)]
let client: pg.Client

/**
 * 400 courses of three installs, of which one is not linked to the proctor account, with few different titles. Each twentieth is
 * deleted, but not its exams. Each has five exams, and each seventh exam is deleted.
 */
const manyExams = `
  insert into install (sid, account_sid, application_sid, name) values
    ('${other}', '${sids.account}', '${sids.application}', 'Other'), ('${unlinked}', '${sids.account}', '${sids.application}', 'Unlinked');
  insert into proctor_account (sid, account_sid, name) values ('${proctor}', '${sids.account}', 'Proctors');
  insert into proctor_account_install (proctor_sid, install_sid) values ('${proctor}', '${sids.install}'), ('${proctor}', '${other}');
  insert into course (sid, install_sid, title, deleted_date)
    select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, (array['${sids.install}', '${other}', '${unlinked}']::uuid[])[1 + n % 3],
      (array['Zoë', 'zoe', 'Algebra', 'ALGEBRA', 'Ökologie'])[1 + n % 5] || n * 7 % 40, case n % 20 when 0 then now() end
    from generate_series(1, 400) n;
  insert into exam (sid, install_sid, course_sid, title, type, status, created_date)
    select uuid_v7(), c.install_sid, c.sid, (array['Midterm', 'final', 'Final', 'Écrit', 'Test'])[k], case k when 2 then 'Written' else 'Online' end,
      case row_number() over (order by c.sid, k) % 7 when 0 then 'deleted' else 'active' end, now() - k * interval '1 hour'
    from course c, generate_series(1, 5) k where c.sid <> '${sids.course}';
  insert into exam_configuration (sid, install_sid, exam_sid, type, approved, duration, created_date)
    select uuid_v7(), install_sid, sid, 'primary', true, 60, created_date - interval '1 day' from exam where sid <> '${sids.exam}'`

beforeAll(async () => {
  client = new pg.Client({ connectionString: await migratedDatabase() })
  await client.connect()
  await client.query(scene)
  await client.query(manyExams)
  const added = prepare(addRowCountChanges({}))
  await client.query(added.text, added.params)
  // Not added to the kept numbers yet.
  await client.query(
    `update exam set status = 'deleted' where title = 'Test' and created_date < now() - interval '4 hours' and sid::text like '%a'`,
  )
  await client.query('vacuum analyze')
}, 120_000)
afterAll(() => client?.end())

const scope = { ...emptyScope, includesInstall: sql`true` }
const input = { db, body: undefined, header: () => undefined, callerScope: scope }

const statements = {
  examList: (query: object) =>
    readExamList.load?.({
      ...{ ...input, params: { proctorSid: sidFromUuid('PA', proctor) } },
      query: readExamList.query?.parse(query) ?? {},
    }),
  audit: (query: object) =>
    readAudit.load?.({
      ...{ ...input, params: { installSid: sidFromUuid('AI', sids.install) } },
      query: readAudit.query?.parse(query) ?? {},
    }),
}
type Report = keyof typeof statements

const statementOf = (report: Report, query: object, part: 'rows' | 'counted'): Statement => {
  const statement = Object.entries(statements[report](query) ?? {}).find(([name]) => name === part)?.[1]
  if (!statement || Array.isArray(statement)) throw new Error(`${report} has no ${part}.`)
  return statement as Statement
}

async function run(statement: Statement): Promise<unknown[][]> {
  const { text, params } = prepare(statement)
  return (await client.query({ text, values: params, rowMode: 'array' })).rows
}

const planOf = async (statement: Statement) => {
  const { text, params } = prepare(statement)
  const { rows } = await client.query(`explain (analyze, format json) ${text}`, params)
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}

const titles = {
  accountName: `name_key('Account')`,
  courseTitle: 'name_key(c.title)',
  examTitle: 'name_key(x.title)',
  createdDate: 'x.created_date',
}

/** The sids of all rows of a report in an order. */
async function allOf(report: Report, keys: string[], direction: string): Promise<unknown[]> {
  const by = (columns: string[]) => columns.map(column => `${column} ${direction}`).join(', ')
  const text = {
    examList: `select x.sid from exam x join course c on c.sid = x.course_sid
      where c.install_sid in ('${sids.install}', '${other}') and c.deleted_date is null and x.status <> 'deleted'
      order by ${by([...keys.map(key => titles[key as keyof typeof titles]), 'x.sid'])}`,
    audit: `select f.sid from exam_configuration f join exam x on x.sid = f.exam_sid
      where f.install_sid = '${sids.install}' and x.type = 'Written' and x.status <> 'deleted' order by ${by(['f.created_date', 'f.sid'])}`,
  }[report]
  return (await client.query({ text, rowMode: 'array' })).rows.flat()
}

const defaults = { examList: ['accountName', 'courseTitle', 'examTitle'], audit: ['createdDate'] }
const cases: [Report, string[] | undefined, 'ASC' | 'DESC'][] = [
  ['examList', undefined, 'ASC'],
  ['examList', undefined, 'DESC'],
  ['examList', ['examTitle', 'courseTitle'], 'ASC'],
  ['examList', ['createdDate'], 'DESC'],
  ['audit', undefined, 'ASC'],
  ['audit', undefined, 'DESC'],
]

test.each(cases)(
  '%s by %j %s: each page is a part of all rows, and the total is their number',
  async (report, sortKeys, sortOrder) => {
    const all = await allOf(report, sortKeys ?? defaults[report], sortOrder)
    expect(all.length).toBeGreaterThan(100)
    for (const offset of [0, 3, 100, all.length - 10, 990, 1000, 1100].filter(at => at < all.length)) {
      const query = { ...(sortKeys && { sortKeys }), sortOrder, offset: String(offset), limit: '25' }
      const page = (await run(statementOf(report, query, 'rows'))).map(([sid]) => sid)
      expect(page, `${offset}`).toEqual(all.slice(offset, offset + 25))
      expect(await run(statementOf(report, query, 'counted')), `${offset}`).toEqual([[all.length]])
    }
  },
)

test('the first page of the exam list, and its total, read few exams', async () => {
  const page = await planOf(statementOf('examList', {}, 'rows'))
  expect(rowsRead(page, 'exam'), outline(page)).toBeLessThanOrEqual(150)
  const total = await planOf(statementOf('examList', {}, 'counted'))
  expect(rowsRead(total, 'exam'), outline(total)).toBeLessThanOrEqual(100)
})

test('the total of the audit report reads the configurations of written exams only', async () => {
  const plan = await planOf(statementOf('audit', {}, 'counted'))
  expect(
    plan.map(node => node['Index Name']),
    outline(plan),
  ).toContain('exam_written')
  const [count = 0] = await run(statementOf('audit', {}, 'counted')).then(([row]) => row as number[])
  const read = plan.filter(node => node['Relation Name'] === 'exam_configuration')
  const rows = read.map(node => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1))
  expect(Math.max(...rows), outline(plan)).toBeLessThanOrEqual(count)
})
