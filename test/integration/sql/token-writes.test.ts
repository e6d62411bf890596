// Functions that create tokens.
import { beforeEach, expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run, value } = sqlDatabase()
const [root, second, third, other] = [id(20), id(21), id(22), id(23)]
const fingerprint = `(select authority_fingerprint(c) from api_credential c where c.sid = '${sids.credential}')`

const issue = (secret: string, sid = root, target = sids.users) =>
  rows(`select t.sid, t.expires_at - t.created_date = interval '10 seconds' as short, t.token_type, t.resource
    from issue_token('${sid}', sha256('${sid}'), 10, uuidv7(), '${sids.install}', '${sids.credential}', '${target}', 'api', null,
      '*', '{}', ${fingerprint}, ${secret}) t`)

const refresh = (sid: string, replaced: string, secret = 'null', install = sids.install) =>
  rows(`select t.sid, t.replaced_by from refresh_token('${sid}', sha256('${sid}'), 10, uuidv7(), '${replaced}',
    '${sids.credential}', ${fingerprint}, ${secret}, '${install}') t`)

const secret = `'\\x01'`
const wrongSecret = `'\\x02'`
const issued = { sid: root, short: true, token_type: 'api', resource: '*' }

beforeEach(() =>
  run(`update api_credential set revoked_at = null, expires_at = null where sid = '${sids.credential}'`),
)

test.each(['null', secret])(
  'issue_token inserts a family, its root token and the event, with the secret %s',
  async known => {
    expect(await issue(known)).toEqual([issued])
    expect(await rows('select event, token_sid, family_sid, actor_sid from sts_event')).toEqual([
      { event: 'issued', token_sid: root, family_sid: root, actor_sid: sids.credential },
    ])
    expect(await value('select inactive_reason from token_state where sid = $1', [root])).toBe(null)
  },
)

test.each([
  ['a revoked creator', 'update api_credential set revoked_at = now()', 'null'],
  ['an expired creator', 'update api_credential set expires_at = now()', secret],
  ['an erased user', 'update users set erased_date = now()', 'null'],
  ['another secret', 'select', wrongSecret],
  [
    'a creator without access',
    `insert into account (sid, name) values ('${id(60)}', 'Other');
    update api_credential set account_sid = '${id(60)}'`,
    secret,
  ],
])('issue_token inserts nothing for %s', async (_, change, known) => {
  await run(change)
  expect(await issue(known)).toEqual([])
  expect(await rows('select from sts_family')).toEqual([])
})

test.each(['null', secret])(
  'refresh_token replaces the newest token once, with the secret %s',
  async known => {
    await issue('null')
    expect(await refresh(second, root, known)).toEqual([{ sid: second, replaced_by: null }])
    expect(await refresh(third, root)).toEqual([{ sid: null, replaced_by: second }])
    expect(await refresh(third, root, secret)).toEqual([])
    expect(await rows('select token_sid from sts_event order by sid')).toEqual([
      { token_sid: root },
      { token_sid: second },
    ])
  },
)

test.each([
  ['another secret', 'select', wrongSecret, sids.install],
  ['another install', 'select', secret, other],
  [
    'a policy that was not compared',
    'update sts_family set creator_fingerprint = null',
    secret,
    sids.install,
  ],
  ['a caller that has expired', 'update api_credential set expires_at = now()', secret, sids.install],
])('refresh_token returns no row for an earlier decision with %s', async (_, change, known, install) => {
  await issue('null')
  await run(change)
  expect(await refresh(second, root, known, install)).toEqual([])
})

test('refresh_token has no successor for a token that is inactive for another reason than its replacement', async () => {
  await issue('null')
  await run('update sts_family set revoked_at = now()')
  expect(await refresh(second, root)).toEqual([{ sid: null, replaced_by: null }])
})

test('insert_token limits the lifetime by that of the install and of the family', async () => {
  await issue('null')
  const lifetime = async (sid: string) =>
    value(`select extract(epoch from t.expires_at - t.created_date)::int
      from insert_token('${root}', '${sid}', sha256('${sid}'), 3600, uuidv7(), 'refreshed') t`)
  await run('update install set max_token_ttl_seconds = 60; update sts_family set generation = 1')
  expect(await lifetime(second)).toBe(60)
  await run(`update sts_family set generation = 2, absolute_expires_at = now() + interval '5 seconds'`)
  expect(await lifetime(third)).toBe(5)
})
