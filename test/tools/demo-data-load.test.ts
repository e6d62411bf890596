// The demo data in a real Postgres, inserted by the command: what the schema, the views and the API return of them.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidFromSid } from '../../db/sid.ts'
import { load } from '../../tools/demo-data/load.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { projectFile } from '../../tools/project.ts'
import { lockDirectory } from '../../tools/stack/lockfile.ts'
import { callerOf } from '../support/client.ts'
import { rowsOf, small } from '../support/demo-data.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { ownStack } from '../support/stack.ts'

const stateDir = temporaryDirectory()
const run = (flags: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [projectFile('tools/demo-data/index.ts'), '--size', 'S', ...flags], {
    env: { ...process.env, DATABASE_URL: '', STATE_DIR: stateDir, ...env },
  })
let printed: { installs: { sid: string }[]; apiCredential: string }
let server: EmbeddedPostgres
let client: pg.Client

beforeAll(async () => {
  printed = JSON.parse((await run(['--date', '2026-11-21'])).stdout)
  server = await startEmbeddedPostgres(join(stateDir, 'postgres'), { fsync: false })
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await server.stop()
})

const count = async (sql: string) => {
  const { rows } = await client.query(`select count(*)::int as n from ${sql}`)
  return rows[0].n
}

test('an invalid flag is refused with its valid values', async () => {
  const refused = [
    { flags: ['--size', 'XL'], reason: '--size is one of S, M, L.' },
    { flags: ['--date', '2026-02-30'], reason: '--date is a day as YYYY-MM-DD.' },
    { flags: ['--seed', '1.5'], reason: '--seed is an integer from 0 to 4294967295.' },
  ]
  await Promise.all(refused.map(({ flags, reason }) => expect(run(flags)).rejects.toThrow(reason)))
})

test('the same data set is not loaded twice, with any date', async () => {
  const again = run(['--date', '2026-11-22'], { DATABASE_URL: server.url })
  await expect(again).rejects.toThrow(/already contains data set S with seed 1/)
})

test('a directory that a running system uses is refused', async () => {
  const claim = lockDirectory(stateDir)
  await expect(run(['--seed', '2'])).rejects.toThrow(/Another process uses/)
  await claim.close()
})

test('DATABASE_URL selects another server to fill, and another seed another tenant', async () => {
  const before = await count('account')
  await run(['--seed', '2', '--date', '2026-11-21'], { DATABASE_URL: server.url })
  expect(await count('account')).toBe(before + 1)
})

test('every table of the set has rows, and names are stored unchanged', async () => {
  const batches = small()
  for (const table of new Set(batches.map(batch => batch.table))) {
    expect(rowsOf(batches, table), table).not.toEqual([])
  }
  const { rows } = await client.query(
    `select last_name from users where role = 'learner' and install_sid = any($1)`,
    [printed.installs.map(({ sid }) => uuidFromSid(sid))],
  )
  const drawn = rowsOf(batches, 'user').filter(({ role }) => role === 'learner')
  expect(rows.map(row => row.last_name).toSorted()).toEqual(drawn.map(({ lastName }) => lastName).toSorted())
})

test('rows are consistent with each other', async () => {
  expect(
    await count(
      `exam x where 1 <> (select count(*) from exam_configuration c where c.exam_sid = x.sid and c.type = 'primary')`,
    ),
  ).toBe(0)
  expect(
    await count(`exam_session s join enrollment e on e.sid = s.enrollment_sid join exam x on x.sid = s.exam_sid
      where (s.install_sid, s.course_sid, s.user_sid) <> (e.install_sid, e.course_sid, e.user_sid)
        or (s.install_sid, s.course_sid) <> (x.install_sid, x.course_sid)`),
  ).toBe(0)
  expect(
    await count(`exam_session s join effective_configuration c using (enrollment_sid, exam_sid)
      where s.duration <> c.duration or s.appointment_date < c.exam_open_date or s.appointment_end_date > c.exam_close_date`),
  ).toBe(0)
  expect(
    await count(
      `exam_session s join exam_session f on f.sid = s.series where (f.enrollment_sid, f.exam_sid) <> (s.enrollment_sid, s.exam_sid) or f.series <> f.sid`,
    ),
  ).toBe(0)
  expect(
    await count(`exam_session where status = 'Closed' and cancelled_date is not null and series is not null`),
  ).toBeGreaterThan(0)
  expect(
    await count(`(select i.capacity from instructor_proctor i join exam_session s on s.instructor_proctor_sid = i.sid
      where s.cancelled_date is null group by i.sid having count(*) > i.capacity) over_booked`),
  ).toBe(0)
})

test('each status has its dates, in order, and no date is in the future', async () => {
  const contradictions = [
    `status = 'Needs Proctor' and (appointment_date is not null or in_progress_date is not null)`,
    `status in ('Pending Approval', 'Approval Denied') and (date_approved is not null or appointment_date is null)`,
    `status = 'Scheduled' and (date_approved is null or appointment_end_date <= appointment_date)`,
    `status in ('Processing', 'Incident') and in_progress_date is null`,
    `status = 'Closed' and (cancelled_date is null) = (in_progress_date is null)`,
    `cancelled_date is not null and status_reason is null`,
    `status = 'Processing' and not review_required`,
    `reviewed <> (review_completed_date is not null) or reviewed <> (review_by_user_sid is not null)`,
    'date_scheduled < created_date or date_approved < date_scheduled or appointment_date < date_scheduled',
    'system_check_end_date > in_progress_date or in_progress_date > recording_start_date',
    `greatest(created_date, edit_date, date_scheduled, date_approved, cancelled_date, in_progress_date) > '2026-11-21Z'`,
  ]
  for (const contradiction of contradictions)
    expect(await count(`exam_session where ${contradiction}`), contradiction).toBe(0)
  expect(
    await count(
      `exam_session s where (status = 'Incident') <> exists (select from session_event e where e.session_sid = s.sid and e.status = 'Open')`,
    ),
  ).toBe(0)
})

test('a load that fails in the middle leaves nothing', async () => {
  const installs = await count('install')
  const batches = function* () {
    yield* small(3).slice(0, 12)
    throw new Error('The power is gone.')
  }
  await expect(load(client, batches(), () => {})).rejects.toThrow('The power is gone.')
  expect(await count('install')).toBe(installs)
})

test('the printed credential reads the users of every install', async () => {
  const stack = await ownStack({ kind: 'server', url: server.url })
  const call = callerOf(stack, printed.apiCredential)
  for (const { sid } of printed.installs) {
    const answer = await call('GET', `/v1/installs/${sid}/users?limit=1`)
    expect(answer.status).toBe(200)
  }
  await stack.close()
})
