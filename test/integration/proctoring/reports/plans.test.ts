// Reports and lists of sessions at the size of a university: Postgres must find sessions by an index, not by a sequential scan.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../db/client.ts'
import { sidFromUuid } from '../../../../db/sid.ts'
import { prepare } from '../../../../db/statement.ts'
import { routes } from '../../../../src/proctoring/index.ts'
import { countAppointments } from '../../../../src/proctoring/reports/volume-sql.ts'
import { addAppointmentChanges } from '../../../../src/shared/appointment-volume.ts'
import { callerScopeOf, emptyScope } from '../../../../src/shared/auth/caller-scope.ts'
import { dataSet } from '../../../../tools/demo-data/data-set.ts'
import { load } from '../../../../tools/demo-data/load.ts'
import { newTenant } from '../../../../tools/ops/tenant.ts'
import { migratedDatabase } from '../../../support/postgres.ts'
import { rounds } from '../../../support/rounds.ts'

type Route = (typeof routes)[number]
type Query = Record<string, string>
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  Plans?: Node[]
}

const lists = ['sp:ListEnrollmentSessions', 'sp:ListSessions']
const held = routes.filter(({ tag, action }) => tag === 'Reports' || lists.includes(action ?? ''))

// Today, because open exams are determined by the clock of the database.
const reference = new Date(new Date().setUTCHours(0, 0, 0, 0))
const day = (offset: number) => new Date(reference.getTime() + offset * 24 * 60 * 60 * 1000).toISOString()
const ranges = { 'a month': [day(-30), day(0)], 'a year': [day(-365), day(0)] } as const

const pairs = [
  ['examWindowStart', 'examWindowEnd'],
  ['examOpenDate', 'examCloseDate'],
  ['eventWindowStart', 'eventWindowEnd'],
  ['appointmentDateAfter', 'appointmentDateBefore'],
] as const

/** A value for each filter that is neither a date nor an enumeration: all of the busiest exam that has an event. */
const values = `
  select i.sid "installSid", p.proctor_sid "proctorSid", c.course_offering_sid "courseOfferingSid", c.sid "courseSid",
    x.sid "examSid", s.enrollment_sid "enrollmentSid", s.user_sid "userSid", e.sid "eventSid",
    e.event_type_sid "eventTypeSid", c.title "courseTitle", c.code "courseCode", x.title "examTitle",
    u.first_name "firstName", u.last_name "lastName", u.email "email", u.first_name "studentFirstName",
    u.last_name "studentLastName", u.email "studentEmail", t.first_name "instructorFirstName",
    t.last_name "instructorLastName", 'Europe/London' "timeZone"
  from install i
  join proctor_account_install p on p.install_sid = i.sid
  join exam_session s on s.install_sid = i.sid
  join session_event e on e.session_sid = s.sid
  join exam x on x.sid = s.exam_sid
  join course c on c.sid = s.course_sid and c.course_offering_sid is not null
  join users u on u.sid = s.user_sid
  join enrollment n on n.course_sid = c.sid and n.role = 'instructor'
  join users t on t.sid = n.user_sid
  where i.sid = (select install_sid from enrollment group by 1 order by count(*) desc limit 1)
  order by (select count(*) from exam_session o where o.exam_sid = x.sid) desc, e.sid
  limit 1`

const prefixes = {
  installSid: 'AI',
  proctorSid: 'PA',
  courseOfferingSid: 'CO',
  courseSid: 'CU',
  examSid: 'EX',
  enrollmentSid: 'EN',
  userSid: 'US',
  eventSid: 'ER',
  eventTypeSid: 'ET',
} as const

/** The enumeration of a query member; none for other members and for absent ones. */
const wordsOf = ({ query }: Route, name: string): string[] =>
  query
    ?.safeParse({ [name]: 'no such word' })
    .error?.issues.flatMap(issue => (issue.code === 'invalid_value' ? issue.values.map(String) : [])) ?? []

type Case = { title: string; route: Route; query(named: Query): Query }

const page = ['offset', 'limit', 'sortKeys', 'sortOrder']

function casesOf(route: Route): Case[] {
  const takes = Object.keys(route.query?.shape ?? {})
  const given = (how: string, query: Query | Case['query']): Case => ({
    title: `${route.summary} ${how} does not go through all sessions`,
    route,
    query: typeof query === 'function' ? query : () => query,
  })
  const filters = takes.filter(name => !page.includes(name))
  const dates = pairs.filter(([from]) => takes.includes(from))
  const fromAny = (name: string): Case[] => {
    const words = wordsOf(route, name)
    if (words.length > 0) return words.map(word => given(`with ${name} ${word}`, { [name]: word }))
    if (!dates.flat().some(date => date === name))
      return [given(`with one ${name}`, named => ({ [name]: valueFor(named, name) }))]
    const alone = { [name]: day(-30) }
    return route.query?.safeParse(alone).success ? [given(`with ${name} alone`, alone)] : []
  }
  return [
    given('without a filter', {}),
    ...(takes.includes('offset') ? [given('at a deep offset', { offset: '100000' })] : []),
    ...wordsOf(route, 'sortKeys').flatMap(sortKeys =>
      ['ASC', 'DESC'].map(sortOrder => given(`by ${sortKeys} ${sortOrder}`, { sortKeys, sortOrder })),
    ),
    ...filters.flatMap(fromAny),
    ...dates.flatMap(([from, to]) =>
      Object.entries(ranges).map(([range, [start, end]]) =>
        given(`with ${from} and ${to} over ${range}`, { [from]: start, [to]: end }),
      ),
    ),
  ]
}

function valueFor(named: Query, name: string): string {
  const value = named[name]
  if (value === undefined) throw new Error(`Give the filter ${name} a value in this file.`)
  return value
}

/** The nodes of a plan, one per line. */
const outline = (node: Node, depth = 0): string[] => {
  const { 'Node Type': type, 'Relation Name': relation, 'Index Name': index, Plans = [] } = node
  const line = [type, index && `using ${index}`, relation && `on ${relation}`].filter(Boolean).join(' ')
  return ['  '.repeat(depth) + line, ...Plans.flatMap(inner => outline(inner, depth + 1))]
}

const goesThroughSessions = (line: string) => line.endsWith('Seq Scan on exam_session')

/** `npm test` loads a small school: there Postgres may scan all sessions only if no index serves the statement. */
const size = rounds({ quick: 'S', all: 'M' } as const)
const cases = held.flatMap(casesOf)
const tenant = newTenant('Demo data', '')
const ofCredential = callerScopeOf({ kind: 'credential', hash: tenant.credential.secretHash })
// Nothing is sent to this database: the client of this file explains the statements.
const db = connect('postgres://user:password@ep-local.example.com/db')
let client: pg.Client
let named: Query

beforeAll(async () => {
  client = new pg.Client({ connectionString: await migratedDatabase() })
  await client.connect()
  await load(client, dataSet({ size, seed: 1, reference }, tenant), () => {})
  await client.query(prepare(addAppointmentChanges({})).text)
  // Includes tables that triggers have filled. Done now, so that no autovacuum changes plans during the tests.
  await client.query('vacuum analyze')
  await client.query(`set enable_seqscan = ${size === 'S' ? 'off' : 'on'}`)
  const { rows } = await client.query<Query>(values)
  const [row = {}] = rows
  const sids = Object.entries(prefixes).map(([name, prefix]) => [
    name,
    sidFromUuid(prefix, valueFor(row, name)),
  ])
  named = { ...row, ...Object.fromEntries(sids) }
}, 240_000)

afterAll(() => client?.end())

async function planOf(sql: string, params: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query(`explain (format json) ${sql}`, params)
  return outline(rows[0]['QUERY PLAN'][0].Plan)
}

test('a plan that scans all sessions sequentially is recognised', async () => {
  const plan = await planOf('select count(*) from exam_session where notes is not null')
  expect(plan.filter(goesThroughSessions)).toHaveLength(1)
})

test('there are cases for every report and for both lists of sessions', () => {
  const reports = ['ExamList', 'UnscheduledLearners', 'SessionEventsReport', 'ChurnReport', 'AuditReport']
  const actions = [...reports, 'AppointmentVolume'].map(name => `sp:Read${name}`)
  expect(held.map(({ action }) => action)).toEqual(expect.arrayContaining([...actions, ...lists]))
})

test.each(cases.map(one => [one.title, one] as const))('%s', async (_, { route, query }) => {
  const statements = route.load?.({
    db,
    params: named,
    query: route.query?.parse(query(named)) ?? {},
    body: undefined,
    header: () => undefined,
    callerScope: route.path.startsWith('/v1/proctors/') ? ofCredential : emptyScope,
  })
  const plan: string[] = []
  for (const { text, params } of Object.values(statements ?? {})
    .flat()
    .map(prepare))
    plan.push(...(await planOf(text, params)))
  expect(plan).not.toEqual([])
  expect(plan.filter(goesThroughSessions), plan.join('\n')).toEqual([])
})

/** The sessions that the plan reads. */
const sessionsRead = ({ Plans = [], ...node }: Node): number =>
  Plans.reduce(
    (sum, inner) => sum + sessionsRead(inner),
    node['Relation Name'] === 'exam_session' ? (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1) : 0,
  )

test('the volume of an install reads the sessions of the days with a clock change only', async () => {
  const installSid = sidFromUuid('AI', valueFor(named, 'installSid').slice(2))
  const read = async (query: Parameters<typeof countAppointments>[2]) => {
    const { text, params } = prepare(countAppointments(db, installSid, query))
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, params)
    return sessionsRead(rows[0]['QUERY PLAN'][0].Plan)
  }
  const all = await read({ courseSid: sidFromUuid('CU', valueFor(named, 'courseSid').slice(2)) })
  expect(all).toBeGreaterThan(0)
  expect(await read({ timeZone: 'Asia/Kolkata' })).toBe(0)
  const { rows } = await client.query(`select count(*)::integer as sessions from exam_session`)
  expect(await read({ timeZone: 'America/New_York' })).toBeLessThan(rows[0].sessions / 20)
})
