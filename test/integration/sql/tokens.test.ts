// Functions that determine whether tokens are active, and record their end.
import { beforeEach, expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const [family, first, second] = [id(20), id(21), id(22)]

beforeEach(() =>
  run(`
    insert into sts_family (sid, install_sid, credential_sid, holder_sid, target_user_sid, token_type, resource, policy,
        install_epoch, credential_epoch, holder_epoch, user_epoch, absolute_expires_at)
      values ('${family}', '${sids.install}', '${sids.credential}', '${sids.credential}', '${sids.users}', 'element', '*',
        '{}', 0, 0, 0, 0, now() + interval '1 day');
    insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
      values ('${first}', '${family}', 0, '\\x11', now() + interval '1 hour')`),
)

const reason = (sid = first) =>
  value(
    `select token_inactive_reason(t, f, i, c, c, u.sts_epoch) from sts_token t join sts_family f on f.sid = t.family_sid
     join install i on i.sid = f.install_sid join api_credential c on c.sid = f.credential_sid
     left join users u on u.sid = f.target_user_sid where t.sid = $1`,
    [sid],
  )

test('token_inactive_reason is null for an active token', async () => {
  expect(await reason()).toBe(null)
})

test.each([
  ['replaced', 'update sts_family set generation = 1'],
  ['revoked', 'update sts_family set revoked_at = now()'],
  ['expired', 'update sts_token set expires_at = now()'],
  ['expired', 'update sts_family set absolute_expires_at = now()'],
  ['install_revoked', 'update install set sts_epoch = 1'],
  ['user_revoked', 'update users set sts_epoch = 1'],
  ['credential_revoked', 'update api_credential set sts_epoch = 1'],
  ['credential_revoked', 'update api_credential set revoked_at = now()'],
  ['credential_revoked', 'update api_credential set expires_at = now()'],
])('token_inactive_reason is %s after %s, and token_state has the same', async (expected, statement) => {
  await run(statement)
  expect(await reason()).toBe(expected)
  expect(await value('select inactive_reason from token_state where sid = $1', [first])).toBe(expected)
})

test('token_by_secret has the row of token_state of the token with the secret, and no other', async () => {
  const [found, ...others] = await rows(`select * from token_by_secret('\\x11')`)
  expect(others).toEqual([])
  const [state] = await rows('select * from token_state where sid = $1', [first])
  expect(state).toMatchObject(found ?? {})
  expect(found).toMatchObject({ sid: first, family_sid: family, inactive_reason: null })
  await run('update install set sts_epoch = 1')
  expect(await value(`select inactive_reason from token_by_secret('\\x11')`)).toBe('install_revoked')
  expect(await rows(`select from token_by_secret('\\x12')`)).toEqual([])
})

test('token_successor is the next token of the family, or null', async () => {
  expect(await value('select token_successor($1)', [first])).toBe(null)
  await run(`update sts_family set generation = 1;
    insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
      values ('${second}', '${family}', 1, '\\x12', now() + interval '1 hour')`)
  expect(await value('select token_successor($1)', [first])).toBe(second)
  expect(await value('select token_successor($1)', [second])).toBe(null)
})

test('set_token_install sets the install of tokens that the previous build inserts, with and after their family', async () => {
  const install = 'select install_sid from sts_token where sid = $1'
  expect(await value(install, [first])).toBe(sids.install)
  await run(`
    with family as (
      insert into sts_family (sid, install_sid, credential_sid, holder_sid, token_type, resource, policy, install_epoch,
          credential_epoch, holder_epoch, absolute_expires_at)
        select '${second}', install_sid, credential_sid, holder_sid, token_type, resource, policy, 0, 0, 0, now()
        from sts_family
      returning *
    )
    insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
    select sid, sid, 0, '\\x12', now() from family`)
  expect(await value(install, [second])).toBe(sids.install)
})

const fingerprint = (where = `sid = '${sids.credential}'`) =>
  value(`select encode(authority_fingerprint(c), 'hex') from api_credential c where ${where}`)

test.each([
  [`policy = '{"version": "1", "statements": []}'`],
  [`role = 'learner'`],
  ['install_sid = case when install_sid is null then (select sid from install limit 1) end'],
  [`account_sid = '${id(60)}'`],
  [`application_sid = '${id(61)}'`],
])('authority_fingerprint changes with %s, and is the same again when it is restored', async change => {
  await run(`insert into account (sid, name) values ('${id(60)}', 'Other');
    insert into application (sid, account_sid, name) values ('${id(61)}', '${id(60)}', 'Other');
    create temporary table earlier on commit drop as select * from api_credential where sid = '${sids.credential}'`)
  const before = await fingerprint()
  expect(before).toMatch(/^[0-9a-f]{64}$/)
  await run(`update api_credential set ${change} where sid = '${sids.credential}'`)
  expect(await fingerprint()).not.toBe(before)
  await run(`update api_credential c set policy = e.policy, role = e.role, install_sid = e.install_sid,
    account_sid = e.account_sid, application_sid = e.application_sid from earlier e where c.sid = e.sid`)
  expect(await fingerprint()).toBe(before)
})

test('authority_fingerprint differs between credentials of the same rights, and not by epoch, expiry and revocation', async () => {
  const before = await fingerprint()
  await run(`insert into api_credential (sid, account_sid, application_sid, install_sid, name, role, policy, secret_hash)
    select '${id(62)}', account_sid, application_sid, install_sid, name, role, policy, '\\x62'
    from api_credential where sid = '${sids.credential}'`)
  expect(await fingerprint(`sid = '${id(62)}'`)).not.toBe(before)
  await run(`update api_credential set sts_epoch = 7, expires_at = now(), revoked_at = now(), name = 'Other'`)
  expect(await fingerprint()).toBe(before)
})

const audited = () =>
  rows(`select kind, action, record_sid, actor, operation from audit_event where kind = 'token_family'`)

test('audit_revoked_family writes one row when a family is revoked, none when it is refreshed', async () => {
  await rows(`select set_config('invigil.audit', '{"actor": "AK01", "operation": "revokeToken"}', true)`)
  await run('update sts_family set generation = 1')
  expect(await audited()).toEqual([])
  await run('update sts_family set revoked_at = now()')
  await run('update sts_family set revoked_at = now()')
  const recordSid = `TA${family.replaceAll('-', '')}`
  expect(await audited()).toEqual([
    {
      kind: 'token_family',
      action: 'revoked',
      record_sid: recordSid,
      actor: 'AK01',
      operation: 'revokeToken',
    },
  ])
})

test('record_ended_tokens writes the end of the tokens of a revoked credential and of an erased user', async () => {
  await run('update api_credential set revoked_at = now()')
  await run('update users set erased_date = now()')
  expect(
    await rows('select event, install_sid, credential_sid, target_user_sid from sts_event order by event'),
  ).toEqual([
    {
      event: 'credential_revoked',
      install_sid: sids.install,
      credential_sid: sids.credential,
      target_user_sid: null,
    },
    { event: 'user_revoked', install_sid: sids.install, credential_sid: null, target_user_sid: sids.users },
  ])
})

test('note_ended_account notes the account of each change that can end a token, and of no other', async () => {
  const [operator, session, family] = [id(60), id(61), id(62)]
  const credentials = `'${sids.credential}', '${sids.credential}'`
  await run(`insert into operator (sid, account_sid, email, name, role)
      values ('${operator}', '${sids.account}', 'op@school.example', 'Op', 'owner');
    insert into sign_in_session (sid, operator_sid, secret_hash, expires_at) values ('${session}', '${operator}', '\\x03', now());
    insert into totp (sid, operator_sid, secret) values ('${id(63)}', '${operator}', '');
    insert into sts_family (sid, install_sid, credential_sid, holder_sid, token_type, resource, policy, install_epoch,
      credential_epoch, holder_epoch, absolute_expires_at)
      values ('${family}', '${sids.install}', ${credentials}, 'api', '*', '{}', 0, 0, 0, now())`)
  const noted = async (change: string) => {
    await run(`select set_config('invigil.ended', '', true); ${change}`)
    return (await rows(`select current_setting('invigil.ended') as noted`))[0]?.['noted']
  }
  const account = `AC${sids.account.replaceAll('-', '')}`
  for (const change of [
    'update sts_family set generation = generation + 1',
    'update users set first_name = last_name',
    'update operator set last_login_date = now()',
    `update account set name = 'Other'`,
    `update install set name = 'Other'`,
  ])
    expect(await noted(change), change).toBe('')
  for (const change of [
    'update sts_family set revoked_at = now()',
    'update users set sts_epoch = sts_epoch + 1',
    `update users set role = 'proctor'`,
    'update install set sts_epoch = sts_epoch + 1',
    'update api_credential set sts_epoch = sts_epoch + 1',
    'update api_credential set expires_at = now()',
    'update api_credential set revoked_at = now()',
    'update account set require_mfa = true',
    'delete from totp',
    'delete from sign_in_session',
    `update operator set role = 'viewer'; update operator set disabled_date = now()`,
    'delete from operator',
  ])
    expect(await noted(change), change).toBe(account)
})
