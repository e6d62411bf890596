// Recovery codes: each replaces one code of the authenticator app.
import { expect, test } from 'vitest'
import {
  addMfa,
  askedForCode,
  makeOperator,
  moved,
  type Person,
  signIn,
  verifyCode,
  wrongCode,
} from '../../../support/platform.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { makeWorld } from '../../../support/world.ts'

async function protectedPerson() {
  const person = await makeOperator(await makeWorld())
  const { recoveryCodes, secret } = await addMfa((await signIn(person)).call)
  const [first = '', second = ''] = recoveryCodes
  return { person, first, second, recoveryCodes, secret }
}

const use = async (person: Person, code: string) => verifyCode(person, await askedForCode(person), code)

test('each of the ten codes signs in once', async () => {
  const { person, recoveryCodes } = await protectedPerson()
  for (const code of recoveryCodes) expect((await use(moved(person), code)).status).toBe(200)
  const answer = await use(moved(person), recoveryCodes[0] ?? '')
  problemOf(answer, 401)
  expect(answer.text('code')).toBe('code_invalid')
})

test('hyphens and blanks in a code are ignored', async () => {
  const { person, first, second } = await protectedPerson()
  const digits = first.replaceAll(/[- ]/g, '')
  expect((await use(person, digits)).status).toBe(200)
  expect((await use(person, ` ${second.replaceAll('-', ' ')} `)).status).toBe(200)
  problemOf(await use(person, first), 401)
})

test('one of 20 simultaneous uses of a code signs in', async () => {
  const { person, first } = await protectedPerson()
  // One after the other: passwords are counted before they are checked.
  const tokens: string[] = []
  for (let times = 0; times < 20; times += 1) tokens.push(await askedForCode(moved(person)))
  const answers = await Promise.all(tokens.map(token => verifyCode(moved(person), token, first)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status } of answers) expect([200, 401, 429]).toContain(status)
})

test('a code is valid for one person only', async () => {
  const { person, first } = await protectedPerson()
  const other = await protectedPerson()
  problemOf(await use(other.person, first), 401)
  expect((await use(person, first)).status).toBe(200)
})

test('wrong recovery codes count towards the limit of five tries', async () => {
  const { person, first, secret } = await protectedPerson()
  const mfaToken = await askedForCode(person)
  for (const code of ['1'.repeat(25), wrongCode(secret), '2'.repeat(25), '3'.repeat(25), '4'.repeat(25)])
    problemOf(await verifyCode(person, mfaToken, code), 401)
  problemOf(await verifyCode(person, mfaToken, first), 401)
  expect((await use(person, first)).status).toBe(200)
})

test.each<[unknown, string[]]>([
  [{ code: '123456' }, ['mfaToken']],
  [{ mfaToken: 'x' }, ['code']],
  [{ mfaToken: 'x', code: 123456 }, ['code']],
  [{ mfaToken: 'x', code: '123456', remember: true }, ['remember']],
])('the body %j returns 400', async (body, paths) => {
  const { anyone } = await makeOperator(await makeWorld())
  expect(badPaths(await anyone('POST', '/api/auth/mfa/verify', { body }))).toEqual(paths)
})

test('an unknown mfaToken returns 401', async () => {
  const person = await makeOperator(await makeWorld())
  const { token } = await signIn(person)
  for (const other of ['x', token, person.world.secret]) {
    const answer = await verifyCode(person, other, '123456')
    problemOf(answer, 401)
    expect(answer.text('code')).toBe('mfa_token_invalid')
  }
})
