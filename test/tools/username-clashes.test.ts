// The migration to usernames that are compared by NFKC and case folding, on a database with usernames that this makes equal.
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOfClient } from '../../tools/migrator/connection.ts'
import { migrateOver, migrateUrl } from '../../tools/migrator/migrate.ts'
import { readMigrations } from '../../tools/migrator/migrations.ts'
import type { EmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { schemaFolder } from '../../tools/project.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { startTestPostgres } from '../support/postgres.ts'
import { id, scene } from '../support/sql.ts'
import { ownStack } from '../support/stack.ts'
import { makeWorld, type World } from '../support/world.ts'

let server: EmbeddedPostgres
let client: pg.Client
let stack: Stack
let world: World

/** In the order of their creation. */
const usernames = ['Straße', 'strasse', 'STRASSE ', '\u00a0Strasse', 'other', null, null]
const sidOf = (at: number) => `US${id(100 + at).replaceAll('-', '')}`
const password = 'Passw0rd!'

beforeAll(async () => {
  server = await startTestPostgres()
  client = new pg.Client(server.url)
  await client.connect()
  const before = readMigrations(join(schemaFolder, 'migrations')).find(({ tag }) => tag.startsWith('0017_'))
  await migrateOver(connectionOfClient(client), schemaFolder, { until: before?.when ?? 0 })
  await client.query(scene)
  for (const [at, username] of usernames.entries())
    await client.query(
      `insert into users (sid, install_sid, first_name, last_name, email, username, created_date, edit_date)
      values ($1, (select sid from install), 'Ada', $2, $2 || '@school.example', $3, $4, $4)`,
      [id(100 + at), `n${at}`, username, new Date(1_700_000_000_000 + at)],
    )
  await migrateUrl(server.url, schemaFolder)
  stack = await ownStack({ kind: 'server', url: server.url })
  world = await makeWorld(stack)
  const install = `(select sid from install where sid::text = regexp_replace(lower('${world.installSid.slice(2)}'),
    '(.{8})(.{4})(.{4})(.{4})(.{12})', '\\1-\\2-\\3-\\4-\\5'))`
  await client.query(`update users set install_sid = ${install} where last_name like 'n%'`)
  for (const at of usernames.keys())
    await world.admin('PUT', world.path(`/users/${sidOf(at)}`), { body: { password, enabled: true } })
}, 240_000)

afterAll(async () => {
  await stack?.close()
  await client?.end()
  await server?.stop()
})

const login = async (username: string) => {
  const body = { installSid: world.installSid, username, password }
  const answer = await world.admin('POST', '/api/auth/login', { body })
  return answer.status === 200 ? Object(answer.body['user']).id : answer.status
}

test('duplicates by the new rule do not break the migration: the earliest is unique, the others are numbered', async () => {
  const { rows } = await client.query(
    `select username, username_clash from users where last_name like 'n%' order by created_date`,
  )
  expect(rows.map(row => [row.username, row.username_clash])).toEqual([
    ['Straße', 0],
    ['strasse', 1],
    ['STRASSE ', 2],
    ['\u00a0Strasse', 3],
    ['other', 0],
    [null, 0],
    [null, 0],
  ])
  const { rows: invalid } = await client.query(`select from pg_index where not indisvalid`)
  expect(invalid).toEqual([])
})

test('each of them signs in with the own spelling in any case, and the earliest with all others', async () => {
  for (const [at, username] of usernames.entries())
    if (username) expect(await login(username)).toBe(sidOf(at))
  expect(await login('STRASSE')).toBe(sidOf(1))
  expect(await login('STRASSE\u2003')).toBe(sidOf(0))
  expect(await login('ｓtrasse')).toBe(sidOf(0))
})

test('their usernames are taken for others, and sending the same one changes nothing', async () => {
  const put = (at: number, username: string) =>
    world.admin('PUT', world.path(`/users/${sidOf(at)}`), { body: { username } })
  expect((await put(4, 'strasse')).status).toBe(409)
  expect((await put(4, 'STRAẞE')).status).toBe(409)
  expect((await put(1, 'strasse')).status).toBe(200)
  expect((await put(1, 'new')).status).toBe(200)
  expect((await put(4, 'NEW')).status).toBe(409)
  expect((await put(1, 'STRASSE\u2003')).status).toBe(409)
})
