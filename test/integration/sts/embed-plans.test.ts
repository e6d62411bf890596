// The sessions of an embed at a size where a scan of all sessions takes longer than the rest of the request: each kind of
// element and resource finds its sessions by an index.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { elementTypes } from '../../../db/schema/sts.ts'
import { prepare } from '../../../db/statement.ts'
import { listEmbedSessions } from '../../../src/sts/embeds/queries.ts'
import type { EmbeddedPostgres } from '../../../tools/neon/embedded.ts'
import { nodesOf, outline, type PlanNode } from '../../support/plan.ts'
import { migratedOn, startTestPostgres } from '../../support/postgres.ts'
import { id, scene, sids } from '../../support/sql.ts'

const [sessions, learners, exams, tokens] = [40_000, 4000, 2000, 20_000]
/** The first 1,000 sessions are of one exam, the others are spread over all exams. */
const ofBusyExam = 1000
const maxSessions = 100
/** A list of the install is made of the first rows of this number of ranges, each of which is then read by its sid. */
const groups = 5

const installSid = sids.install
const learner = id(1_000_000)
const busyExam = id(2_000_000)
const oneSession = id(3_000_000)
const uuid = (from: number, n: string) =>
  `('00000000-0000-7000-8000-' || lpad((${from} + ${n})::text, 12, '0'))::uuid`

// Without triggers and foreign keys: the statement reads neither pairs nor enrollments.
const filling = `
  set session_replication_role = replica;
  insert into users (sid, install_sid, first_name, last_name, email)
    select ${uuid(1_000_000, 'n')}, '${installSid}', 'Ada', 'Learner ' || n, n || '@school.example'
    from generate_series(0, ${learners - 1}) n;
  insert into exam (sid, install_sid, course_sid, title)
    select ${uuid(2_000_000, 'n')}, '${installSid}', '${sids.course}', 'Exam ' || n from generate_series(0, ${exams - 1}) n;
  insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, status,
      appointment_date, in_progress_date, ended_date, created_date)
    select ${uuid(3_000_000, 'n')}, '${installSid}', '${sids.course}',
      ${uuid(2_000_000, `case when n < ${ofBusyExam} then 0 else n % ${exams} end`)}, ${uuid(4_000_000, 'n')},
      ${uuid(1_000_000, `n % ${learners}`)}, n::text,
      case n % 40 when 0 then 'Scheduled' when 1 then 'Processing' when 2 then 'Incident' else 'Closed' end,
      now() + (n % 61 - 50) * interval '1 day', case when n % 40 in (1, 2) then now() end,
      case n % 40 when 1 then now() end, now() - n * interval '1 second'
    from generate_series(0, ${sessions - 1}) n;
  insert into sts_family (sid, install_sid, credential_sid, holder_sid, target_user_sid, token_type, resource, policy,
      install_epoch, credential_epoch, holder_epoch, user_epoch, absolute_expires_at)
    select uuidv7(), '${installSid}', '${sids.credential}', '${sids.credential}', '${learner}', 'api', '*', '{}',
      0, 0, 0, 0, now() from generate_series(1, ${tokens});
  insert into sts_token (sid, family_sid, install_sid, generation, secret_hash, expires_at)
    select sid, sid, install_sid, 0, sha256(sid::text::bytea), now() from sts_family;
  set session_replication_role = origin`

const wire = (prefix: string, sid: string) => prefix + sid.replaceAll('-', '')
const resources = { '*': '*', exam: wire('EX', busyExam), session: wire('ES', oneSession) }
const kinds = elementTypes.flatMap(elementType =>
  Object.entries(resources).map(([kind, resource]) => ({
    name: `${elementType} of ${kind}`,
    elementType,
    resource,
  })),
)
const hashOf = (at: number) => String(at + 1).padStart(64, '0')

const insertToken = `
  with family as (
    insert into sts_family (sid, install_sid, credential_sid, holder_sid, target_user_sid, token_type, element_type,
      resource, policy, install_epoch, credential_epoch, holder_epoch, user_epoch, absolute_expires_at)
    values (uuidv7(), $1, $2, $2, $3, 'element', $4, $5, '{}', 0, 0, 0, 0, now() + interval '1 hour') returning sid)
  insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
  select sid, sid, 0, $6::bytea, now() + interval '1 hour' from family`

let server: EmbeddedPostgres | undefined
let client: pg.Client

beforeAll(async () => {
  server = await startTestPostgres()
  client = new pg.Client({ connectionString: migratedOn(server) })
  await client.connect()
  await client.query(scene)
  await client.query(filling)
  for (const [at, { elementType, resource }] of kinds.entries())
    await client.query(insertToken, [
      ...[installSid, sids.credential, learner, elementType, resource, `\\x${hashOf(at)}`],
    ])
  await client.query('vacuum analyze')
  const { text } = prepare(listEmbedSessions({ secretHash: hashOf(0) }))
  await client.query(`prepare embed_sessions as ${text}`)
  await client.query(`
    load 'auto_explain';
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on;
    set auto_explain.log_format = 'json';
    set client_min_messages = 'log';
    set auto_explain.log_min_duration = 0`)
}, 240_000)

afterAll(async () => {
  await client?.end()
  await server?.stop()
})

/** The nodes of the plan of a statement, then those of the statements inside its functions. */
async function planOf(statement: string): Promise<PlanNode[]> {
  const nested: PlanNode[] = []
  const collect = ({ message = '' }) => {
    const logged = JSON.parse(message.slice(message.indexOf('{')))
    if (!/^(explain|prepare)/.test(logged['Query Text'])) nested.push(...nodesOf(logged.Plan))
  }
  client.on('notice', collect)
  const { rows } = await client.query(`explain (analyze, format json) ${statement}`)
  client.off('notice', collect)
  return [...nodesOf(rows[0]['QUERY PLAN'][0].Plan), ...nested]
}

/** The tables that a plan scans sequentially, whether or not it executed the scan. */
const scanned = (plan: PlanNode[]) =>
  plan.filter(node => node['Node Type'] === 'Seq Scan').map(node => node['Relation Name'])

/** The rows of sessions that the plan reads, with those that a filter removed. */
const sessionsRead = (plan: PlanNode[]) =>
  plan
    .filter(node => node['Relation Name'] === 'exam_session')
    .reduce(
      (sum, node) =>
        sum +
        ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
      0,
    )

/** The most sessions that a kind reads. Each kind checks those of its learner. */
function mostRead({ elementType, resource }: (typeof kinds)[number]): number {
  const ofLearner = sessions / learners
  if (elementType === 'exam-session') return ofLearner
  if (resource === resources.session) return ofLearner + 1
  if (resource === resources.exam) return ofLearner + ofBusyExam + sessions / exams
  return elementType === 'proctoring-session' ? ofLearner + 2 * groups * maxSessions : ofLearner
}

test('a plan that scans all sessions is recognised', async () => {
  const plan = await planOf(`select count(*) from exam_session where notes is not null`)
  expect(scanned(plan)).toEqual(['exam_session'])
  expect(sessionsRead(plan)).toBe(sessions)
})

test.each(kinds.map((kind, at) => [kind.name, kind, hashOf(at)] as const))(
  'an embed of %s scans no table',
  async (_, kind, hash) => {
    const plan = await planOf(`execute embed_sessions('\\x${hash}')`)
    expect(scanned(plan), outline(plan)).toEqual([])
    expect(plan[0]?.['Actual Rows'], outline(plan)).toBeGreaterThan(0)
    expect(plan[0]?.['Actual Rows'], outline(plan)).toBeLessThanOrEqual(maxSessions)
    expect(sessionsRead(plan), outline(plan)).toBeLessThanOrEqual(mostRead(kind))
    const isOfInstall = kind.elementType === 'proctoring-session' && kind.resource === '*'
    expect(plan.some(node => node['Index Name'] === 'exam_session_attended')).toBe(isOfInstall)
  },
)

test('a token is found by its secret with the indexes of its rows, whatever plans the connection prefers', async () => {
  for (const mode of ['force_generic_plan', 'force_custom_plan']) {
    await client.query(`set plan_cache_mode = ${mode}`)
    const plan = await planOf(`select * from token_by_secret('\\x${hashOf(0)}')`)
    const read = plan.filter(node =>
      ['sts_token', 'sts_family', 'users'].includes(node['Relation Name'] ?? ''),
    )
    expect(
      read.map(node => node['Node Type']),
      outline(plan),
    ).toEqual(Array(3).fill('Index Scan'))
    expect(plan[0]?.['Actual Rows'], outline(plan)).toBe(1)
  }
})
