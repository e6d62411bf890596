// Who sets the limits of the requests of a caller, and how its requests wait for each other.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { withStatementTimeout } from '../../../db/context.ts'
import { noTable } from '../../../db/guard.ts'
import type { Call } from '../../support/client.ts'
import { limited } from '../../support/limited.ts'
import { age, signedInAs } from '../../support/platform.ts'
import { makeWorld, type World } from '../../support/world.ts'

type Limited = Awaited<ReturnType<typeof limited>>

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

test.each(['readsPerMinute', 'writesPerMinute'])(
  'a credential that is bound to the install cannot set %s',
  async name => {
    const { call, path, admin } = await limited(world.stack, { readsPerMinute: 9, writesPerMinute: 9 })
    const before = (await admin('GET', path('/settings'))).body
    for (const value of [null, 1_000_000, 9]) {
      const body = { [name]: value, noShowGraceMinutes: 3 }
      const refused = await call('PUT', path('/settings'), { body })
      expect([refused.status, refused.text('code'), refused.text('action')]).toEqual([
        ...[403, 'action_not_allowed', 'sp:UpdateInstallSettings'],
      ])
      expect(refused.text('detail')).toContain('bound to one install')
    }
    expect((await admin('GET', path('/settings'))).body).toEqual(before)
    expect((await call('PUT', path('/settings'), { body: { noShowGraceMinutes: 3 } })).status).toBe(200)
  },
)

test('a credential of the account and an operator set the limits of an install', async () => {
  const own = await limited(world.stack, { readsPerMinute: 9 })
  const { call } = await signedInAs(own, 'admin')
  for (const by of [own.admin, call]) {
    const changed = await by('PUT', own.path('/settings'), { body: { writesPerMinute: 8 } })
    expect([changed.status, changed.body['writesPerMinute']]).toEqual([200, 8])
  }
})

/** A caller with a limit: a credential, or an operator who was not seen for more than a minute. */
const callers: Record<string, (own: Limited) => Promise<Call>> = {
  credential: async ({ call }) => call,
  operator: async own => {
    const operator = await signedInAs(own, 'admin')
    await age(operator, 'sign_in_session', ['last_seen_date'], 90)
    return operator.call
  },
}

// The list locks what it writes first and the count last, the other read the reverse: one must not wait for the other.
test.each(Object.entries(callers))(
  'reads of a list that wait do not make others of the %s wait',
  async (_, callerIn) => {
    const own = await limited(world.stack, { readsPerMinute: 9 })
    const { path, stack } = own
    const call = await callerIn(own)
    const locked = withStatementTimeout(60_000, () =>
      batch(stack.db, {
        lock: stack.db.execute(sql`lock table course in access exclusive mode`),
        held: stack.db.select({ slept: sql`pg_sleep(3)` }).from(noTable),
      }),
    )
    const waiting = (table: string) =>
      stack.db.execute(sql`select from pg_locks where not granted and relation = ${table}::regclass`)
    await expect
      .poll(
        async () =>
          (await stack.db.execute(sql`select from pg_locks where mode = 'AccessExclusiveLock'`)).rows.length,
      )
      .toBeGreaterThan(0)
    const slow = call('GET', path('/courses'))
    await expect.poll(async () => (await waiting('course')).rows.length).toBeGreaterThan(0)
    for (const other of ['/eventTypes', '/settings'])
      expect(await call('GET', path(other))).toMatchObject({ status: 200, roundTrips: 1 })
    expect((await waiting('course')).rows.length).toBeGreaterThan(0)
    await locked
    const list = await slow
    expect(list).toMatchObject({ status: 200, roundTrips: 1 })
    expect(list.headers.get('ratelimit')).toMatch(/;r=6;/)
  },
)
