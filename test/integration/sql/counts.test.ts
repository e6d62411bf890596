// The numbers of tokens and of pairs of an install, kept by triggers and by the cron.
import { beforeEach, expect, test } from 'vitest'
import { sidFromUuid } from '../../../db/sid.ts'
import { prepare, type Statement } from '../../../db/statement.ts'
import { addRowCountChanges, rowCountOf } from '../../../src/shared/row-count.ts'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const family = id(20)

const insertTokens = (from: number, to: number) =>
  run(`insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
    select uuid_v7(), '${family}', n, sha256(n::text::bytea), now() from generate_series(${from}, ${to}) n`)

const installSid = sidFromUuid('AI', sids.install)
const counts = { tokens: rowCountOf('sts_token'), pairs: rowCountOf('session_pair') }

const execute = (statement: Statement) => {
  const { text, params } = prepare(statement)
  return value(text, params)
}
const countOf = (name: keyof typeof counts, of = installSid) => execute(counts[name]({ installSid: of }))
const addChanges = () => execute(addRowCountChanges({}))

beforeEach(() =>
  run(`insert into sts_family (sid, install_sid, credential_sid, holder_sid, token_type, resource, policy, install_epoch,
      credential_epoch, holder_epoch, absolute_expires_at)
    values ('${family}', '${sids.install}', '${sids.credential}', '${sids.credential}', 'api', '*', '{}', 0, 0, 0, now())`),
)

test('count_rows records one change for each statement that inserts or deletes tokens', async () => {
  await insertTokens(0, 4)
  await insertTokens(5, 6)
  await run('delete from sts_token where generation < 3')
  const changes = await rows('select table_name, install_sid, change from row_count_change order by id')
  const of = { table_name: 'sts_token', install_sid: sids.install }
  expect(changes).toEqual([
    { ...of, change: 5 },
    { ...of, change: 2 },
    { ...of, change: -3 },
  ])
  expect(await countOf('tokens')).toBe(4)
})

test('count_rows counts a pair once, however often its session changes', async () => {
  await run(insertSession)
  await run(`update exam_session set status = 'Scheduled'; update exam_session set cancelled_date = now()`)
  expect([await countOf('pairs'), await countOf('tokens')]).toEqual([1, 0])
  await run('delete from session_pair')
  expect(await countOf('pairs')).toBe(0)
})

test('the count of an install is the same before and after its changes are added, and has no rows of others', async () => {
  await insertTokens(0, 4)
  expect(await addChanges()).toBe(1)
  await insertTokens(5, 6)
  await run('delete from sts_token where generation = 0')
  expect(await countOf('tokens')).toBe(6)
  expect(await addChanges()).toBe(2)
  expect(await countOf('tokens')).toBe(6)
  expect(await addChanges()).toBe(0)
  expect(await countOf('tokens', sidFromUuid('AI', id(99)))).toBe(0)
})

test('recount_rows repairs counts that were changed by hand', async () => {
  await insertTokens(0, 4)
  await run(insertSession)
  await addChanges()
  await insertTokens(5, 6)
  await run(`update row_count set total = 77; delete from row_count_change;
    insert into row_count (table_name, install_sid, total) values ('sts_token', '${id(99)}', 5)`)
  expect(await countOf('tokens')).toBe(77)
  await run('select recount_rows()')
  expect([await countOf('tokens'), await countOf('pairs')]).toEqual([7, 1])
  expect(await countOf('tokens', sidFromUuid('AI', id(99)))).toBe(0)
})
