// Functions that say whether tokens are active, and record how they end.
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

test('token_successor is the next token of the family, null while there is none', async () => {
  expect(await value('select token_successor($1)', [first])).toBe(null)
  await run(`update sts_family set generation = 1;
    insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
      values ('${second}', '${family}', 1, '\\x12', now() + interval '1 hour')`)
  expect(await value('select token_successor($1)', [first])).toBe(second)
  expect(await value('select token_successor($1)', [second])).toBe(null)
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
