// What people sign in with is in their hands and in the mails that they get, and in nothing that we print, answer or store.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Call } from '../../../support/client.ts'
import { temporaryDirectory } from '../../../support/directory.ts'
import { allRows, leaksIn, type Secrets } from '../../../support/leaks.ts'
import {
  codeOf,
  login,
  makeInstallUser,
  type Person,
  someEmail,
  somePassword,
  verifyCode,
} from '../../../support/platform.ts'
import { type Running, startRunning } from '../../../support/running.ts'
import {
  type Factor,
  newStory,
  type Story,
  signInAgain,
  tellBadBodies,
  tellNewPasswords,
  tellPasswords,
  tellSecondFactor,
  tellSetup,
} from '../../../support/sign-in-story.ts'
import { askRefresh, introspect, verify } from '../../../support/sts.ts'
import { issueApiToken, issueToken } from '../../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

let running: Running
let story: Story
/** What the tables do hold, and what is neither printed nor told in a refusal. */
const inside: Secrets = new Map()
let printed = ''
let rows = ''
beforeAll(async () => {
  running = await startRunning(temporaryDirectory())
  story = newStory(running.stack)
  await tell()
  rows = await allRows(running.stack)
  await running.stopDatabase()
  const body = { email: someEmail(), password: story.keep('password without a database', somePassword()) }
  expect((await story.call()('POST', '/api/auth/login', { body })).status).toBe(503)
  printed = await running.stop()
}, 300_000)
afterAll(() => running.stop())

/** An operator, whom the setup makes. */
async function firstOperator(world: World): Promise<[Person, Call]> {
  const [email, password] = [someEmail(), somePassword()]
  const person = { world, email, password, names: { email }, anyone: story.call() }
  const call = await tellSetup(story, person)
  return [{ ...person, id: (await call('GET', '/api/auth/me')).text('id') }, call]
}

async function tell(): Promise<void> {
  const world = await makeWorld(running.stack)
  story.keep('credential', world.secret)
  const [owner, asOwner] = await firstOperator(world)
  const user = { ...(await makeInstallUser(world)), anyone: story.call() }
  for (const [person, applicationId] of [
    [owner, running.system.demo['applicationId']],
    [user, undefined],
  ] as const) {
    const call = await tellPasswords(story, person)
    const factor = await tellSecondFactor(story, person, call)
    const changed = await tellNewPasswords(story, person, factor)
    const again = await signInAgain(story, changed, factor)
    if (applicationId) {
      await tellJwts(again, applicationId)
      await tellRefusedRow(changed, factor)
    }
    await tellBadBodies(story, again)
    await tellFailures(again, changed, factor)
    expect((await again('POST', '/api/auth/logout')).status).toBe(204)
    expect((await again('GET', '/api/auth/me')).status).toBe(401)
  }
  await asOwner('GET', '/api/auth/me')
  await tellTokens(world, user.id)
}

/** A JWT that is issued, verified, and shown where it is none. */
async function tellJwts(call: Call, applicationId: string): Promise<void> {
  const issued = await call('POST', '/auth/token', { body: { applicationId, permissions: ['subscribe'] } })
  const token = story.keep('JWT', issued.text('token'))
  const altered = story.keep('altered JWT', token.replace(/.{8}$/, 'AAAAAAAA'))
  const check = (jwt: string) => story.call()('POST', '/auth/verify', { body: { token: jwt } })
  expect((await check(token)).status).toBe(200)
  expect((await check(altered)).status).toBe(401)
  for (const jwt of [token, altered])
    expect((await story.call(jwt)('GET', '/api/auth/me')).status).toBeGreaterThanOrEqual(401)
}

/** Area B: tokens that are issued, refreshed, and refused. */
async function tellTokens(world: World, targetUserSid: string): Promise<void> {
  const told = { ...world, admin: story.call(world.secret) }
  const element = await issueToken(told, { targetUserSid })
  const elementToken = story.keep('elementToken', element.answer.text('elementToken'))
  const statements = allow(['sp:ReadUserProfile'], [`installs/${world.installSid}/*`])
  for (const issued of [element, await issueApiToken(told, statements)]) {
    story.keep('stsToken', issued.secret)
    const refreshed = await askRefresh(told, issued)
    expect(refreshed.status, refreshed.raw).toBe(200)
    story.keep('refreshed stsToken', refreshed.text('stsToken'))
    expect((await askRefresh(told, issued)).status).toBe(409)
    expect((await introspect(told, issued.secret)).status).toBe(200)
    const asEmbed = story.call(issued.secret)
    expect((await asEmbed('GET', world.path(`/users/${targetUserSid}/profile`))).status).toBe(401)
    expect((await asEmbed('GET', '/api/auth/me')).status).toBeGreaterThanOrEqual(401)
    const refused = await verify(world.stack, { secret: issued.secret, elementToken })
    story.answers.push(refused)
    expect(refused.status).toBe(401)
  }
}

/** What the database cannot do, it says with all parameters: none of them goes on to the log or to an answer. */
async function tellFailures(call: Call, person: Person, factor: Factor): Promise<void> {
  const { db } = running.stack
  const current = person.password
  const { keep } = story
  const mfaToken = keep('mfaToken', (await login(person)).text('mfaToken'))
  const [email, body] = [someEmail(), (members: object) => ({ body: members })]
  await db.execute(sql`alter table sign_in_event rename to hidden`)
  const failed = [
    await login(person),
    await login(person, { password: keep('wrong password', somePassword()) }),
    await login(person, { email, password: keep('wrong password', somePassword()) }),
    await person.anyone('POST', '/api/auth/mfa/verify', body({ mfaToken, code: codeOf(factor.secret) })),
    await person.anyone('POST', '/api/auth/mfa/verify', body({ mfaToken, code: factor.recoveryCodes[1] })),
    await call(
      'POST',
      '/api/auth/change-password',
      body({ currentPassword: current, password: keep('new', somePassword()) }),
    ),
    await call('POST', '/api/auth/logout'),
  ]
  await person.anyone('POST', '/api/auth/forgot-password', body(person.names))
  await db.execute(sql`alter table hidden rename to sign_in_event`)
  expect(failed.map(({ status }) => status)).toEqual(failed.map(() => 500))
}

/** Of a row that breaks a constraint, the database says all columns. */
async function tellRefusedRow(person: Person, { secret }: Factor): Promise<void> {
  const { db } = running.stack
  const { rows } = await db.execute<{ hash: string }>(
    sql`select password_hash as hash from operator where sid = ${person.id.slice(2)}::uuid`,
  )
  // The database cuts long values off: the parameters and the salt are left.
  inside.set('hash of the password', rows[0]?.hash.slice(0, 44) ?? '')
  inside.set('address', person.email)
  const mfaToken = story.keep('mfaToken', (await login(person)).text('mfaToken'))
  await db.execute(sql`alter table operator add constraint refuses check (false) not valid`)
  expect((await verifyCode(person, mfaToken, story.keep('code', codeOf(secret)))).status).toBe(500)
  await db.execute(sql`alter table operator drop constraint refuses`)
}

const refusals = (): Answer[] => story.answers.filter(({ status }) => status >= 400)

test('what the system printed holds no secret, though it printed what failed', () => {
  const failed = story.answers.filter(({ status }) => status >= 500)
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([500, 503]))
  for (const answer of failed) expect(printed).toContain(answer.text('requestId'))
  expect(leaksIn(printed, new Map([...story.secrets, ...inside]))).toEqual([])
})

test('no row of any table holds a secret', () => {
  for (const table of ['sign_in_event', 'sign_in_session', 'totp', 'recovery_code', 'sts_token', 'throttle'])
    expect(rows).toMatch(new RegExp(`^${table} \\(`, 'm'))
  expect(leaksIn(rows, story.secrets)).toEqual([])
})

test('no refusal answers with a secret', () => {
  const secrets = new Map([...story.secrets, ...inside])
  expect(refusals().length).toBeGreaterThan(200)
  for (const answer of refusals())
    expect(leaksIn(`${answer.raw}\n${JSON.stringify([...answer.headers])}`, secrets)).toEqual([])
})

test('of the files of the system, the mails alone hold secrets', () => {
  const { stateDir } = running.stack
  const files = readdirSync(stateDir, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
  const leaking = files
    .map(({ parentPath, name }) => join(parentPath, name))
    // Made of the sources before there is a secret; their megabytes hold any six digits.
    .filter(path => !path.startsWith(join(stateDir, 'assets')))
    .filter(path => leaksIn(readFileSync(path, 'latin1'), story.secrets).length > 0)
  expect(leaking).toEqual([join(stateDir, 'mail.jsonl')])
})
