// Limits of failed sign-ins, by account and by address.
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { attemptFrom, countAttempt } from '../../../../src/platform/throttle/queries.ts'
import type { Stack } from '../../../../tools/stack/stack.ts'
import type { Answer } from '../../../support/client.ts'
import {
  addMfa,
  ageThrottles,
  alike,
  askedForCode,
  callFrom,
  codeOf,
  forgetCodes,
  login,
  makeInstallUser,
  makeOperator,
  moved,
  type Person,
  resetLink,
  resetPassword,
  signIn,
  someAddress,
  someEmail,
  verifyCode,
  wrongCode,
} from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { rounds } from '../../../support/rounds.ts'
import { makeWorld } from '../../../support/world.ts'

const minutes = 60

const wrong = (person: Person) => login(moved(person), { password: 'wrong password' })

/** Fails this number of sign-ins, one after another. */
async function fail(person: Person, times: number): Promise<void> {
  for (let n = 0; n < times; n++) expect((await wrong(person)).status).toBe(401)
}

function limited(answer: Answer, seconds: number): void {
  problemOf(answer, 429)
  expect(answer.text('code')).toBe('too_many_attempts')
  const wait = answer.headers.get('retry-after') ?? ''
  expect(wait).toMatch(/^[1-9]\d*$/)
  expect(Number(wait)).toBeLessThanOrEqual(seconds)
}

test.each([
  ['an operator', makeOperator],
  ['a user', makeInstallUser],
] as const)('the eleventh failure of %s in 15 minutes returns 429, from any address', async (_, make) => {
  const person = await make(await makeWorld())
  await fail(person, 10)
  limited(await wrong(person), 15 * minutes)
})

test('the correct password is refused while the account is limited, and other accounts are not limited', async () => {
  const world = await makeWorld()
  const person = await makeOperator(world)
  await fail(person, 10)
  limited(await login(moved(person)), 15 * minutes)
  expect((await login(await makeOperator(world))).status).toBe(200)
})

test('an unknown account is limited like an existing one', async () => {
  const person = await makeOperator(await makeWorld())
  const nobody = { ...person, names: { email: someEmail() } }
  await fail(person, 10)
  await fail(nobody, 10)
  const [known, unknown] = [await wrong(person), await wrong(nobody)]
  limited(known, 15 * minutes)
  limited(unknown, 15 * minutes)
  // The detail may contain the seconds to wait.
  expect({ ...alike(unknown), detail: '' }).toEqual({ ...alike(known), detail: '' })
})

test('the email in another case counts for the same account', async () => {
  const person = await makeOperator(await makeWorld())
  await fail(person, 5)
  await fail({ ...person, names: { email: person.email.toUpperCase() } }, 5)
  limited(await wrong(person), 15 * minutes)
})

test('a user has one limit for email and username', async () => {
  const world = await makeWorld()
  const person = await makeInstallUser(world, { username: 'ada' })
  const byName = { ...person, names: { username: 'ada', installSid: world.installSid } }
  await fail(person, 5)
  await fail(byName, 5)
  for (const name of [person, byName]) {
    problemOf(await login(moved(name)), 401)
    problemOf(await wrong(name), 401)
  }
  await ageThrottles(world.stack, 15 * minutes + 1)
  for (const name of [person, byName]) expect((await login(moved(name))).status).toBe(200)
})

/** Returns the statuses of a failure by each name, after ten failures by the first. */
async function afterTen(person: Person, names: Person['names'][]): Promise<number[]> {
  const [first = {}] = names
  await fail({ ...person, names: first }, 10)
  const statuses = []
  for (const each of names) statuses.push((await wrong({ ...person, names: each })).status)
  return statuses
}

test('the limit of one name does not reveal other names or spellings of the same account', async () => {
  const world = await makeWorld()
  const { installSid } = world
  const email = `ii${someEmail()}`
  const user = await makeInstallUser(world, { email, username: `user-${email}` })
  const ofInstall = (of: string) => [
    { installSid, email: of },
    { installSid, username: `user-${of}` },
  ]
  const asOperator = (of: string) => [{ email: of }, { email: of.replace('ii', 'iİ') }]
  const body = { email, name: 'Joan', role: 'viewer' }
  expect((await world.admin('POST', '/api/operators', { body })).status).toBe(201)
  const nobody = `ii${someEmail()}`
  for (const namesOf of [ofInstall, asOperator]) {
    const unknown = await afterTen(user, namesOf(nobody))
    expect(await afterTen(user, namesOf(email))).toEqual(unknown)
    expect(unknown).toEqual([429, 401])
  }
})

test('of 30 simultaneous failures, ten get 401', async () => {
  const person = await makeOperator(await makeWorld())
  const answers = await Promise.all(Array.from({ length: 30 }, () => wrong(person)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter(status => status === 401)).toHaveLength(10)
  expect(statuses.filter(status => status === 429)).toHaveLength(20)
})

test('the 15 minutes slide: a failure expires after 15 minutes, and refusals do not count', async () => {
  const person = await makeOperator(await makeWorld())
  const { stack } = person.world
  await fail(person, 5)
  await ageThrottles(stack, 10 * minutes)
  await fail(person, 5)
  limited(await wrong(person), 5 * minutes)
  limited(await wrong(person), 5 * minutes)
  await ageThrottles(stack, 5 * minutes + 1)
  await fail(person, 5)
  limited(await wrong(person), 10 * minutes)
  await ageThrottles(stack, 15 * minutes + 1)
  expect((await login(moved(person))).status).toBe(200)
})

test('a successful sign-in is not a failure', async () => {
  const person = await makeOperator(await makeWorld())
  for (let n = 0; n < 12; n++) await signIn(moved(person))
})

test('a password reset removes the limit of the account', async () => {
  const person = await makeOperator(await makeWorld())
  const token = await resetLink(person)
  await fail(person, 10)
  limited(await login(moved(person)), 15 * minutes)
  expect((await resetPassword(person, token, 'Quiet otters swim 9')).status).toBe(204)
  expect((await login(moved(person), { password: 'Quiet otters swim 9' })).status).toBe(200)
})

test('wrong codes are also limited by account, over all its sign-ins', async () => {
  const person = await makeOperator(await makeWorld())
  const { secret } = await addMfa((await signIn(person)).call)
  for (let n = 0; n < 5; n++) {
    const mfaToken = await askedForCode(moved(person))
    for (let tries = 0; tries < 2; tries++)
      problemOf(await verifyCode(moved(person), mfaToken, wrongCode(secret)), 401)
  }
  await forgetCodes(person)
  const answer = await login(moved(person))
  const last =
    answer.status === 429 ? answer : await verifyCode(moved(person), answer.text('mfaToken'), codeOf(secret))
  limited(last, 15 * minutes)
})

const requested = rounds({ quick: 10, all: 100 })

/**
 * A hundred failed sign-ins of a hundred accounts, from the addresses that `address` returns. In `npm test` ten are sent, and
 * the others are counted without a request.
 */
async function hundredFailures(stack: Stack, address: (n: number) => string): Promise<void> {
  const numbers = Array.from({ length: 100 }, (_, n) => n)
  for (const n of numbers.splice(requested)) {
    const [attempt] = attemptFrom({ address: address(n), userAgent: null })
    if (attempt) await countAttempt(stack.db, attempt)
  }
  while (numbers.length > 0) {
    const some = numbers.splice(0, 10)
    const answers = some.map(n =>
      callFrom(stack, address(n))('POST', '/api/auth/login', {
        body: { email: someEmail(), password: 'wrong password' },
      }),
    )
    for (const { status } of await Promise.all(answers)) expect(status).toBe(401)
  }
}

test('the 101st failure from an address returns 429 for any account, and other addresses are not limited', async () => {
  const person = await makeOperator(await makeWorld())
  const address = someAddress()
  const call = callFrom(person.world.stack, address)
  await hundredFailures(person.world.stack, () => address)
  limited(await login({ ...person, anyone: call }, { password: 'wrong password' }), 15 * minutes)
  expect((await login(person)).status).toBe(200)
})

test('wrong codes from an address that is limited count for the account', async () => {
  const person = await makeOperator(await makeWorld())
  const { secret } = await addMfa((await signIn(person)).call)
  await forgetCodes(person)
  const address = someAddress()
  const elsewhere = { ...person, anyone: callFrom(person.world.stack, address) }
  await hundredFailures(person.world.stack, () => address)
  for (let n = 0; n < 2; n++) {
    const mfaToken = await askedForCode(moved(person))
    for (let tries = 0; tries < 5; tries++)
      limited(await verifyCode(elsewhere, mfaToken, wrongCode(secret)), 15 * minutes)
  }
  const mfaToken = await askedForCode(moved(person))
  limited(await verifyCode(moved(person), mfaToken, codeOf(secret)), 15 * minutes)
})

test('an IPv6 address is limited by its first 64 bits', async () => {
  const { stack } = await makeWorld()
  const net = `2001:db8:${randomInt(0xffff).toString(16)}:${randomInt(0xffff).toString(16)}`
  await hundredFailures(stack, n => `${net}:${n.toString(16)}::${(n + 1).toString(16)}`)
  const body = { email: someEmail(), password: 'wrong password' }
  limited(await callFrom(stack, `${net}:ffff::1`)('POST', '/api/auth/login', { body }), 15 * minutes)
  const [a, b, c] = net.split(':')
  const beside = `${a}:${b}:${c}:${((Number.parseInt(net.split(':')[3] ?? '', 16) + 1) % 0xffff).toString(16)}::1`
  expect((await callFrom(stack, beside)('POST', '/api/auth/login', { body })).status).toBe(401)
})
