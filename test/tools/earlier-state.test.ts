// State of the version before the baseline: it is adopted with its data, or refused with one sentence.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidFromSid } from '../../db/sid.ts'
import { migrateUrl } from '../../tools/migrator/migrate.ts'
import { readMigrations } from '../../tools/migrator/migrations.ts'
import type { EmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { newTenant } from '../../tools/ops/tenant.ts'
import { schemaFolder } from '../../tools/project.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { makeEarlier, makeEarlierPglite } from '../support/earlier-migrations.ts'
import { startTestPostgres } from '../support/postgres.ts'
import { end, freePort, start } from '../support/start.ts'

const SLOW = { timeout: 120_000 }
const tenant = newTenant('Kept University', 'Kept LMS')
const [account, application, install, credential] = [
  tenant.account.sid,
  tenant.application.sid,
  tenant.install.sid,
  tenant.credential.sid,
].map(uuidFromSid)

const item = {
  course: { ids: { lms: 'c' }, members: { title: 'Biology' } },
  user: { ids: { lms: 'u' }, members: { first_name: 'Ada', last_name: 'Kept', email: 'ada@school.example' } },
  enrollment: { role: 'learner' },
}

/** Fills an earlier database with its own functions: a learner with a session, and a change of a user. */
const filling = `
  insert into account (sid, name) values ('${account}', 'Kept University');
  insert into application (sid, account_sid, name) values ('${application}', '${account}', 'Kept University');
  insert into install (sid, account_sid, application_sid, name)
    values ('${install}', '${account}', '${application}', 'Kept LMS');
  insert into api_credential (sid, account_sid, application_sid, name, role, policy, secret_hash)
    values ('${credential}', '${account}', '${application}', 'Kept', 'admin',
      '${JSON.stringify(tenant.credential.policy)}', '\\x${tenant.credential.secretHash}');
  select provision('${install}', '${JSON.stringify(item)}');
  insert into exam (sid, install_sid, course_sid, title) select uuid_v7(), install_sid, sid, 'Midterm' from course;
  insert into exam_configuration (sid, install_sid, exam_sid, type, duration, approved)
    select uuid_v7(), install_sid, sid, 'primary', 90, true from exam;
  select settle_sessions(array(select sid from course), null, null, 'withdrawn');`

/** The rows of the data above, and of its triggers. */
const contents = `select
  (select count(*)::int from exam_session where status = 'Needs Proctor' and duration = 90) as sessions,
  (select count(*)::int from session_transition) as transitions,
  (select count(*)::int from session_pair) as pairs,
  (select array_agg(action order by created_date, sid) from audit_event where kind = 'user') as audited,
  (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
  (select count(*)::int from drizzle.__sql_set) as sets`

const kept = {
  sessions: 1,
  transitions: 1,
  pairs: 1,
  migrations: readMigrations(join(schemaFolder, 'migrations')).length,
  sets: 1,
}

/** A state folder with an earlier database, and the other files of the earlier version. */
async function earlierState(count?: number): Promise<string> {
  const stateDir = temporaryDirectory()
  const db = await PGlite.create(join(stateDir, 'pglite'))
  await makeEarlierPglite(db, count === undefined ? {} : { count })
  if (count === undefined) await db.exec(filling)
  await db.close()
  const demo = { baseUrl: '', apiCredential: tenant.secret, installSid: tenant.install.sid }
  await writeFile(join(stateDir, 'demo.json'), JSON.stringify(demo))
  return stateDir
}

test('a state folder of the earlier version starts, keeps its data, and can be changed', SLOW, async () => {
  const stateDir = await earlierState()
  const system = await start(stateDir, await freePort())
  expect((await fetch(new URL('/readyz', system.baseUrl))).status).toBe(200)
  const users = `/v1/installs/${tenant.install.sid}/users`
  const found = await system.call('GET', `${users}?lmsId=u`)
  expect(found.body).toMatchObject({ total: 1, results: [{ firstName: 'Ada', lastName: 'Kept' }] })
  const provisioned = await system.call('POST', `/v1/installs/${tenant.install.sid}/provision`, {
    body: {
      course: { title: 'Biology', ids: { lms: 'c' } },
      user: { firstName: 'Ada', lastName: 'Changed', email: 'ada@school.example', ids: { lms: 'u' } },
      enrollment: { role: 'learner' },
    },
  })
  expect(provisioned.body).toMatchObject({
    course: { result: 'Found Existing' },
    user: { result: 'Updated' },
    enrollment: { result: 'Found Existing' },
  })
  expect(await end(system, 'SIGTERM')).toBe(0)

  const db = await PGlite.create(join(stateDir, 'pglite'))
  expect((await db.query(contents)).rows).toEqual([{ ...kept, audited: ['created', 'updated'] }])
  await db.close()
})

test(
  'a state folder with fewer migrations is refused with the command that applies the others',
  SLOW,
  async () => {
    const stateDir = await earlierState(35)
    const refused = await start(stateDir, await freePort()).catch((error: Error) => error.message)
    expect(refused).toMatch(
      /^This database has 35 of the 36 migrations that preceded the baseline\. Apply the others first: git checkout .+ && npm run db:migrate\n$/,
    )
    const db = await PGlite.create(join(stateDir, 'pglite'))
    const { rows } = await db.query('select count(*)::int as n from drizzle.__drizzle_migrations')
    expect(rows).toEqual([{ n: 35 }])
    await db.close()
  },
)

describe('a Postgres server', () => {
  let server: EmbeddedPostgres
  beforeAll(async () => {
    server = await startTestPostgres()
  }, 60_000)
  afterAll(() => server?.stop())

  /** A separate database with the earlier schema. */
  async function earlier(name: string, choice: Parameters<typeof makeEarlier>[1] = {}) {
    const root = new pg.Client(server.url)
    await root.connect()
    await root.query(`create database ${name}`)
    await root.end()
    const url = server.url.replace(/postgres$/, name)
    const client = new pg.Client(url)
    await client.connect()
    await makeEarlier(client, choice)
    return { url, client }
  }

  test('is adopted with its data, and a second start changes nothing', SLOW, async () => {
    const { url, client } = await earlier('adopted')
    await client.query(filling)
    for (let round = 0; round < 2; round += 1) {
      await migrateUrl(url, schemaFolder)
      expect((await client.query(contents)).rows).toEqual([{ ...kept, audited: ['created'] }])
    }
    // One trigger writes each change, under its new name or its old one.
    await client.query(`update users set last_name = 'Changed'`)
    await client.query(`update exam_session set status = 'Scheduled'`)
    expect((await client.query(contents)).rows).toMatchObject([
      { transitions: 2, audited: ['created', 'updated'] },
    ])
    await client.end()
  })

  test('with other migration texts is refused, because its tables can differ', SLOW, async () => {
    const edit = (migration: { tag: string; when: number; sql: string }) =>
      migration.tag === '0022_webhooks' ? { ...migration, sql: `-- edited\n${migration.sql}` } : migration
    const { url, client } = await earlier('edited', { edit })
    await expect(migrateUrl(url, schemaFolder)).rejects.toThrow(
      'was created by other versions of the 36 migrations',
    )
    const { rows } = await client.query('select count(*)::int as n from drizzle.__drizzle_migrations')
    expect(rows).toEqual([{ n: 36 }])
    await client.end()
  })
})
