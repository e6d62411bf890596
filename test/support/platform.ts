// People who sign in on the platform, and what they do there.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { expect, vi } from 'vitest'
import { type OperatorRole, operator } from '../../db/schema/operator.ts'
import { newSid } from '../../db/sid.ts'
import { hashPassword } from '../../src/shared/crypto/password.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { type Answer, type Call, callerOf } from './client.ts'
import { sidOf } from './tokens.ts'
import type { World } from './world.ts'

type Members = Record<string, unknown>

/** Somebody with an address on the network of their own, so that what limits one limits nobody else. */
export type Person = {
  world: World
  id: string
  email: string
  password: string
  /** What says whom a sign-in or a forgotten password is of: the install too, for a user of one. */
  names: Members
  /** Nobody who is known, from the person's address. */
  anyone: Call
}

export type SignedIn = { answer: Answer; token: string; call: Call }

/** A password that only one has, of a kind that users of installs may have too. */
export const somePassword = () => `Aa1!${randomBytes(6).toString('hex')}`
export const otherPassword = 'Battery5staple!'

export const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
export const someEmail = () => `${randomUUID()}@people.example`

/** A caller from the address. */
export const callFrom =
  (stack: Stack, address: string, secret?: string): Call =>
  (method, path, options = {}) =>
    callerOf(stack, secret)(method, path, {
      ...options,
      headers: { 'cf-connecting-ip': address, ...options.headers },
    })

/** The person, back at another address. */
export const moved = (person: Person): Person => ({
  ...person,
  anyone: callFrom(person.world.stack, someAddress()),
})

/** An operator of the world's account who has accepted. */
export async function makeOperator(world: World, role: OperatorRole = 'owner'): Promise<Person> {
  const [sid, email, password] = [newSid('OP'), someEmail(), somePassword()]
  const passwordHash = await hashPassword(password, 10)
  const accountSid = sidOf('AC', world.accountSid)
  await world.stack.db.insert(operator).values({ sid, accountSid, email, name: 'Grace', role, passwordHash })
  const anyone = callFrom(world.stack, someAddress())
  return { world, id: sid, email, password, names: { email }, anyone }
}

/** A user of the world's install who may sign in. */
export async function makeInstallUser(world: World, members: Members = {}): Promise<Person> {
  const [email, password] = [someEmail(), somePassword()]
  const id = await world.user({ email, password, enabled: true, ...members })
  const anyone = callFrom(world.stack, someAddress())
  return { world, id, email, password, names: { email, installSid: world.installSid }, anyone }
}

/** Sends C3 as the person, with other members where they are given. */
export const login = ({ names, password, anyone }: Person, members: Members = {}): Promise<Answer> =>
  anyone('POST', '/api/auth/login', { body: { ...names, password, ...members } })

function signedIn({ world }: Person, answer: Answer): SignedIn {
  expect(answer.status, answer.raw).toBe(200)
  const token = answer.text('sessionToken')
  return { answer, token, call: callFrom(world.stack, someAddress(), token) }
}

/** Signs in somebody who has no second factor. */
export const signIn = async (person: Person): Promise<SignedIn> => signedIn(person, await login(person))

/** An operator of the role, signed in. */
export const signedInAs = async (world: World, role: OperatorRole) => {
  const person = await makeOperator(world, role)
  return { ...person, ...(await signIn(person)) }
}

/** What the authenticator app shows; `steps` of 30 seconds later, or earlier. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Waits until the app goes on showing what it shows for some seconds. */
export async function steadyCode(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 4000) await setTimeout(left + 10)
}

/** Six digits that the app shows at none of the times that count. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map(steps => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(c => !right.includes(c)) ?? ''
}

export type SecondFactor = { secret: string; recoveryCodes: string[] }

/** Puts a second factor in force. The code of now counts as used. */
export async function addMfa(call: Call): Promise<SecondFactor> {
  const enrolled = await call('POST', '/api/auth/mfa/enroll')
  expect(enrolled.status, enrolled.raw).toBe(200)
  const secret = enrolled.text('secret')
  const confirmed = await call('POST', '/api/auth/mfa/confirm', { body: { code: codeOf(secret) } })
  expect(confirmed.status, confirmed.raw).toBe(200)
  return { secret, recoveryCodes: confirmed.list('recoveryCodes').map(String) }
}

/** Gives the right password and gets what the second factor is asked with. */
export async function askedForCode(person: Person): Promise<string> {
  const answer = await login(person)
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.body).toMatchObject({ mfaRequired: true })
  expect(answer.body).not.toHaveProperty('sessionToken')
  return answer.text('mfaToken')
}

/** Sends C4. */
export const verifyCode = ({ anyone }: Person, mfaToken: string, code: string): Promise<Answer> =>
  anyone('POST', '/api/auth/mfa/verify', { body: { mfaToken, code } })

/** Signs in with the password and the code of now, which counts again. */
export async function signInByCode(person: Person, { secret }: SecondFactor): Promise<SignedIn> {
  const mfaToken = await askedForCode(person)
  await forgetCodes(person)
  return signedIn(person, await verifyCode(person, mfaToken, codeOf(secret)))
}

const earlier = (column: string, seconds: number): SQL =>
  sql`${sql.identifier(column)} = ${sql.identifier(column)} - make_interval(secs => ${seconds})`

const isOf = ({ id }: Person): SQL => sql`coalesce(operator_sid, user_sid) = ${id.slice(2)}::uuid`

/** No code of the app counts as used any more: what waiting does in half a minute. */
export const forgetCodes = (person: Person) =>
  person.world.stack.db.execute(sql`update totp set last_step = 0 where ${isOf(person)}`)

/** Lets time pass: the columns of what the person has in the table lie so much earlier. */
export const age = (
  person: Person,
  table: 'sign_in_session' | 'mfa_challenge' | 'password_reset',
  columns: ('created_date' | 'last_seen_date' | 'expires_at')[],
  seconds: number,
) =>
  person.world.stack.db.execute(sql`update ${sql.identifier(table)} set
    ${sql.join(
      columns.map(column => earlier(column, seconds)),
      sql`, `,
    )} where ${isOf(person)}`)

/** Lets time pass for everything that is limited. */
export const ageThrottles = ({ db }: Stack, seconds: number) =>
  db.execute(sql`update throttle set taken = array(
    select at - make_interval(secs => ${seconds}) from unnest(taken) with ordinality as turns(at, n) order by n)`)

type Mail = { to: string; subject: string; text: string }

/** The mails to the address that are of the kind, newest last, as soon as there are so many. */
async function caught({ baseUrl }: Stack, email: string, kind: RegExp, count: number): Promise<Mail[]> {
  const read = async (): Promise<Mail[]> => {
    const mails: Mail[] = JSON.parse(await (await fetch(new URL('/__local/mail', baseUrl))).text())
    const mine = mails.filter(({ to, text }) => to.includes(email) && kind.test(text))
    expect(mine.length).toBeGreaterThanOrEqual(count)
    return mine
  }
  return await vi.waitFor(read, { timeout: 5000, interval: 30 })
}

const linkToken = /#token=([\w-]+)/

/** All mails to the address, newest last, as soon as there are so many. */
export const mailsTo = (stack: Stack, email: string, count: number) => caught(stack, email, /./, count)

/** The mails to the address that hold a link, newest last, as soon as there are so many. */
export const linkMailsTo = (stack: Stack, email: string, count: number) =>
  caught(stack, email, linkToken, count)

/** The token of the newest of so many links that were mailed to the address. */
export async function mailedToken(stack: Stack, email: string, count = 1): Promise<string> {
  const tokens = async () => {
    const texts = (await linkMailsTo(stack, email, count)).map(({ text }) => text)
    const found = texts.flatMap(text => linkToken.exec(text)?.[1] ?? [])
    expect(found.length).toBeGreaterThanOrEqual(count)
    return found
  }
  return (await vi.waitFor(tokens, { timeout: 5000, interval: 30 })).at(-1) ?? ''
}

/** Sends C7 as the person, from a new address. */
export const forgot = (person: Person): Promise<Answer> =>
  moved(person).anyone('POST', '/api/auth/forgot-password', { body: person.names })

/** Sends C8. */
export const resetPassword = ({ anyone }: Pick<Person, 'anyone'>, token: string, password = otherPassword) =>
  anyone('POST', '/api/auth/reset-password', { body: { token, password } })

/** Has a link mailed to the person who asked for none before. */
export async function resetLink(person: Person, count = 1): Promise<string> {
  const answer = await forgot(person)
  expect(answer.status, answer.raw).toBe(202)
  return mailedToken(person.world.stack, person.email, count)
}

/** An answer without what is of one request alone. */
export const alike = ({ status, body: { requestId: _, ...members } }: Answer) => ({ status, ...members })
