// Functions that follow changes of people: they end sign-ins, and audit changes of records.
import { beforeEach, expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const { install, users } = sids

beforeEach(() =>
  run(`delete from audit_event; update users set password_hash = 'hash'; delete from sign_in_event; delete from audit_event;
    insert into sign_in_session (sid, user_sid, secret_hash, expires_at) values ('${id(80)}', '${users}', '\\x01', now());
    insert into mfa_challenge (secret_hash, user_sid, expires_at) values ('\\x02', '${users}', now());
    insert into password_reset (secret_hash, user_sid, expires_at) values ('\\x03', '${users}', now())`),
)

const left = () =>
  value(`select (select count(*) from sign_in_session) + (select count(*) from mfa_challenge)
    + (select count(*) from password_reset) as left`)
const signIns = () => rows('select event, user_sid, actor from sign_in_event order by event')

test.each([
  ['password_changed', `password_hash = 'other'`],
  ['email_changed', `email = 'other@school.example'`],
  ['user_disabled', 'enabled = false'],
])('end_sign_ins ends the sign-ins of a user and records %s after %s', async (event, change) => {
  await rows(`select set_config('invigil.actor', 'OP01', true)`)
  await run(`update users set ${change}`)
  expect(Number(await left())).toBe(0)
  expect(await signIns()).toEqual([{ event, user_sid: users, actor: 'OP01' }])
})

test('end_sign_ins ends none after other changes, nor for a statement that keeps them', async () => {
  await run(`update users set first_name = 'Eve'`)
  await rows(`select set_config('invigil.keeps_sign_ins', 'on', true)`)
  await run(`update users set password_hash = 'other'`)
  expect(Number(await left())).toBe(3)
  expect(await signIns()).toEqual([])
})

test('end_sign_ins records nothing for an erased person', async () => {
  await run(`update users set email = '', enabled = false, erased_date = now()`)
  expect([Number(await left()), await signIns()]).toEqual([0, []])
})

const audited = () =>
  rows(
    `select kind, action, record_sid, install_sid, changes, actor, request_id from audit_event order by sid`,
  )
const recordSid = `US${users.replaceAll('-', '')}`

test('audit_changes records the names of the changed members and the actor, and no values', async () => {
  await rows(`select set_config('invigil.audit', '{"actor": "AK01", "requestId": "r1"}', true)`)
  await run(`update users set first_name = 'Secret', password_hash = 'secret', edit_date = now()`)
  expect(await audited()).toEqual([
    {
      kind: 'user',
      action: 'updated',
      record_sid: recordSid,
      install_sid: install,
      changes: ['firstName', 'password'],
      actor: 'AK01',
      request_id: 'r1',
    },
  ])
  expect(await value('select audit_event::text from audit_event')).not.toMatch(/secret/i)
})

test.each([
  ['tokens', 'revoked', 'update users set sts_epoch = 1'],
  ['user', 'erased', 'update users set erased_date = now()'],
  ['credential', 'revoked', 'update api_credential set revoked_at = now()'],
  ['credential', 'rotated', `update api_credential set replaced_by_sid = sid`],
  ['install', 'updated', `update install set name = 'Renamed'`],
  ['account', 'updated', `update account set name = 'Renamed'`],
])('audit_changes records %s as %s after %s', async (kind, action, statement) => {
  await run(statement)
  expect(await audited()).toMatchObject([{ kind, action }])
})

test('audit_changes records inserts and deletes, and nothing when no audited column changes', async () => {
  await run(`update users set edit_date = now(); update users set first_name = first_name`)
  expect(await audited()).toEqual([])
  await run(`insert into users (sid, install_sid, first_name, last_name, email)
      values ('${id(81)}', '${install}', 'Bo', 'New', 'bo@school.example')`)
  await run(`delete from users where sid = '${id(81)}'`)
  expect(await audited()).toMatchObject([{ action: 'created' }, { action: 'deleted' }])
})

test('audit_changes records nothing for a statement that seals texts again', async () => {
  await rows(`select set_config('invigil.unaudited', 'on', true)`)
  await run(`update users set first_name = 'Eve'`)
  expect(await audited()).toEqual([])
})
