// A query that takes too long, on a real Postgres.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { withStatementTimeout } from '../../../db/context.ts'
import { noTable } from '../../../db/guard.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { limited } from '../../support/limited.ts'
import { lockClient } from '../../support/lock-client.ts'
import { isExhaustive } from '../../support/rounds.ts'
import { ownStack, sharedStack } from '../../support/stack.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let stack: Stack
let world: World
beforeAll(async () => {
  stack = await (isExhaustive ? ownStack({ kind: 'postgres' }) : sharedStack('postgres'))
  world = await makeWorld(stack)
}, 180_000)
afterAll(() => (isExhaustive ? stack.close() : undefined))
const other = lockClient(() => stack)

const forAMinute = <T>(work: () => Promise<T>) => withStatementTimeout(60_000, work)

// This waits 30 seconds; contract/timeouts has the timeout of each statement.
test.runIf(isExhaustive)(
  'a statement over 30 seconds is 503 too_slow, names what to narrow, and counts',
  {
    timeout: 120_000,
  },
  async () => {
    await world.admin('PUT', world.path('/settings'), { body: { readsPerMinute: 5 } })
    const { sid, call } = await world.credential(allow(['sp:*'], ['*']))
    // Readers wait for this lock as for a slow query.
    await other.query('begin; lock table users in access exclusive mode')
    const startedAt = performance.now()
    const answer = await call('GET', world.path('/users?firstName=a'))
    const seconds = (performance.now() - startedAt) / 1000
    expect([answer.status, answer.text('code'), answer.roundTrips]).toEqual([503, 'too_slow', 1])
    expect(answer.text('detail')).toContain('firstName')
    expect(seconds).toBeGreaterThan(29)
    expect(seconds).toBeLessThan(45)
    await other.query('rollback')
    // The count of the request was rolled back with its query, and is made after its response.
    const counted = sql`select used from request_count where caller = ${sid} and not is_write`
    await expect.poll(async () => (await stack.db.execute(counted)).rows).toEqual([{ used: 1 }])
    const next = await call('GET', world.path('/users'))
    expect(next.headers.get('ratelimit')).toMatch(/;r=3;/)
  },
)

test('an operation with a longer timeout sets it for its transaction alone', async () => {
  const timeout = stack.db.select({ it: sql<string>`current_setting('statement_timeout')` }).from(noTable)
  const within = await forAMinute(() => batch(stack.db, { timeout }))
  const after = await batch(stack.db, { timeout })
  expect([within.timeout, after.timeout]).toEqual([[{ it: '1min' }], [{ it: '30s' }]])
})

test('a query that takes too long reserves no reads', async () => {
  const own = await limited(stack, { readsPerMinute: 3000 })
  let sent = 0
  const read = async () => {
    sent += 1
    return await own.call('GET', own.path('/users'))
  }
  while (sent < 100) await read()
  // A cancelled query fails as one that takes too long. One of these reads wants to reserve others.
  await other.query('begin; lock table users in access exclusive mode')
  while (sent < 112) {
    const answer = read()
    await expect.poll(other.waiting, { interval: 20 }).toBe(1)
    await other.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect((await answer).text('code')).toBe('too_slow')
  }
  await other.query('rollback')
  const lost = async () => {
    const remaining = /;r=(\d+);/.exec((await read()).headers.get('ratelimit') ?? '')?.[1]
    return 3000 - sent - Number(remaining)
  }
  await expect.poll(lost).toBe(0)
})
