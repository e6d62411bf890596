// What waits for a change of a person's password or second factor reads the change, on a real Postgres.

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rehash } from '../../../../src/platform/auth/passwords/queries.ts'
import { hashPassword } from '../../../../src/shared/crypto/password.ts'
import { type Answer, type Call, callerOf } from '../../../support/client.ts'
import { heldStack } from '../../../support/held.ts'
import {
  addMfa,
  codeOf,
  forgetCodes,
  login,
  makeInstallUser,
  makeOperator,
  moved,
  otherPassword,
  type Person,
  signIn,
  someEmail,
  somePassword,
  steadyCode,
} from '../../../support/platform.ts'
import { passwordCostLog2 } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const held = heldStack()

const tables: [string, string, (world: World) => Promise<Person>][] = [
  ['an operator', 'operator', makeOperator],
  ['a user of an install', 'users', makeInstallUser],
]

const isPerson = ({ id }: Person) => `sid = '${id.slice(2)}'`

const outcomeOf = (answer: Answer | Error) =>
  answer instanceof Error ? answer.message : [answer.status, answer.status < 400 ? '' : answer.text('code')]

test.each(tables)(
  'a change of the password of %s that waits for a reset does not undo it',
  async (_, table, make) => {
    const { stack, whileHeld } = held()
    const person = await make(await makeWorld(stack))
    const { call } = await signIn(person)
    const body = { currentPassword: person.password, password: somePassword() }
    const hash = await hashPassword(otherPassword, passwordCostLog2)
    const [changed] = await whileHeld(
      `update ${table} set password_hash = '${hash}' where ${isPerson(person)}`,
      () => call('POST', '/api/auth/change-password', { body }),
    )
    expect(changed && outcomeOf(changed)).toEqual([401, 'invalid_credentials'])
    expect((await login(person, { password: otherPassword })).status).toBe(200)
  },
)

test.each(tables)(
  'a new hash of the password of %s that waits for a reset does not undo it',
  async (_, table, make) => {
    const { stack, whileHeld } = held()
    const person = await make(await makeWorld(stack))
    const hash = await hashPassword(otherPassword, passwordCostLog2)
    const { rows } = await stack.db.execute<{ seen: string }>(
      sql`select password_hash as seen from ${sql.identifier(table)} where ${sql.raw(isPerson(person))}`,
    )
    const sids =
      table === 'users'
        ? { operatorSid: null, userSid: sidOf('US', person.id) }
        : { operatorSid: sidOf('OP', person.id), userSid: null }
    const newHash = await hashPassword(person.password, 11)
    const [replaced] = await whileHeld(
      `update ${table} set password_hash = '${hash}' where ${isPerson(person)}`,
      () => rehash(stack.db, sids, rows[0]?.seen ?? '', newHash),
    )
    expect(replaced).not.toBeInstanceOf(Error)
    expect((await login(person)).status).toBe(401)
    expect((await login(person, { password: otherPassword })).status).toBe(200)
  },
)

test.each(tables)(
  'a sign-in of %s succeeds if another one renews the hash of the same password meanwhile, and fails after a reset',
  async (_, table, make) => {
    const { stack, whileHeld } = held()
    const person = await make(await makeWorld(stack))
    const become = (hash: string) => `update ${table} set password_hash = '${hash}' where ${isPerson(person)}`
    const renewed = await hashPassword(person.password, passwordCostLog2)
    const [signedIn] = await whileHeld(become(renewed), () => login(person))
    expect(signedIn && outcomeOf(signedIn)).toEqual([200, ''])
    const reset = await hashPassword(otherPassword, passwordCostLog2)
    const [refused] = await whileHeld(become(reset), () => login(person))
    expect(refused && outcomeOf(refused)).toEqual([401, 'invalid_credentials'])
  },
)

type Send = (call: Call, currentPassword: string) => Promise<Answer>

const byPassword: [string, Send][] = [
  [
    'a change of the password',
    (call, currentPassword) =>
      call('POST', '/api/auth/change-password', { body: { currentPassword, password: somePassword() } }),
  ],
  [
    'a removal of the second factor',
    (call, password) => call('DELETE', '/api/auth/mfa', { body: { password } }),
  ],
]

test.each(byPassword.flatMap(([what, send]) => tables.map(row => [what, ...row, send] as const)))(
  '%s of %s is refused after a reset meanwhile, and succeeds if a sign-in renews the hash of the same password',
  async (_what, _who, table, make, send) => {
    const { stack, whileHeld } = held()
    const person = await make(await makeWorld(stack))
    const { call } = await signIn(person)
    await addMfa(call)
    const whileItBecomes = async (password: string, sent: string) => {
      const hash = await hashPassword(password, passwordCostLog2)
      const [answer] = await whileHeld(
        `select set_config('invigil.keeps_sign_ins', 'on', true);
        update ${table} set password_hash = '${hash}' where ${isPerson(person)}`,
        () => send(call, sent),
      )
      return answer && outcomeOf(answer)
    }
    expect(await whileItBecomes(otherPassword, person.password)).toEqual([401, 'invalid_credentials'])
    expect(await whileItBecomes(otherPassword, otherPassword)).toEqual([204, ''])
  },
)

test.each(tables)(
  'a sign-in of %s does not become one of another person who gets the address and the password meanwhile',
  async (_, table, make) => {
    const { stack, whileHeld } = held()
    const world = await makeWorld(stack)
    const [person, other] = [await make(world), await make(world)]
    const hash = await hashPassword(person.password, passwordCostLog2)
    const become = (of: Person, email: string) =>
      `update ${table} set password_hash = '${hash}', email = '${email}' where ${isPerson(of)};`
    const [refused] = await whileHeld(become(person, someEmail()) + become(other, person.email), () =>
      login(person),
    )
    expect(refused && outcomeOf(refused)).toEqual([401, 'invalid_credentials'])
    expect((await login(moved(person))).status).toBe(200)
  },
)

test.each(tables)(
  'a sign-in of %s asks for a second factor that is confirmed meanwhile',
  async (_, table, make) => {
    const { stack, whileHeld } = held()
    const person = await make(await makeWorld(stack))
    const { call } = await signIn(person)
    expect((await call('POST', '/api/auth/mfa/enroll')).status).toBe(200)
    const column = table === 'users' ? 'user' : 'operator'
    const [answer] = await whileHeld(
      `select from ${table} where ${isPerson(person)} for no key update;
      update totp set confirmed_date = now() where ${column}_${isPerson(person)}`,
      () => login(person),
    )
    expect(answer).toMatchObject({ status: 200, body: { mfaRequired: true, mfaToken: expect.any(String) } })
  },
)

test.each(tables)(
  'the confirmation of a second factor of %s ends the session of a sign-in that it has waited for',
  async (_, table, make) => {
    const { stack, whileHeld } = held()
    const person = await make(await makeWorld(stack))
    const { call } = await signIn(person)
    const enrolled = await call('POST', '/api/auth/mfa/enroll')
    await steadyCode()
    const [answer, confirmed] = await whileHeld(
      `select from ${table} where ${isPerson(person)} for no key update`,
      () => login(person),
      () => call('POST', '/api/auth/mfa/confirm', { body: { code: codeOf(enrolled.text('secret')) } }),
    )
    expect(confirmed).toMatchObject({ status: 200 })
    const token = answer instanceof Error ? '' : answer?.text('sessionToken')
    expect((await callerOf(stack, token)('GET', '/api/auth/me')).status).toBe(401)
    expect((await call('GET', '/api/auth/me')).status).toBe(200)
  },
)

test('of two removals of a second factor by code, the one that waits for the other is 409 mfa_not_enrolled', async () => {
  const { stack, whileHeld } = held()
  const person = await makeOperator(await makeWorld(stack))
  const { call } = await signIn(person)
  const { recoveryCodes } = await addMfa(call)
  await forgetCodes(person)
  const [removed] = await whileHeld(`delete from totp where operator_${isPerson(person)}`, () =>
    call('DELETE', '/api/auth/mfa', { body: { code: recoveryCodes[0] } }),
  )
  expect(removed && outcomeOf(removed)).toEqual([409, 'mfa_not_enrolled'])
  const { rows } = await stack.db.execute(sql`select count(*)::int as events from sign_in_event
    where operator_sid = ${person.id.slice(2)}::uuid and event = 'mfa_disabled'`)
  expect(rows).toEqual([{ events: 0 }])
})

test.each(['a recovery code', 'a code of the app'])(
  '%s that a sign-in uses meanwhile does not remove the second factor',
  async kind => {
    const { stack, whileHeld } = held()
    const person = await makeOperator(await makeWorld(stack))
    const { call } = await signIn(person)
    const { recoveryCodes, secret } = await addMfa(call)
    await forgetCodes(person)
    await steadyCode()
    const isApp = kind === 'a code of the app'
    const code = isApp ? codeOf(secret) : recoveryCodes[0]
    const [removed] = await whileHeld(
      isApp
        ? `update totp set last_step = floor(extract(epoch from now()) / 30) + 1 where operator_${isPerson(person)}`
        : `select from totp where operator_${isPerson(person)} for update;
          delete from recovery_code where operator_${isPerson(person)}
            and code_hash = sha256(convert_to('${code?.replaceAll('-', '')}', 'UTF8'))`,
      () => call('DELETE', '/api/auth/mfa', { body: { code } }),
    )
    expect(removed && outcomeOf(removed)).toEqual([401, 'code_invalid'])
    expect((await call('GET', '/api/auth/me')).body).toMatchObject({ mfaEnabled: true })
  },
)
