// GET /readyz: 200 if everything that serving requires is available, else 503 with the failed check.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysOf, makeRing } from '../../../tools/stack/local-keys.ts'
import { callerOf } from '../../support/client.ts'
import { type PlatformDatabase, platformDatabase } from '../../support/platform-worker.ts'
import { sharedStack } from '../../support/stack.ts'

let database: PlatformDatabase
beforeAll(async () => {
  database = await platformDatabase()
})
afterAll(() => database?.close())

/** Requests a Worker without `callerOf`, which would require the OpenAPI document. */
async function readiness(variables: Record<string, string> = {}) {
  const { stack, logged } = await database.worker({ variables })
  const ask = async (path = '/readyz') => {
    const answer = await fetch(new URL(path, stack.baseUrl), { headers: { connection: 'close' } })
    const roundTrips = Number(/desc="(\d+) trips"/.exec(answer.headers.get('server-timing') ?? '')?.[1])
    return { status: answer.status, text: await answer.text(), roundTrips }
  }
  return { stack, ask, logged }
}

const refusal = (text: string): object => {
  const { code, check }: { code: string; check: string } = JSON.parse(text)
  return { code, check }
}

test('the whole system is ready without a credential, in one round trip', async () => {
  const answer = await callerOf(await sharedStack())('GET', '/readyz')
  expect([answer.status, answer.body, answer.roundTrips]).toEqual([200, { status: 'ready' }, 1])
})

test('a database without the newest migration is not ready, but healthy', async () => {
  const { stack, ask } = await readiness()
  expect(await ask()).toMatchObject({ status: 200, roundTrips: 1 })
  const newest = sql`(select max(created_at) from drizzle.__drizzle_migrations)`
  await stack.db.execute(
    sql`update drizzle.__drizzle_migrations set created_at = created_at - 1 where created_at = ${newest}`,
  )
  const { status, text, roundTrips } = await ask()
  expect([status, refusal(text), roundTrips]).toEqual([503, { code: 'not_ready', check: 'migrations' }, 1])
  expect((await ask('/healthz')).status).toBe(200)
  // A database with later migrations is ready: it is migrated before the Workers are deployed.
  await stack.db.execute(
    sql`update drizzle.__drizzle_migrations set created_at = created_at + 2 where created_at = ${newest}`,
  )
  expect((await ask()).status).toBe(200)
})

test('a database with the functions and views of another build is not ready, unless that build is newer', async () => {
  const { stack, ask } = await readiness()
  const recorded = sql`drizzle.__sql_set`
  await stack.db.execute(sql`update ${recorded} set hash = 'another'`)
  expect((await ask()).status).toBe(503)
  await stack.db.execute(sql`update ${recorded} set written_at = written_at - 1`)
  const { status, text, roundTrips } = await ask()
  expect([status, refusal(text), roundTrips]).toEqual([503, { code: 'not_ready', check: 'migrations' }, 1])
  await stack.db.execute(sql`update ${recorded} set written_at = written_at + 2`)
  expect((await ask()).status).toBe(200)
})

test('a database that was never migrated is not ready', async () => {
  const { stack, ask } = await readiness()
  await stack.db.execute(sql`alter schema drizzle rename to hidden`)
  const { status, text } = await ask()
  await stack.db.execute(sql`alter schema hidden rename to drizzle`)
  expect([status, refusal(text)]).toEqual([503, { code: 'not_ready', check: 'migrations' }])
})

test('a signing key that is not published is not ready', async () => {
  const { ask } = await readiness({ JWKS: keysOf(await makeRing()).jwks })
  const { status, text } = await ask()
  expect([status, refusal(text)]).toEqual([503, { code: 'not_ready', check: 'keys' }])
})

test('an invalid binding is not ready: the log names it, and neither the log nor the response contains its value', async () => {
  const { ask, logged } = await readiness({ SEALING_KEY: 'too-short-a-secret', LOG_LEVEL: 'info' })
  const { status, text } = await ask()
  expect([status, refusal(text)]).toEqual([503, { code: 'not_ready', check: 'bindings' }])
  await expect.poll(logged).toContain('SEALING_KEY')
  expect(logged() + text).not.toContain('too-short-a-secret')
  expect(text).not.toContain('SEALING_KEY')
})
