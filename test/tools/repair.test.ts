// `npm run repair` restores what triggers keep up to date after a change of the database without triggers.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sidFromUuid } from '../../db/sid.ts'
import { prepare } from '../../db/statement.ts'
import { addAppointmentChanges } from '../../src/shared/appointment-volume.ts'
import { addRowCountChanges, rowCountOf } from '../../src/shared/row-count.ts'
import { projectFile } from '../../tools/project.ts'
import { migratedDatabase } from '../support/postgres.ts'
import { insertSession, scene, sids } from '../support/sql.ts'
import { listedRows } from '../support/unscheduled.ts'

let url: string
let client: pg.Client
beforeAll(async () => {
  url = await migratedDatabase()
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(scene)
  await client.query(insertSession)
  await client.query('select refill_unscheduled_learners()')
  await execute(addRowCountChanges({}))
}, 120_000)
afterAll(() => client?.end())

type Row = Record<string, unknown>
const rows = async (query: string, values: unknown[] = []): Promise<Row[]> =>
  (await client.query(query, values)).rows
const execute = async (statement: Parameters<typeof prepare>[0]) => {
  const { text, params } = prepare(statement)
  const [row = {}] = await rows(text, params)
  return Object.values(row)[0]
}

const { PATH, NODE_COMPILE_CACHE } = process.env
const environment = { PATH, NODE_COMPILE_CACHE }

const repair = () =>
  promisify(execFile)(process.execPath, [projectFile('tools/ops/repair.ts')], {
    env: { ...environment, DATABASE_URL: url },
  })

const installSid = sidFromUuid('AI', sids.install)
const countOf = (table: 'session_pair' | 'unscheduled_learner') => execute(rowCountOf(table)({ installSid }))

/** The kept numbers of appointments and their changes, and the number of the sessions themselves. */
async function appointments() {
  await execute(addAppointmentChanges({}))
  const [row] = await rows(`select
    (select coalesce(sum(n::int), 0)::int from appointment_volume, json_array_elements_text(volumes) n) as kept,
    (select count(*)::int from exam_session
      where appointment_quarter(status, cancelled_date, appointment_date) is not null) as counted`)
  return row
}

/** Changes a session, a learner and the kept numbers as a program without triggers would. */
const corrupt = `
  set session_replication_role = replica;
  update exam_session set status = 'Scheduled', appointment_date = now() + interval '1 day';
  update row_count set total = 77;
  update row_count_period set total = 9;
  insert into row_count_change (table_name, install_sid, change) values ('session_pair', '${sids.install}', 5);
  insert into unscheduled_learner (user_sid, install_sid, created_date, unscheduled_until)
    select user_sid, install_sid, '2000-01-01', '2000-01-02' from enrollment
    on conflict (user_sid) do update set created_date = '2000-01-01', unscheduled_until = '2000-01-02';
  insert into appointment_volume_change (install_sid, start_date, change)
    values ('${sids.install}', '2026-05-05T10:00Z', 9);
  set session_replication_role = origin`

test('npm run repair computes the learners, the counts and the appointments again, and can be repeated', async () => {
  expect(await countOf('session_pair')).toBe(1)
  await client.query(corrupt)
  const before = await listedRows({ rows })
  expect(before.listed).not.toEqual(before.defined)
  expect([await countOf('session_pair'), await countOf('unscheduled_learner')]).toEqual([82, 77])
  expect(await appointments()).toEqual({ kept: 9, counted: 1 })

  for (const run of ['first', 'second']) {
    const { stdout } = await repair()
    expect(stdout.trim().split('\n'), run).toHaveLength(3)
    const { listed, defined } = await listedRows({ rows })
    expect(listed, run).toEqual(defined)
    expect(await countOf('session_pair'), run).toBe(1)
    expect(await countOf('unscheduled_learner'), run).toBe(defined.length)
    expect(await appointments(), run).toEqual({ kept: 1, counted: 1 })
  }
})

test('npm run repair reports a database that it cannot reach, with code 1', async () => {
  const failing = promisify(execFile)(process.execPath, [projectFile('tools/ops/repair.ts')], {
    env: { ...environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })
  await expect(failing).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/./) })
})
