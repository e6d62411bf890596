// The order of ids. On a Postgres: the clock of PGlite has whole milliseconds.
import { expect, test } from 'vitest'
import { sqlDatabase } from '../../support/sql.ts'

const { rows } = sqlDatabase('postgres')

test('uuid_v7 makes ids that sort in the order in which they were made, also within a millisecond', async () => {
  // The sum takes some microseconds, so that no two ids are of the same one.
  const made = await rows(`select uuid_v7()::text as sid, (select sum(m + n) from generate_series(1, 100) m)
    from generate_series(1, 200) n`)
  const sids = made.map(({ sid }) => String(sid))
  expect(sids).toEqual(sids.toSorted())
})
