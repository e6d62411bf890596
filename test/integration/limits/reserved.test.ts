// The reads that are reserved for busy callers (docs/adr/0021-reserved-reads.md).
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Answer, Call } from '../../support/client.ts'
import { limited } from '../../support/limited.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

type Limited = Awaited<ReturnType<typeof limited>>

/** How the reads of the caller are counted in the database. */
const countOf = async ({ stack, sid }: Limited) => {
  const { rows } = await stack.db.execute<{ used: number }>(
    sql`select used from request_count where caller = ${sid} and not is_write`,
  )
  return rows[0]?.used ?? 0
}

const remainingOf = ({ headers }: Answer) => Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1])

async function readsOf(call: Call, path: string, times: number): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let time = 0; time < times; time += 1) answers.push(await call('GET', path))
  return answers
}

test.each([
  ['a list, which is counted last', '/users'],
  ['a record', '/settings'],
])(
  'of the reads of a busy caller few write: %s. What remains decreases by one with each',
  async (_, path) => {
    const own = await limited(world.stack, { readsPerMinute: 3000 })
    let [writes, before] = [0, 0]
    for (let time = 1; time <= 120; time += 1) {
      const answer = await own.call('GET', own.path(path))
      const used = await countOf(own)
      if (used !== before) writes += 1
      before = used
      expect([answer.status, answer.roundTrips, remainingOf(answer)]).toEqual([200, 1, 3000 - time])
      expect(used).toBeGreaterThanOrEqual(time)
      expect(used - time).toBeLessThanOrEqual(Math.min((3 / 16) * time, 22))
    }
    expect(writes).toBeLessThan(40)
  },
)

test('a lower limit applies to a busy caller at once, and null lifts it at once', async () => {
  const own = await limited(world.stack, { readsPerMinute: 3000 })
  await readsOf(own.call, own.path('/users'), 100)
  await own.admin('PUT', own.path('/settings'), { body: { readsPerMinute: 50 } })
  expect((await own.call('GET', own.path('/users'))).status).toBe(429)
  await own.admin('PUT', own.path('/settings'), { body: { readsPerMinute: null } })
  const [unlimited] = await readsOf(own.call, own.path('/users'), 1)
  expect([unlimited?.status, unlimited?.headers.get('ratelimit')]).toEqual([200, null])
})

test('a credential that is revoked while reads are reserved for it is 401 at once', async () => {
  const own = await limited(world.stack, { readsPerMinute: 3000 })
  await readsOf(own.call, own.path('/users'), 100)
  await own.admin('DELETE', own.path(`/credentials/${own.sid}`))
  const statuses = (await readsOf(own.call, own.path('/users'), 20)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([401]))
})

test('reads are reserved for one install, and not for a path of another one or of none', async () => {
  const own = await limited(world.stack, { readsPerMinute: 3000 })
  await readsOf(own.call, own.path('/users'), 100)
  await own.admin('PUT', '/api/account', { body: { readsPerMinute: 2 } })
  const statuses = (await readsOf(own.call, world.path('/users'), 4)).map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 429, 429])
})
