// Neon's own driver against the local endpoint, over PGlite and over a real Postgres: both must fail as Neon does.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { neon, neonConfig } from '@neondatabase/serverless'
import { describe, expect, test } from 'vitest'
import type { Backend } from '../../tools/neon/backend.ts'
import { startEmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { startNeonEndpoint } from '../../tools/neon/neon-endpoint.ts'
import { postgresBackend } from '../../tools/neon/postgres.ts'
import {
  connectionString,
  databaseKinds,
  neonDatabase,
  ownNeonDriver,
  problemOf,
} from '../support/neon-databases.ts'
import { connected, serverDirectory } from '../support/processes.ts'

ownNeonDriver()

describe.each(databaseKinds)('%s behind the Neon endpoint', kind => {
  const { sql, endpoint } = neonDatabase(kind)

  test('a failed batch leaves no row, wherever it fails, and the next statement works', async () => {
    const insert = sql`insert into account (email) values ('a')`
    expect(await problemOf(sql.transaction([insert, sql`select 1/0`, insert]))).toMatchObject({
      code: '22012',
    })
    expect(await problemOf(sql.transaction([insert, sql`selekt`]))).toMatchObject({ code: '42601' })
    expect(await problemOf(sql.transaction([insert, insert]))).toMatchObject({ code: '23505' })
    expect(await sql`select count(*)::int n from account`).toEqual([{ n: 0 }])
  })

  test('a constraint that is checked at commit fails the batch', async () => {
    await sql`create table deferred (id int constraint once unique deferrable initially deferred)`
    const twice = [sql`insert into deferred values (1)`, sql`insert into deferred values (1)`]
    expect(await problemOf(sql.transaction(twice))).toMatchObject({ code: '23505', constraint: 'once' })
    expect(await sql`select * from deferred`).toEqual([])
    await sql`drop table deferred`
  })

  test('errors keep every field', async () => {
    await sql`insert into account (email) values ('a')`
    expect(await problemOf(sql`insert into account (email) values ('a')`)).toMatchObject({
      message: 'duplicate key value violates unique constraint "account_email_key"',
      code: '23505',
      severity: 'ERROR',
      schema: 'public',
      table: 'account',
      constraint: 'account_email_key',
      detail: 'Key (email)=(a) already exists.',
      routine: '_bt_check_unique',
    })
    expect(await problemOf(sql`insert into account (age) values (1)`)).toMatchObject({
      code: '23502',
      table: 'account',
      column: 'email',
    })
    expect(await problemOf(sql`select * frm account`)).toMatchObject({ code: '42601', position: '10' })
    expect(await problemOf(sql`select ${'x'}::int`)).toMatchObject({ code: '22P02' })
  })

  test('a function raises its own code, constraint, detail and hint', async () => {
    const refused = {
      message: 'refused: seat_taken',
      code: 'IN001',
      constraint: 'seat_taken',
      detail: 'the why',
      hint: 'the way out',
    }
    expect(await problemOf(sql`select guard(false, 'seat_taken')`)).toMatchObject(refused)
    const batch = [sql`insert into account (email) values ('a')`, sql`select guard(false, 'seat_taken')`]
    expect(await problemOf(sql.transaction(batch))).toMatchObject(refused)
    expect(await sql`select guard(true, 'seat_taken'), (select count(*)::int from account) n`).toMatchObject([
      { n: 0 },
    ])
  })

  test('COPY is refused, and the connection still works', async () => {
    if (kind === 'Postgres')
      expect(await problemOf(sql`copy account from stdin`)).toMatchObject({ code: '57014' })
    expect(await sql`select 1 n`).toEqual([{ n: 1 }])
  })

  test("requests that do not follow Neon's protocol are refused before the database gets them", async () => {
    const headers = { 'neon-connection-string': connectionString, 'neon-raw-text-output': 'true' }
    const body = '{"query":"select 1","params":[]}'
    const post = (path: string, init: RequestInit) =>
      fetch(new URL(path, endpoint().url), { method: 'POST', body, headers, ...init })
    expect((await post('/sql', {})).status).toBe(200)
    expect(await (await post('/sql', {})).json()).toMatchObject({
      rows: [{ '?column?': '1' }],
      rowAsArray: false,
    })
    expect((await post('/other', {})).status).toBe(404)
    expect((await post('/sql', { headers: {} })).status).toBe(400)
    expect((await post('/sql', { body: '{' })).status).toBe(400)
    expect((await post('/sql', { body: '{"query":1}' })).status).toBe(400)
    expect(
      (
        await post('/sql', {
          body: '{"queries":[]}',
          headers: { ...headers, 'neon-batch-isolation-level': 'x' },
        })
      ).status,
    ).toBe(400)
    expect(await (await post('/sql', { body: '{"queries":[]}' })).json()).toEqual({ results: [] })
  })

  test('a web page is refused, also one whose host name resolves to this machine', async () => {
    const headers = { 'neon-connection-string': connectionString, 'neon-raw-text-output': 'true' }
    const body = '{"query":"select 1","params":[]}'
    const { port, url } = endpoint()
    for (const origin of [`http://rebound.example:${port}`, 'null'])
      expect((await fetch(url, { method: 'POST', body, headers: { ...headers, origin } })).status).toBe(403)
  })
})

test('a lost database differs from a refused statement, and is used again when it is back', async () => {
  const directory = await serverDirectory('neon-lost-')
  const first = await startEmbeddedPostgres(join(directory, 'postgres'), { fsync: false })
  const backend = postgresBackend(first.url)
  const endpoint = await startNeonEndpoint(backend)
  neonConfig.fetchEndpoint = endpoint.url
  const sql = neon(connectionString)
  const sleeping = sql`select pg_sleep(20)`.catch((error: unknown) => error)
  await sql`select 1`
  await first.stop()
  const lost = { message: expect.stringContaining('HTTP status 503'), code: undefined }
  expect(await sleeping).toMatchObject(lost)
  await expect(sql`select 1`).rejects.toMatchObject(lost)
  await expect(sql.transaction([sql`select 1`])).rejects.toMatchObject(lost)
  const second = await startEmbeddedPostgres(join(directory, 'postgres'), { fsync: false, port: first.port })
  expect(await sql`select 1 n`).toEqual([{ n: 1 }])

  await endpoint.close()
  await expect(connected(endpoint.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await backend.close()
  await second.stop()
  await rm(directory, { recursive: true })
})

/** An endpoint whose database responds when the test releases it. */
async function endpointThatWaits() {
  const answered = Promise.withResolvers<void>()
  const backend: Backend = {
    async run() {
      await answered.promise
      return [{ command: 'SELECT', rowCount: 0, rows: [], fields: [] }]
    },
    close: () => Promise.resolve(),
  }
  const endpoint = await startNeonEndpoint(backend)
  neonConfig.fetchEndpoint = endpoint.url
  return { endpoint, answer: answered.resolve }
}

test('closing first sends the responses in progress', async () => {
  const { endpoint, answer } = await endpointThatWaits()
  const pending = neon(connectionString)`select`.then(rows => rows) // the driver sends nothing before
  await expect.poll(() => endpoint.roundTrips()).toBe(1)
  const closed = endpoint.close()
  answer()
  expect(await pending).toEqual([])
  await closed
})

test('closing does not wait for a client that has disconnected', async () => {
  const { endpoint, answer } = await endpointThatWaits()
  const caller = new AbortController()
  const pending = neon(connectionString, { fetchOptions: { signal: caller.signal } })`select`.catch(
    () => 'gone',
  )
  await expect.poll(() => endpoint.roundTrips()).toBe(1)
  caller.abort()
  expect(await pending).toBe('gone')
  await sleep(100) // until the endpoint has noticed it
  const closed = endpoint.close()
  answer()
  await closed
})
