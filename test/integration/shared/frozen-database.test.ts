// A real Postgres that stops responding, and responses that are lost.
import { connect as connectTcp, createServer, type Socket } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batch, connect, type Database } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { account } from '../../../db/schema/tenancy.ts'
import { newSid } from '../../../db/sid.ts'
import { toProblem } from '../../../src/shared/problems/failure.ts'
import { boundDatabaseUrl, openServer } from '../../../tools/neon/database.ts'
import { startNeonEndpoint } from '../../../tools/neon/neon-endpoint.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { migratedDatabase } from '../../support/postgres.ts'
import { ownStack } from '../../support/stack.ts'
import { makeWorld, type World } from '../../support/world.ts'

/** Forwards everything to the server until it is frozen: then connections stay open, and nothing passes. */
async function freezable(url: string) {
  const { port, pathname, username, password } = new URL(url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const listener = createServer(client => {
    const server = connectTcp(Number(port), '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('data', part => to.write(part))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isFrozen) from.pause()
    }
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (typeof address !== 'object' || address === null) throw new Error('The listener has no port.')
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${address.port}${pathname}`,
    freeze(frozen: boolean) {
      isFrozen = frozen
      for (const socket of sockets) frozen ? socket.pause() : socket.resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}

let databaseUrl: string
let between: Awaited<ReturnType<typeof freezable>>
let stack: Stack
let world: World
beforeAll(async () => {
  databaseUrl = await migratedDatabase()
  between = await freezable(databaseUrl)
  stack = await ownStack({ kind: 'server', url: between.url })
  world = await makeWorld(stack)
}, 180_000)
afterAll(async () => {
  between.freeze(false)
  await stack.close()
  between.close()
})

test('a statement of the role is cancelled after 30 seconds', async () => {
  const { rows } = await stack.db.execute(sql`select current_setting('statement_timeout') as it`)
  expect(rows).toEqual([{ it: '30s' }])
})

test('a frozen Postgres is 503 after 31 seconds, and requests are served again when it responds', {
  timeout: 90_000,
}, async () => {
  expect((await world.admin('GET', world.path('/users'))).status).toBe(200)
  between.freeze(true)
  const startedAt = performance.now()
  const answer = await world.admin('GET', world.path('/users'))
  const seconds = (performance.now() - startedAt) / 1000
  expect(answer.status, answer.raw).toBe(503)
  expect(answer.body).toMatchObject({ code: 'database_unavailable' })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  // The timeout of a statement, and a second for the answer of the database.
  expect(seconds).toBeGreaterThan(30)
  expect(seconds).toBeLessThan(41)
  between.freeze(false)
  // The abandoned connection is not used again.
  for (let times = 0; times < 8; times += 1)
    expect((await world.admin('GET', world.path('/users'))).status).toBe(200)
})

/** A client that loses some responses of the database. */
async function throughFaults(run: (db: Database, faults: { lose: boolean; sent: number }) => Promise<void>) {
  const database = await openServer(databaseUrl)
  const endpoint = await startNeonEndpoint(database.backend)
  const faults = { lose: false, sent: 0 }
  const via = {
    async fetch(_: string, init?: RequestInit) {
      faults.sent += 1
      const answer = await fetch(endpoint.url, init)
      if (faults.lose) throw new TypeError('fetch failed', { cause: new Error('socket hang up') })
      return answer
    },
  }
  try {
    await run(connect(boundDatabaseUrl, via), faults)
  } finally {
    await endpoint.close()
    await database.close()
  }
}

const newAccount = () => ({ sid: newSid('AC'), name: 'Sent once' })
const countOf = async (db: Database, { sid }: { sid: `AC${string}` }) =>
  (await db.select().from(account).where(eq(account.sid, sid))).length

test('a write whose response is lost after its commit is not sent again, and the client gets 503', async () => {
  await throughFaults(async (db, faults) => {
    const row = newAccount()
    faults.lose = true
    const failed = await batch(db, { row: db.insert(account).values(row) }).catch(toProblem)
    faults.lose = false
    expect(failed).toMatchObject({ code: 'database_unavailable' })
    expect(faults.sent).toBe(1)
    expect(await countOf(db, row)).toBe(1)
  })
})

test('a transaction that was rolled back is sent again, and takes effect once', async () => {
  await throughFaults(async (db, faults) => {
    const row = newAccount()
    await db.execute(sql`create sequence if not exists tries`)
    // A sequence is not rolled back with its transaction: the first two tries fail.
    await db.execute(sql`create or replace function fail_twice() returns void language plpgsql as $$
      begin
        if nextval('tries') <= 2 then raise exception using errcode = '40001', message = 'not now'; end if;
      end $$`)
    faults.sent = 0
    const failing = db.select({ done: sql`fail_twice()` }).from(sql`(select) as nothing`)
    await batch(db, { row: db.insert(account).values(row), failing })
    expect(faults.sent).toBe(3)
    expect(await countOf(db, row)).toBe(1)
    await db.execute(sql`drop function fail_twice`)
    await db.execute(sql`drop sequence tries`)
  })
})

test('a refused statement is not sent again', async () => {
  await throughFaults(async (db, faults) => {
    const failed = await batch(db, { held: guard(db, sql`false`, 'not_found') }).catch(toProblem)
    expect(failed).toMatchObject({ code: 'not_found' })
    expect(faults.sent).toBe(1)
  })
})
