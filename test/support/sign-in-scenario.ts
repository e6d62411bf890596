// The requests of sign-ins, their failures included. Records every secret that occurs.
import { expect } from 'vitest'
import type { Stack } from '../../tools/stack/stack.ts'
import { type Answer, type Call, callerOf } from './client.ts'
import type { Secrets } from './leaks.ts'
import {
  askedForCode,
  callFrom,
  codeOf,
  forgetCodes,
  login,
  mailedToken,
  type Person,
  resetPassword,
  someAddress,
  someEmail,
  somePassword,
  verifyCode,
  wrongCode,
} from './platform.ts'

export type SignInScenario = {
  stack: Stack
  secrets: Secrets
  /** The responses, in order. */
  answers: Answer[]
  /** Records a secret and returns it. */
  keep(name: string, secret: string): string
  /** A caller with its own address whose responses are recorded. */
  call(secret?: string): Call
}

export function newSignInScenario(stack: Stack): SignInScenario {
  const [secrets, answers]: [Secrets, Answer[]] = [new Map(), []]
  return {
    stack,
    secrets,
    answers,
    keep(name, secret) {
      secrets.set(`${name} (${secrets.size + 1})`, secret)
      return secret
    },
    call(secret) {
      const call = callFrom(stack, someAddress(), secret)
      return async (...request) => {
        const answer = await call(...request)
        answers.push(answer)
        return answer
      }
    },
  }
}

/** A caller with the session that the response opened. */
function openedBy(scenario: SignInScenario, answer: Answer): Call {
  expect(answer.status, answer.raw).toBeLessThan(300)
  return scenario.call(scenario.keep('session', answer.text('sessionToken')))
}

const wrongPassword = (scenario: SignInScenario) => scenario.keep('wrong password', somePassword())

/** Creates the first admin after failed attempts. */
export async function runSetup(scenario: SignInScenario, person: Omit<Person, 'id'>): Promise<Call> {
  const setup = async (members: object) => {
    const body = { name: 'Grace', email: person.email, ...members }
    const answer = await callerOf(scenario.stack)('POST', '/api/auth/setup', { body })
    scenario.answers.push(answer)
    return answer
  }
  await setup({ password: scenario.keep('weak password', 'x7$Kq!z') })
  const call = openedBy(scenario, await setup({ password: scenario.keep('password', person.password) }))
  expect((await setup({ password: wrongPassword(scenario) })).status).toBe(403)
  return call
}

/** Signs in after wrong passwords of this person and of an unknown one. */
export async function runPasswords(scenario: SignInScenario, person: Person): Promise<Call> {
  scenario.keep('password', person.password)
  for (let n = 0; n < 3; n += 1)
    expect((await login(person, { password: wrongPassword(scenario) })).status).toBe(401)
  const nobody = { email: someEmail(), password: wrongPassword(scenario) }
  expect((await login(person, nobody)).status).toBe(401)
  return openedBy(scenario, await login(person))
}

export type Factor = { secret: string; recoveryCodes: string[] }

/** Enrolls a second factor and signs in with it and with a recovery code, with wrong codes in between. */
export async function runSecondFactor(scenario: SignInScenario, person: Person, call: Call): Promise<Factor> {
  const { keep } = scenario
  const enrolled = await call('POST', '/api/auth/mfa/enroll')
  const secret = keep('secret of the app', enrolled.text('secret'))
  keep('otpauth URL', enrolled.text('otpauthUrl'))
  const confirm = (code: string) => call('POST', '/api/auth/mfa/confirm', { body: { code } })
  expect((await confirm(keep('wrong code', wrongCode(secret)))).status).toBe(401)
  const confirmed = await confirm(keep('code', codeOf(secret)))
  const recoveryCodes = confirmed.list('recoveryCodes').map(code => keep('recovery code', String(code)))

  const [first = ''] = recoveryCodes
  const wrong = keep('wrong recovery code', '90817-26354-90817-26354-90817')
  await forgetCodes(person)
  for (const right of [codeOf(secret), first]) {
    const mfaToken = keep('mfaToken', await askedForCode(person))
    for (const code of [keep('wrong code', wrongCode(secret)), wrong])
      expect((await verifyCode(person, mfaToken, code)).status).toBe(401)
    openedBy(scenario, await verifyCode(person, mfaToken, keep('code', right)))
    const again = keep('mfaToken', await askedForCode(person))
    expect((await verifyCode(person, again, right)).status).toBe(401)
    expect((await verifyCode(person, mfaToken, right)).status).toBe(401)
  }
  return { secret, recoveryCodes }
}

/** Signs in with the next recovery code. */
export async function signInAgain(
  scenario: SignInScenario,
  person: Person,
  { recoveryCodes }: Factor,
): Promise<Call> {
  const mfaToken = scenario.keep('mfaToken', await askedForCode(person))
  await forgetCodes(person)
  return openedBy(scenario, await verifyCode(person, mfaToken, recoveryCodes.splice(1, 1)[0] ?? ''))
}

/** Forgets, resets and changes the password, with the refusals of each step. */
export async function runNewPasswords(
  scenario: SignInScenario,
  person: Person,
  factor: Factor,
): Promise<Person> {
  const { keep } = scenario
  const { password: _, ...names } = { ...person.names, password: '' }
  expect((await person.anyone('POST', '/api/auth/forgot-password', { body: names })).status).toBe(202)
  const link = keep('link', await mailedToken(scenario.stack, person.email))
  const wrongLink = keep('wrong link', link.replace(/.{4}$/, 'AAAA'))
  expect((await resetPassword(person, wrongLink, wrongPassword(scenario))).status).toBe(400)
  expect((await resetPassword(person, link, keep('common password', 'liverpool1'))).status).toBe(400)
  const reset = { ...person, password: keep('password after the reset', somePassword()) }
  expect((await resetPassword(person, link, reset.password)).status).toBe(204)
  expect((await resetPassword(person, link, wrongPassword(scenario))).status).toBe(400)
  expect((await login(person)).status).toBe(401)

  const call = await signInAgain(scenario, reset, factor)
  const changed = { ...person, password: keep('password after the change', somePassword()) }
  const change = (currentPassword: string, password: string) =>
    call('POST', '/api/auth/change-password', { body: { currentPassword, password } })
  expect((await change(wrongPassword(scenario), changed.password)).status).toBe(401)
  expect((await change(reset.password, keep('short password', 'y8#Lr?v'))).status).toBe(400)
  expect((await change(reset.password, changed.password)).status).toBe(204)
  return changed
}

const paths = [
  ...['/api/auth/setup', '/api/auth/login', '/api/auth/mfa/verify', '/api/auth/mfa/confirm'],
  ...['/api/auth/forgot-password', '/api/auth/reset-password', '/api/auth/change-password'],
  ...['/auth/token', '/auth/verify', '/api/operators'],
]

/** Sends malformed bodies that each contain a secret. */
export async function runBadBodies(scenario: SignInScenario, call: Call): Promise<void> {
  const secret = () => scenario.keep('secret in a bad body', somePassword())
  const members = ['email', 'username', 'password', 'currentPassword', 'installSid', 'token', 'code']
  const every = [...members, 'mfaToken', 'applicationId', 'permissions', 'name', 'role']
  const filled = (value: unknown) => Object.fromEntries(every.map(name => [name, value]))
  const headers = { 'content-type': 'text/plain' }
  for (const path of paths) {
    const bodies = [`{"password": "${secret()}"`, secret(), filled(secret()), filled([secret()]), [secret()]]
    const refused = [
      ...(await Promise.all(bodies.map(body => call('POST', path, { body })))),
      await call('POST', path, { body: secret(), headers }),
      await call('POST', `${path}?token=${secret()}`, { body: {} }),
      await call('PUT', `${path}/${secret()}`, { body: {} }),
      await scenario.call(secret())('GET', '/api/auth/me'),
    ]
    for (const { status, raw } of refused) expect(status, raw).toBeGreaterThanOrEqual(400)
  }
}
