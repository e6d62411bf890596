// Views, which a migration drops and creates again when one of them has changed.
import { expect, test } from 'vitest'
import { sqlDatabase } from '../../support/sql.ts'

const { rows } = sqlDatabase()

test('no function has a row of a view as a parameter or a result: a migration could not drop the view', async () => {
  const named = await rows(`
    select p.proname, v.relname from pg_proc p
    join pg_class v on v.relkind = 'v' and v.relnamespace = 'public'::regnamespace
      and (v.reltype = p.prorettype or v.reltype = any (coalesce(p.proallargtypes, p.proargtypes::oid[])))`)
  expect(named).toEqual([])
  expect(
    await rows(`select from pg_class where relkind = 'v' and relname = 'effective_configuration'`),
  ).toHaveLength(1)
})
