// Sign-ins, and changes of a second factor, that are in progress while their user is erased, on a real Postgres.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { heldStack } from '../../../support/held.ts'
import type { Person } from '../../../support/platform.ts'
import {
  addMfa,
  askedForCode,
  login,
  makeInstallUser,
  signIn,
  verifyCode,
  wrongCode,
} from '../../../support/platform.ts'
import { makeWorld } from '../../../support/world.ts'

const held = heldStack()

/** The mark of an erasure, and a lock for which the insert of a row waits until the erasure is committed. */
const erase = ({ id }: Person, table: string) =>
  `update users set erased_date = now() where sid = '${id.slice(2)}';
  delete from sign_in_session where user_sid = '${id.slice(2)}';
  lock table ${table} in share row exclusive mode`

test('a wrong password, and a wrong code, whose user is erased meanwhile leave an event without address and browser', async () => {
  const { stack, whileHeld } = held()
  const clientsOf = async ({ id }: Person, event: string) => {
    const { rows } = await stack.db.execute(sql`select address, user_agent from sign_in_event
      where user_sid = ${id.slice(2)}::uuid and event = ${event}`)
    return rows
  }
  const person = await makeInstallUser(await makeWorld(stack))
  const [refused] = await whileHeld(erase(person, 'sign_in_event'), () =>
    login(person, { password: 'not the password' }),
  )
  expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  expect(await clientsOf(person, 'sign_in_failed')).toEqual([{ address: null, user_agent: null }])

  const other = await makeInstallUser(await makeWorld(stack))
  const { secret } = await addMfa((await signIn(other)).call)
  const mfaToken = await askedForCode(other)
  const [failed] = await whileHeld(erase(other, 'sign_in_event'), () =>
    verifyCode(other, mfaToken, wrongCode(secret)),
  )
  expect(failed).toMatchObject({ status: 401, body: { code: 'code_invalid' } })
  expect(await clientsOf(other, 'second_factor_failed')).toEqual([{ address: null, user_agent: null }])
})

test('an app that is enrolled while its user is erased is not stored', async () => {
  const { stack, whileHeld } = held()
  const person = await makeInstallUser(await makeWorld(stack))
  const { call } = await signIn(person)
  const [enrolled] = await whileHeld(erase(person, 'totp'), () => call('POST', '/api/auth/mfa/enroll'))
  const { rows } = await stack.db.execute(
    sql`select count(*)::int as apps from totp where user_sid = ${person.id.slice(2)}::uuid`,
  )
  expect(rows).toEqual([{ apps: 0 }])
  expect(enrolled).toMatchObject({ status: 401, body: { code: 'credential_invalid' } })
})
