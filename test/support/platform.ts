// People who sign in on the platform, and their requests.
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { expect, vi } from 'vitest'
import { batch } from '../../db/client.ts'
import { type OperatorRole, operator } from '../../db/schema/operator.ts'
import { newSid } from '../../db/sid.ts'
import { hashPassword } from '../../src/shared/crypto/password.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { type Answer, type Call, callerOf } from './client.ts'
import { passwordCostLog2 } from './stack.ts'
import { sidOf } from './tokens.ts'
import { allow, type World } from './world.ts'

type Members = Record<string, unknown>

/** A person with an address in a network of their own, so that limits of one person do not affect others. */
export type Person = {
  world: World
  id: string
  email: string
  password: string
  /** The members that identify the person in a sign-in or a forgotten password, with the install for a user of one. */
  names: Members
  /** An anonymous caller from the person's address. */
  anyone: Call
}

export type SignedIn = { answer: Answer; token: string; call: Call }

/** A unique password that is also valid for users of installs. */
export const somePassword = () => `Aa1!${randomBytes(6).toString('hex')}`
export const otherPassword = 'Battery5staple!'

declare global {
  var invigilAddresses: number | undefined
}

/** An address that nobody else has in this fork, whose files share stacks: the limits of two people never meet. */
export function someAddress(): string {
  globalThis.invigilAddresses = (globalThis.invigilAddresses ?? 0) + 1
  const number = globalThis.invigilAddresses
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}

export const someEmail = () => `${randomUUID()}@people.example`

/** A caller from the address. */
export const callFrom =
  (stack: Stack, address: string, secret?: string): Call =>
  (method, path, options = {}) =>
    callerOf(stack, secret)(method, path, {
      ...options,
      // The edge reads the first header, a Worker without the edge the second.
      headers: { 'x-forwarded-for': address, 'cf-connecting-ip': address, ...options.headers },
    })

/** The person, at another address. */
export const moved = (person: Person): Person => ({
  ...person,
  anyone: callFrom(person.world.stack, someAddress()),
})

/** An operator of the world's account who has accepted the invitation. */
export async function makeOperator(world: World, role: OperatorRole = 'owner'): Promise<Person> {
  const [sid, email, password] = [newSid('OP'), someEmail(), somePassword()]
  const passwordHash = await hashPassword(password, passwordCostLog2)
  const accountSid = sidOf('AC', world.accountSid)
  await world.stack.db.insert(operator).values({ sid, accountSid, email, name: 'Grace', role, passwordHash })
  const anyone = callFrom(world.stack, someAddress())
  return { world, id: sid, email, password, names: { email }, anyone }
}

/** Makes the system one that is not set up: without operators, and without counted attempts to set it up. */
export const deleteOperators = ({ db }: Pick<Stack, 'db'>) =>
  batch(db, {
    operators: db.execute(sql`truncate operator cascade`),
    attempts: db.execute(sql`truncate throttle`),
  })

/** A user of the world's install who can sign in. */
export async function makeInstallUser(world: World, members: Members = {}): Promise<Person> {
  const [email, password] = [someEmail(), somePassword()]
  const id = await world.user({ email, password, enabled: true, ...members })
  const anyone = callFrom(world.stack, someAddress())
  return { world, id, email, password, names: { email, installSid: world.installSid }, anyone }
}

/** Sends C3 as the person, with other members if given. */
export const login = ({ names, password, anyone }: Person, members: Members = {}): Promise<Answer> =>
  anyone('POST', '/api/auth/login', { body: { ...names, password, ...members } })

function signedIn({ world }: Person, answer: Answer): SignedIn {
  expect(answer.status, answer.raw).toBe(200)
  const token = answer.text('sessionToken')
  return { answer, token, call: callFrom(world.stack, someAddress(), token) }
}

/** Signs in a person without a second factor. */
export const signIn = async (person: Person): Promise<SignedIn> => signedIn(person, await login(person))

/** An operator of the role, signed in. */
export const signedInAs = async (world: World, role: OperatorRole) => {
  const person = await makeOperator(world, role)
  return { ...person, ...(await signIn(person)) }
}

/** A credential of the whole account with the actions. */
export async function accountCredential(world: World, actions: string[]) {
  const policy = { version: '1', statements: allow(actions, ['*']) }
  const answer = await world.admin('POST', '/api/credentials', {
    body: { name: 'Narrow', role: 'admin', policy },
  })
  expect(answer.status, answer.raw).toBe(201)
  const secret = answer.text('secret')
  return { sid: answer.text('sid'), secret, call: callerOf(world.stack, secret) }
}

/** The current code of the authenticator app; `steps` of 30 seconds later or earlier. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Waits until the app will show its code for some more seconds. */
export async function steadyCode(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 4000) await setTimeout(left + 10)
}

/** Six digits that the app does not show at any accepted time. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map(steps => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(c => !right.includes(c)) ?? ''
}

export type SecondFactor = { secret: string; recoveryCodes: string[] }

/** Enrolls a second factor. The current code counts as used. */
export async function addMfa(call: Call): Promise<SecondFactor> {
  const enrolled = await call('POST', '/api/auth/mfa/enroll')
  expect(enrolled.status, enrolled.raw).toBe(200)
  const secret = enrolled.text('secret')
  const confirmed = await call('POST', '/api/auth/mfa/confirm', { body: { code: codeOf(secret) } })
  expect(confirmed.status, confirmed.raw).toBe(200)
  return { secret, recoveryCodes: confirmed.list('recoveryCodes').map(String) }
}

/** Sends the correct password and returns the token of the second-factor challenge. */
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

/** Signs in with the password and the current code, which is accepted again. */
export async function signInByCode(person: Person, { secret }: SecondFactor): Promise<SignedIn> {
  const mfaToken = await askedForCode(person)
  await forgetCodes(person)
  return signedIn(person, await verifyCode(person, mfaToken, codeOf(secret)))
}

const earlier = (column: string, seconds: number): SQL =>
  sql`${sql.identifier(column)} = ${sql.identifier(column)} - make_interval(secs => ${seconds})`

const isOf = ({ id }: Person): SQL => sql`coalesce(operator_sid, user_sid) = ${id.slice(2)}::uuid`

/** Marks no code of the app as used, as waiting for half a minute would. */
export const forgetCodes = (person: Person) =>
  person.world.stack.db.execute(sql`update totp set last_step = 0 where ${isOf(person)}`)

/** Simulates time: sets the columns of the person's rows in the table back by this time. */
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

/** Simulates time for all rate limits. */
export const ageThrottles = ({ db }: Stack, seconds: number) =>
  db.execute(sql`update throttle set taken = array(
    select at - make_interval(secs => ${seconds}) from unnest(taken) with ordinality as attempts(at, n) order by n)`)

type Mail = { to: string; subject: string; text: string }

/** Waits for this number of mails of the kind to the address, and returns them, newest last. */
async function caught({ baseUrl }: Stack, email: string, kind: RegExp, count: number): Promise<Mail[]> {
  const read = async (): Promise<Mail[]> => {
    const mails: Mail[] = JSON.parse(await (await fetch(new URL('/__local/mail', baseUrl))).text())
    const mine = mails.filter(({ to, text }) => to.includes(email) && kind.test(text))
    expect(mine.length).toBeGreaterThanOrEqual(count)
    return mine
  }
  return await vi.waitFor(read, { timeout: 20_000, interval: 30 })
}

const linkToken = /#token=([\w-]+)/

/** Waits for this number of mails to the address, and returns them, newest last. */
export const mailsTo = (stack: Stack, email: string, count: number) => caught(stack, email, /./, count)

/** Waits for this number of mails with a link to the address, and returns them, newest last. */
export const linkMailsTo = (stack: Stack, email: string, count: number) =>
  caught(stack, email, linkToken, count)

/** Waits for this number of links that were mailed to the address, and returns the token of the newest. */
export async function mailedToken(stack: Stack, email: string, count = 1): Promise<string> {
  const tokens = async () => {
    const texts = (await linkMailsTo(stack, email, count)).map(({ text }) => text)
    const found = texts.flatMap(text => linkToken.exec(text)?.[1] ?? [])
    expect(found.length).toBeGreaterThanOrEqual(count)
    return found
  }
  return (await vi.waitFor(tokens, { timeout: 20_000, interval: 30 })).at(-1) ?? ''
}

/** Sends C7 as the person, from a new address. */
export const forgot = (person: Person): Promise<Answer> =>
  moved(person).anyone('POST', '/api/auth/forgot-password', { body: person.names })

/** Sends C8. */
export const resetPassword = ({ anyone }: Pick<Person, 'anyone'>, token: string, password = otherPassword) =>
  anyone('POST', '/api/auth/reset-password', { body: { token, password } })

/** Requests a mailed link for a person without earlier links. */
export async function resetLink(person: Person, count = 1): Promise<string> {
  const answer = await forgot(person)
  expect(answer.status, answer.raw).toBe(202)
  return mailedToken(person.world.stack, person.email, count)
}

/** A response without the values that are unique to a request. */
export const alike = ({ status, body: { requestId: _, ...members } }: Answer) => ({ status, ...members })
