// POST /api/auth/change-password, forgot-password and reset-password.
import { describe, expect, test } from 'vitest'
import {
  addMfa,
  age,
  ageThrottles,
  alike,
  askedForCode,
  callFrom,
  codeOf,
  forgetCodes,
  forgot,
  linkMailsTo,
  login,
  makeInstallUser,
  makeOperator,
  moved,
  otherPassword,
  resetLink,
  resetPassword,
  signIn,
  someAddress,
  someEmail,
  verifyCode,
} from '../../../support/platform.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { makeWorld } from '../../../support/world.ts'

const minutes = 60
const me = '/api/auth/me'
const change = (currentPassword: string, password: string) => ({ body: { currentPassword, password } })

describe('a change of the password', () => {
  test('keeps this session and ends all others, and only the new password is valid', async () => {
    const person = await makeOperator(await makeWorld())
    const [here, there] = [await signIn(person), await signIn(person)]
    const body = change(person.password, otherPassword)
    expect((await here.call('POST', '/api/auth/change-password', body)).status).toBe(204)
    expect((await here.call('GET', me)).status).toBe(200)
    problemOf(await there.call('GET', me), 401)
    problemOf(await login(person), 401)
    expect((await login(person, { password: otherPassword })).status).toBe(200)
  })

  test('requires the current password', async () => {
    const person = await makeOperator(await makeWorld())
    const { call } = await signIn(person)
    const answer = await call('POST', '/api/auth/change-password', change('wrong password', otherPassword))
    problemOf(answer, 401)
    expect(answer.text('code')).toBe('invalid_credentials')
    expect((await login(person)).status).toBe(200)
  })

  test('requires a sign-in within the last 15 minutes', async () => {
    const person = await makeOperator(await makeWorld())
    const { call } = await signIn(person)
    await age(person, 'sign_in_session', ['created_date'], 15 * minutes + 1)
    const answer = await call('POST', '/api/auth/change-password', change(person.password, otherPassword))
    problemOf(answer, 403)
    expect(answer.text('code')).toBe('fresh_sign_in_required')
  })

  test('voids the links that were mailed before', async () => {
    const person = await makeOperator(await makeWorld())
    const token = await resetLink(person)
    const { call } = await signIn(person)
    await call('POST', '/api/auth/change-password', change(person.password, otherPassword))
    problemOf(await resetPassword(person, token, 'Quiet otters swim 9'), 400)
  })
})

describe('a new password', () => {
  test.each([
    ['of 7 characters', 'x7$Kq!z'],
    ['of 129 characters', `${'x7$Kq!z '.repeat(16)}x`],
    ['that is common', 'password1'],
    ['that is common except for its case', 'PassWord1'],
    ['that is empty', ''],
  ])('%s is refused', async (_, password) => {
    const person = await makeOperator(await makeWorld())
    const { call } = await signIn(person)
    const answer = await call('POST', '/api/auth/change-password', change(person.password, password))
    expect(badPaths(answer)).toEqual(['password'])
    const token = await resetLink(person)
    expect(badPaths(await resetPassword(person, token, password))).toEqual(['password'])
    expect((await resetPassword(person, token)).status).toBe(204)
  })

  test.each([
    ['8 characters', 'x7$Kq!zP'],
    ['128 characters', 'x7$Kq!z '.repeat(16)],
    ['128 letters that a keyboard sends as four characters each', '\u1f82'.normalize('NFD').repeat(128)],
    ['blanks and letters of any kind', ' пароль 密碼 🐎 '],
  ])('of %s is accepted', async (_, password) => {
    const person = await makeOperator(await makeWorld())
    expect((await resetPassword(person, await resetLink(person), password)).status).toBe(204)
    expect((await login(person, { password })).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  test.each([
    ['an operator', makeOperator],
    ['a user', makeInstallUser],
  ] as const)('of %s can be set again with a mailed link', async (_, make) => {
    const person = await make(await makeWorld())
    const token = await resetLink(person)
    const [mail] = await linkMailsTo(person.world.stack, person.email, 1)
    expect(mail?.text).toContain(`${person.world.stack.baseUrl}/reset-password#token=${token}`)
    expect(mail?.subject).toMatch(/./)
    expect((await resetPassword(person, token)).status).toBe(204)
    problemOf(await login(person), 401)
    expect((await login(person, { password: otherPassword })).status).toBe(200)
  })

  test('of an unknown person gets the same response', async () => {
    const person = await makeOperator(await makeWorld())
    const user = await makeInstallUser(person.world)
    const known = await forgot(person)
    expect(known.status).toBe(202)
    expect(known.body).toEqual({})
    for (const names of [
      { email: someEmail() },
      { ...user.names, email: someEmail() },
      { email: user.email },
      { ...user.names, email: person.email },
    ])
      expect(alike(await forgot({ ...person, names }))).toEqual(alike(known))
  })

  test('gets three links an hour; further requests get the same response', async () => {
    const person = await makeOperator(await makeWorld())
    const { stack } = person.world
    for (let n = 0; n < 5; n++) expect((await forgot(person)).status).toBe(202)
    await resetLink(await makeOperator(person.world))
    expect(await linkMailsTo(stack, person.email, 3)).toHaveLength(3)
    await ageThrottles(stack, 60 * minutes + 1)
    await forgot(person)
    expect(await linkMailsTo(stack, person.email, 4)).toHaveLength(4)
  })

  test('can be requested at most ten times an hour from one address', async () => {
    const { stack } = await makeWorld()
    const call = callFrom(stack, someAddress())
    const ask = () => call('POST', '/api/auth/forgot-password', { body: { email: someEmail() } })
    for (let n = 0; n < 10; n++) expect((await ask()).status).toBe(202)
    const answer = await ask()
    problemOf(answer, 429)
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    await ageThrottles(stack, 60 * minutes + 1)
    expect((await ask()).status).toBe(202)
  })

  test('of a person who is not enabled sends no mail', async () => {
    const world = await makeWorld()
    const person = await makeInstallUser(world, { enabled: false })
    expect((await forgot(person)).status).toBe(202)
    await resetLink(await makeInstallUser(world))
    expect(await linkMailsTo(world.stack, person.email, 0)).toEqual([])
  })
})

describe('a link', () => {
  const isVoid = async (attempt: ReturnType<typeof resetPassword>) => {
    const answer = await attempt
    problemOf(answer, 400)
    expect(answer.text('code')).toBe('reset_token_invalid')
  }

  test('works once, even if it is used 10 times at once', async () => {
    const person = await makeOperator(await makeWorld())
    const token = await resetLink(person)
    const passwords = Array.from({ length: 10 }, (_, n) => `Quiet otters swim ${n}`)
    const answers = await Promise.all(passwords.map(word => resetPassword(moved(person), token, word)))
    const winner = answers.findIndex(({ status }) => status === 204)
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
    expect((await login(person, { password: passwords[winner] })).status).toBe(200)
    await isVoid(resetPassword(person, token))
  })

  test('ends every session, keeps the second factor, and voids open second-factor challenges', async () => {
    const person = await makeOperator(await makeWorld())
    const first = await signIn(person)
    const { secret } = await addMfa(first.call)
    const waiting = await askedForCode(person)
    expect((await resetPassword(person, await resetLink(person))).status).toBe(204)
    problemOf(await first.call('GET', me), 401)
    await forgetCodes(person)
    const late = await verifyCode(person, waiting, codeOf(secret))
    problemOf(late, 401)
    expect(late.text('code')).toBe('mfa_token_invalid')
    const mfaToken = await askedForCode({ ...person, password: otherPassword })
    expect((await verifyCode(person, mfaToken, codeOf(secret))).status).toBe(200)
  })

  test('is valid for 30 minutes', async () => {
    const person = await makeOperator(await makeWorld())
    const first = await resetLink(person)
    await age(person, 'password_reset', ['created_date', 'expires_at'], 30 * minutes + 1)
    await isVoid(resetPassword(person, first))
    const second = await resetLink(person, 2)
    await age(person, 'password_reset', ['created_date', 'expires_at'], 29 * minutes)
    expect((await resetPassword(person, second)).status).toBe(204)
  })

  test('that is used voids the other links of the person, and of nobody else', async () => {
    const person = await makeOperator(await makeWorld())
    const other = await makeOperator(person.world)
    const theirs = await resetLink(other)
    const first = await resetLink(person)
    expect((await resetPassword(person, await resetLink(person, 2))).status).toBe(204)
    await isVoid(resetPassword(person, first))
    expect((await resetPassword(other, theirs)).status).toBe(204)
  })

  test('that was never sent is refused, and so is one with another secret', async () => {
    const person = await makeOperator(await makeWorld())
    const token = await resetLink(person)
    const { token: session } = await signIn(person)
    for (const other of ['x', token.slice(0, -1), `${token}x`, session, person.world.secret])
      await isVoid(resetPassword(moved(person), other))
    expect((await resetPassword(person, token)).status).toBe(204)
  })
})
