// One Idempotency-Key in the transactions of several clients at the same time, on a real Postgres.
import { expect, test } from 'vitest'
import { inAll, rounds } from '../../support/rounds.ts'
import { id, sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'
import { someWait } from '../../support/waiting.ts'

const turns = rounds({ quick: 100, all: 3000 })
const connected = sqlClients()

test.runIf(inAll('integration/idempotency/races'))(
  `require_free_idempotency_key raises for all but one of six clients that use a key, over ${turns} keys`,
  async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, connected))
    const used: number[] = []
    for (let turn = 0; turn < turns; turn++) {
      const use = async (client: (typeof clients)[number], at: number): Promise<boolean> => {
        const owner = id(1 + at)
        // One message, which is one transaction.
        const batch = `select require_free_idempotency_key('AK1', '${turn}', '${owner}');
        select pg_current_xact_id();
        select keep_idempotent_results('AK1', '${turn}', '${owner}', '\\x01', 'sealed', '{}', 1, now())`
        const error = await client.query(batch).then(
          () => undefined,
          (refusal: { message: string }) => refusal.message,
        )
        expect([undefined, 'idempotency_key_in_use']).toContain(error)
        return error === undefined
      }
      used.push((await Promise.all(clients.map(use))).filter(Boolean).length)
    }
    expect(used.filter(times => times !== 1)).toEqual([])
  },
  240_000,
)

test('keep_idempotent_results waits for the erasure of a user whom it names, and then stores only the key', async () => {
  const [erasing, keeping] = [await connected(), await connected()]
  await erasing.query('begin')
  await erasing.query('update users set erased_date = now() where sid = $1', [sids.users])
  const kept = keeping.query(`select pg_current_xact_id();
    select keep_idempotent_results('AK2', 'k', '${id(1)}', '\\x01', 'sealed', array['${sids.users}']::uuid[], 1,
      now() - interval '1 minute')`)
  await someWait(erasing, { called: 'keep_idempotent_results' })
  await erasing.query('commit')
  await kept
  const { rows } = await keeping.query(
    `select sealed, results, user_sids from idempotency_key where caller = 'AK2'`,
  )
  expect(rows).toEqual([{ sealed: null, results: null, user_sids: [] }])
})

test('keep_idempotent_results stores only the key if a user was erased after the request began', async () => {
  const client = await connected()
  // In a transaction of its own: a request may name users that it merges itself.
  await client.query('update users set erased_date = now() where sid = $1', [sids.users])
  await client.query(`select pg_current_xact_id();
    select keep_idempotent_results('AK3', 'k', '${id(1)}', '\\x01', 'sealed', array['${sids.users}']::uuid[], 1,
      now() - interval '1 minute')`)
  const { rows } = await client.query(
    `select sealed, results, user_sids from idempotency_key where caller = 'AK3'`,
  )
  expect(rows).toEqual([{ sealed: null, results: null, user_sids: [] }])
})
