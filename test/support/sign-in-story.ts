// All that people do to sign in and what goes wrong with it, with every secret that comes up noted.
import { expect } from 'vitest'
import type { Stack } from '../../tools/stack/stack.ts'
import type { Answer, Call } from './client.ts'
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

export type Story = {
  stack: Stack
  secrets: Secrets
  /** What was answered, in order. */
  answers: Answer[]
  /** Notes a secret and gives it back. */
  keep(name: string, secret: string): string
  /** A caller whose answers are noted, from an address of its own. */
  call(secret?: string): Call
}

export function newStory(stack: Stack): Story {
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

/** A caller with the session that the answer opened. */
function openedBy(story: Story, answer: Answer): Call {
  expect(answer.status, answer.raw).toBeLessThan(300)
  return story.call(story.keep('session', answer.text('sessionToken')))
}

const wrongPassword = (story: Story) => story.keep('wrong password', somePassword())

/** The first admin, made after others have failed to. */
export async function tellSetup(story: Story, person: Omit<Person, 'id'>): Promise<Call> {
  const setup = (members: object) =>
    person.anyone('POST', '/api/auth/setup', { body: { name: 'Grace', email: person.email, ...members } })
  await setup({ password: story.keep('weak password', 'x7$Kq!z') })
  const call = openedBy(story, await setup({ password: story.keep('password', person.password) }))
  expect((await setup({ password: wrongPassword(story) })).status).toBe(403)
  return call
}

/** Signs in after wrong passwords, for oneself and for nobody. */
export async function tellPasswords(story: Story, person: Person): Promise<Call> {
  story.keep('password', person.password)
  for (let n = 0; n < 3; n += 1)
    expect((await login(person, { password: wrongPassword(story) })).status).toBe(401)
  const nobody = { email: someEmail(), password: wrongPassword(story) }
  expect((await login(person, nobody)).status).toBe(401)
  return openedBy(story, await login(person))
}

export type Factor = { secret: string; recoveryCodes: string[] }

/** Puts a second factor in force and signs in by it and by a recovery code, with wrong ones in between. */
export async function tellSecondFactor(story: Story, person: Person, call: Call): Promise<Factor> {
  const { keep } = story
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
    openedBy(story, await verifyCode(person, mfaToken, keep('code', right)))
    const again = keep('mfaToken', await askedForCode(person))
    expect((await verifyCode(person, again, right)).status).toBe(401)
    expect((await verifyCode(person, mfaToken, right)).status).toBe(401)
  }
  return { secret, recoveryCodes }
}

/** Signs in with the next recovery code. */
export async function signInAgain(story: Story, person: Person, { recoveryCodes }: Factor): Promise<Call> {
  const mfaToken = story.keep('mfaToken', await askedForCode(person))
  await forgetCodes(person)
  return openedBy(story, await verifyCode(person, mfaToken, recoveryCodes.splice(1, 1)[0] ?? ''))
}

/** Forgets the password, resets it, and changes it, with what is refused of all that. */
export async function tellNewPasswords(story: Story, person: Person, factor: Factor): Promise<Person> {
  const { keep } = story
  const { password: _, ...names } = { ...person.names, password: '' }
  expect((await person.anyone('POST', '/api/auth/forgot-password', { body: names })).status).toBe(202)
  const link = keep('link', await mailedToken(story.stack, person.email))
  const wrongLink = keep('wrong link', link.replace(/.{4}$/, 'AAAA'))
  expect((await resetPassword(person, wrongLink, wrongPassword(story))).status).toBe(400)
  expect((await resetPassword(person, link, keep('common password', 'liverpool1'))).status).toBe(400)
  const reset = { ...person, password: keep('password after the reset', somePassword()) }
  expect((await resetPassword(person, link, reset.password)).status).toBe(204)
  expect((await resetPassword(person, link, wrongPassword(story))).status).toBe(400)
  expect((await login(person)).status).toBe(401)

  const call = await signInAgain(story, reset, factor)
  const changed = { ...person, password: keep('password after the change', somePassword()) }
  const change = (currentPassword: string, password: string) =>
    call('POST', '/api/auth/change-password', { body: { currentPassword, password } })
  expect((await change(wrongPassword(story), changed.password)).status).toBe(401)
  expect((await change(reset.password, keep('short password', 'y8#Lr?v'))).status).toBe(400)
  expect((await change(reset.password, changed.password)).status).toBe(204)
  return changed
}

const paths = [
  ...['/api/auth/setup', '/api/auth/login', '/api/auth/mfa/verify', '/api/auth/mfa/confirm'],
  ...['/api/auth/forgot-password', '/api/auth/reset-password', '/api/auth/change-password'],
  ...['/auth/token', '/auth/verify', '/api/operators'],
]

/** Sends bodies that are wrong in every way, each with a secret in it. */
export async function tellBadBodies(story: Story, call: Call): Promise<void> {
  const secret = () => story.keep('secret in a bad body', somePassword())
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
      await story.call(secret())('GET', '/api/auth/me'),
    ]
    for (const { status, raw } of refused) expect(status, raw).toBeGreaterThanOrEqual(400)
  }
}
