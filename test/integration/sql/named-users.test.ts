// The users whose names contain parts.
import { beforeEach, expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run } = sqlDatabase()
const other = id(40)

beforeEach(() =>
  run(`
  insert into install (sid, account_sid, application_sid, name)
    values ('${other}', '${sids.account}', '${sids.application}', 'Other');
  insert into users (sid, install_sid, first_name, last_name, email, erased_date, merged_into_sid) values
    ('${id(41)}', '${sids.install}', 'Zoë', 'O''Hara', 'a@school.example', null, null),
    ('${id(42)}', '${sids.install}', 'Zoe', '100%', 'b@school.example', null, null),
    ('${id(43)}', '${other}', 'Zoë', 'O''Hara', 'c@school.example', null, null),
    ('${id(44)}', '${sids.install}', 'Zoë', 'O''Hara', 'd@school.example', now(), '${id(41)}')`),
)

const named = async (first: string | null, last: string | null) =>
  (await rows('select users_named($1, $2, $3) as sid order by 1', [sids.install, first, last])).map(
    ({ sid }) => sid,
  )

test('users_named returns the users of the install whose names contain the parts, without merged ones', async () => {
  expect(await named('ZOÉ', null)).toEqual([id(41), id(42)])
  expect(await named(null, 'hara')).toEqual([id(41)])
  expect(await named('oe', 'O')).toEqual([id(41)])
  expect(await named('oe', 'x')).toEqual([])
  // `%`, `_` and `\` are ordinary characters.
  expect(await named(null, '0%')).toEqual([id(42)])
  expect(await named('_', null)).toEqual([])
  expect(await named('o', '')).toEqual([id(41), id(42)])
})
