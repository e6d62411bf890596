// Who sets the limits of the requests of a caller, and how its requests wait for each other.
import { beforeAll, expect, test } from 'vitest'
import type { Call } from '../../support/client.ts'
import { limited } from '../../support/limited.ts'
import { lockClient } from '../../support/lock-client.ts'
import { age, signedInAs } from '../../support/platform.ts'
import { makeWorld, type World } from '../../support/world.ts'

type Limited = Awaited<ReturnType<typeof limited>>

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
const other = lockClient(() => world.stack)

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
    const { path } = own
    const call = await callerIn(own)
    await other.query('begin; lock table course in access exclusive mode')
    const slow = call('GET', path('/courses'))
    const waiting = async () =>
      (await other.query(`select from pg_locks where not granted and relation = 'course'::regclass`)).rowCount
    await expect.poll(waiting).toBe(1)
    for (const quick of ['/eventTypes', '/settings'])
      expect(await call('GET', path(quick))).toMatchObject({ status: 200, roundTrips: 1 })
    expect(await waiting()).toBe(1)
    await other.query('commit')
    const list = await slow
    expect(list).toMatchObject({ status: 200, roundTrips: 1 })
    expect(list.headers.get('ratelimit')).toMatch(/;r=6;/)
  },
)
