// The second factor: enrolling, verifying and removing it.
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../support/client.ts'
import {
  addMfa,
  age,
  askedForCode,
  codeOf,
  forgetCodes,
  login,
  makeInstallUser,
  makeOperator,
  moved,
  otherPassword,
  type Person,
  signIn,
  signInByCode,
  steadyCode,
  verifyCode,
  wrongCode,
} from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const minutes = 60
const me = '/api/auth/me'
const enroll = '/api/auth/mfa/enroll'

/** A person with a second factor of which no code was used. */
async function protectedPerson(make: (world: World) => Promise<Person> = makeOperator) {
  const person = await make(await makeWorld())
  const session = await signIn(person)
  const factor = await addMfa(session.call)
  await forgetCodes(person)
  return { person, session, ...factor }
}

function refused(answer: Answer, status: number, code: string): void {
  problemOf(answer, status)
  expect(answer.text('code')).toBe(code)
}

const confirm = (code: string) => ['POST', '/api/auth/mfa/confirm', { body: { code } }] as const

describe('enrolling', () => {
  test('returns a secret for any authenticator app, also as a URL', async () => {
    const person = await makeOperator(await makeWorld())
    const answer = await (await signIn(person)).call('POST', enroll)
    expect(answer.status).toBe(200)
    const secret = answer.text('secret')
    expect(secret).toMatch(/^[A-Z2-7]{32,}$/) // at least 160 bits (RFC 4226, section 4)
    const url = new URL(answer.text('otpauthUrl'))
    expect(url.protocol + url.host).toBe('otpauth:totp')
    expect(decodeURIComponent(url.pathname)).toContain(person.email)
    expect(url.searchParams.get('secret')).toBe(secret)
    expect(url.searchParams.get('issuer')).toMatch(/./)
    expect(url.searchParams.get('algorithm') ?? 'SHA1').toBe('SHA1')
    expect(url.searchParams.get('digits') ?? '6').toBe('6')
    expect(url.searchParams.get('period') ?? '30').toBe('30')
  })

  test('is confirmed by a code; until then no sign-in requires one', async () => {
    const person = await makeOperator(await makeWorld())
    const { call } = await signIn(person)
    const secret = (await call('POST', enroll)).text('secret')
    refused(await call(...confirm(wrongCode(secret))), 401, 'code_invalid')
    expect((await login(person)).body).toHaveProperty('sessionToken')
    expect((await call('GET', me)).body['mfaEnabled']).toBe(false)
    expect((await call(...confirm(codeOf(secret)))).status).toBe(200)
    expect((await call('GET', me)).body['mfaEnabled']).toBe(true)
    await askedForCode(person)
  })

  test('returns ten different recovery codes', async () => {
    const { recoveryCodes } = await protectedPerson()
    expect(recoveryCodes).toHaveLength(10)
    const digits = recoveryCodes.map(code => code.replaceAll(/[- ]/g, ''))
    expect(new Set(digits).size).toBe(10)
    for (const code of digits) expect(code).toMatch(/^\d{25}$/)
  })

  test('ends the other sessions and keeps this one', async () => {
    const person = await makeOperator(await makeWorld())
    const [here, there] = [await signIn(person), await signIn(person)]
    await addMfa(here.call)
    expect((await here.call('GET', me)).status).toBe(200)
    problemOf(await there.call('GET', me), 401)
  })

  test('can be repeated until it is confirmed, and only the last secret is valid', async () => {
    const { call } = await signIn(await makeOperator(await makeWorld()))
    const first = (await call('POST', enroll)).text('secret')
    const second = (await call('POST', enroll, { body: {} })).text('secret')
    expect(second).not.toBe(first)
    refused(await call(...confirm(codeOf(first))), 401, 'code_invalid')
    expect((await call(...confirm(codeOf(second)))).status).toBe(200)
    refused(await call('POST', enroll), 409, 'mfa_enabled')
    problemOf(await call(...confirm(codeOf(second, 1))), 409)
  })

  test('is required before confirming and removing', async () => {
    const { call } = await signIn(await makeOperator(await makeWorld()))
    refused(await call(...confirm('123456')), 409, 'mfa_not_enrolled')
    const body = { password: otherPassword }
    refused(await call('DELETE', '/api/auth/mfa', { body }), 409, 'mfa_not_enrolled')
  })

  test('and removing require a sign-in within the last 15 minutes', async () => {
    const { person, session } = await protectedPerson()
    await age(person, 'sign_in_session', ['created_date'], 15 * minutes + 1)
    const body = { password: person.password }
    refused(await session.call('DELETE', '/api/auth/mfa', { body }), 403, 'fresh_sign_in_required')
    const other = await makeOperator(person.world)
    const { call } = await signIn(other)
    await age(other, 'sign_in_session', ['created_date'], 15 * minutes + 1)
    refused(await call('POST', enroll), 403, 'fresh_sign_in_required')
  })

  test('and so does repeating the request with its key', async () => {
    const operator = await makeOperator(await makeWorld())
    const { call } = await signIn(operator)
    const headers = { 'idempotency-key': 'enroll' }
    const first = await call('POST', enroll, { headers })
    expect(first.status, first.raw).toBe(200)
    expect((await call('POST', enroll, { headers })).body).toEqual(first.body)
    await age(operator, 'sign_in_session', ['created_date'], 15 * minutes + 1)
    refused(await call('POST', enroll, { headers }), 403, 'fresh_sign_in_required')
  })
})

describe('verifying', () => {
  test.each([
    ['an operator', makeOperator],
    ['a user', makeInstallUser],
  ] as const)('signs %s in with a code', async (_, make) => {
    const { person, secret } = await protectedPerson(world => make(world))
    const answer = await verifyCode(person, await askedForCode(person), codeOf(secret))
    expect(answer.status, answer.raw).toBe(200)
    expect(answer.body).toEqual({
      sessionToken: expect.any(String),
      expiresAt: expect.any(Number),
      user: { id: person.id, email: person.email, name: expect.any(String) },
    })
    expect(answer.headers.getSetCookie()[0]).toContain(`session=${answer.text('sessionToken')}`)
  })

  test('requires the correct password first', async () => {
    const { person } = await protectedPerson()
    refused(await login(person, { password: otherPassword }), 401, 'invalid_credentials')
  })

  test.each([-1, 0, 1])('accepts the code of %i steps from the current one', async steps => {
    const { person, secret } = await protectedPerson()
    await steadyCode()
    expect((await verifyCode(person, await askedForCode(person), codeOf(secret, steps))).status).toBe(200)
  })

  test.each([-3, 3])('refuses the code of %i steps from the current one', async steps => {
    const { person, secret } = await protectedPerson()
    await steadyCode()
    const answer = await verifyCode(person, await askedForCode(person), codeOf(secret, steps))
    refused(answer, 401, 'code_invalid')
  })

  test('accepts every code once, and the code of the confirmation not again', async () => {
    const person = await makeOperator(await makeWorld())
    const { call } = await signIn(person)
    const secret = (await call('POST', enroll)).text('secret')
    const code = codeOf(secret)
    await call(...confirm(code))
    refused(await verifyCode(person, await askedForCode(person), code), 401, 'code_invalid')
    await forgetCodes(person)
    expect((await verifyCode(person, await askedForCode(person), code)).status).toBe(200)
    refused(await verifyCode(person, await askedForCode(person), code), 401, 'code_invalid')
  })

  test('accepts one of 20 simultaneous uses of a code in as many sign-ins', async () => {
    const { person, secret } = await protectedPerson()
    // One after another: simultaneous sign-ins of an account count as failures until they have succeeded.
    const tokens: string[] = []
    for (let n = 0; n < 20; n++) tokens.push(await askedForCode(moved(person)))
    const code = codeOf(secret)
    const answers = await Promise.all(tokens.map(token => verifyCode(moved(person), token, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 429]).toContain(status)
  })

  test('accepts one of 20 simultaneous uses of a code in one sign-in', async () => {
    const { person, secret } = await protectedPerson()
    const [mfaToken, code] = [await askedForCode(person), codeOf(secret)]
    const uses = Array.from({ length: 20 }, () => verifyCode(moved(person), mfaToken, code))
    const answers = await Promise.all(uses)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 429]).toContain(status)
  })

  test('ends after five wrong codes', async () => {
    const { person, secret } = await protectedPerson()
    const mfaToken = await askedForCode(person)
    for (let n = 0; n < 5; n++)
      refused(await verifyCode(person, mfaToken, wrongCode(secret)), 401, 'code_invalid')
    refused(await verifyCode(person, mfaToken, codeOf(secret)), 401, 'mfa_token_invalid')
    expect((await verifyCode(person, await askedForCode(person), codeOf(secret))).status).toBe(200)
  })

  test('ends after five minutes, and with its success', async () => {
    const { person, secret } = await protectedPerson()
    const old = await askedForCode(person)
    await age(person, 'mfa_challenge', ['expires_at'], 5 * minutes + 1)
    refused(await verifyCode(person, old, codeOf(secret)), 401, 'mfa_token_invalid')
    const mfaToken = await askedForCode(person)
    expect((await verifyCode(person, mfaToken, codeOf(secret))).status).toBe(200)
    await forgetCodes(person)
    refused(await verifyCode(person, mfaToken, codeOf(secret)), 401, 'mfa_token_invalid')
  })
})

test('after the removal no code is required, and a new factor can be enrolled', async () => {
  const { person, recoveryCodes, ...factor } = await protectedPerson()
  const { call } = await signInByCode(person, { recoveryCodes, ...factor })
  const body = { password: person.password }
  expect((await call('DELETE', '/api/auth/mfa', { body })).status).toBe(204)
  expect((await login(person)).body).toHaveProperty('sessionToken')
  const second = await addMfa(call)
  expect(second.secret).not.toBe(factor.secret)
  const mfaToken = await askedForCode(person)
  for (const code of [codeOf(factor.secret), recoveryCodes[0] ?? ''])
    refused(await verifyCode(person, mfaToken, code), 401, 'code_invalid')
  expect((await verifyCode(person, mfaToken, codeOf(second.secret, 1))).status).toBe(200)
})
