// Functions of requests with an Idempotency-Key.
import { expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run, refused } = sqlDatabase()

/** A write, without which a transaction stores no key. */
const write = () => run('update install set name = name')

const owner = id(100)
const keep = (named: string[], { statements = 1, since = 'now()', by = owner } = {}) =>
  rows(
    `select keep_idempotent_results('AK1', 'k', '${by}', '\\x01', 'sealed', $1::uuid[], ${statements}, ${since})`,
    [named],
  )
const kept = () => rows('select sealed, results, user_sids from idempotency_key')
const inUse = (by: string) => refused(`select require_free_idempotency_key('AK1', 'k', '${by}')`)

test('require_free_idempotency_key raises idempotency_key_in_use for the key of another request of the caller', async () => {
  await rows(`select require_free_idempotency_key('AK1', 'k', '${owner}')`)
  await write()
  await keep([])
  await rows(`select require_free_idempotency_key('AK1', 'k', '${owner}')`)
  await rows(`select require_free_idempotency_key('AK2', 'k', '${id(101)}')`)
  expect(await inUse(id(101))).toMatchObject({ code: 'IV001', message: 'idempotency_key_in_use' })
  await run(`update idempotency_key set created_date = now() - interval '24 hours'`)
  await rows(`select require_free_idempotency_key('AK1', 'k', '${id(101)}')`)
})

test('keep_idempotent_results stores nothing if the transaction has written nothing', async () => {
  await keep([])
  expect(await kept()).toEqual([])
})

test('keep_idempotent_results stores the captured rows and the users among the uuids of the request and of the rows', async () => {
  await write()
  await run(`select set_config('invigil.rows_1', '[{"a":1,"a":"${sids.users}"}]', true)`)
  await keep([sids.course], { statements: 2 })
  expect(await kept()).toEqual([
    { sealed: 'sealed', results: [[], [{ a: sids.users }]], user_sids: [sids.users] },
  ])
})

test('forget_idempotent_results erases what is stored of requests that name a user who is erased', async () => {
  await write()
  await keep([sids.users])
  await run('update users set erased_date = now()')
  expect(await kept()).toEqual([{ sealed: null, results: null, user_sids: [] }])
})

test('uuids_in returns each uuid once, with or without hyphens', async () => {
  const text = `US${sids.users.replaceAll('-', '')} ${sids.users} ${sids.course} 0123`
  expect(await value('select uuids_in($1)', [text])).toEqual([sids.course, sids.users].toSorted())
  expect(await value(`select uuids_in('')`)).toEqual([])
})

test('idempotent_rows returns the names and values of each row, also of columns with the same name', async () => {
  expect(await value(`select idempotent_rows('[[{"a":1,"a":null}],[]]')`)).toEqual([
    [{ names: ['a', 'a'], values: [1, null] }],
    [],
  ])
})
