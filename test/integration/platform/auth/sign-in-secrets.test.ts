// Secrets of sign-ins appear in the responses that issue them and in mails, and in no log, refusal or table.
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
  newSignInScenario,
  runBadBodies,
  runNewPasswords,
  runPasswords,
  runSecondFactor,
  runSetup,
  type SignInScenario,
  signInAgain,
} from '../../../support/sign-in-scenario.ts'
import { askRefresh, introspect, verify } from '../../../support/sts.ts'
import { issueApiToken, issueToken } from '../../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

let running: Running
let scenario: SignInScenario
/** Values that the tables contain, but neither the log nor a refusal may contain. */
const inside: Secrets = new Map()
let printed = ''
let rows = ''
beforeAll(async () => {
  running = await startRunning(temporaryDirectory())
  scenario = newSignInScenario(running.stack)
  await runScenario()
  rows = await allRows(running.stack)
  await running.stopDatabase()
  const body = { email: someEmail(), password: scenario.keep('password without a database', somePassword()) }
  expect((await scenario.call()('POST', '/api/auth/login', { body })).status).toBe(503)
  printed = await running.stop()
}, 300_000)
afterAll(() => running.stop())

/** The operator that the setup creates. */
async function firstOperator(world: World): Promise<[Person, Call]> {
  const [email, password] = [someEmail(), somePassword()]
  const person = { world, email, password, names: { email }, anyone: scenario.call() }
  const call = await runSetup(scenario, person)
  return [{ ...person, id: (await call('GET', '/api/auth/me')).text('id') }, call]
}

async function runScenario(): Promise<void> {
  const world = await makeWorld(running.stack)
  scenario.keep('credential', world.secret)
  const [owner, asOwner] = await firstOperator(world)
  const user = { ...(await makeInstallUser(world)), anyone: scenario.call() }
  for (const [person, applicationId] of [
    [owner, running.system.demo['applicationId']],
    [user, undefined],
  ] as const) {
    const call = await runPasswords(scenario, person)
    const factor = await runSecondFactor(scenario, person, call)
    const changed = await runNewPasswords(scenario, person, factor)
    const again = await signInAgain(scenario, changed, factor)
    if (applicationId) {
      await runJwts(again, applicationId)
      await runRefusedRow(changed, factor)
    }
    await runBadBodies(scenario, again)
    await runFailures(again, changed, factor)
    expect((await again('POST', '/api/auth/logout')).status).toBe(204)
    expect((await again('GET', '/api/auth/me')).status).toBe(401)
  }
  await asOwner('GET', '/api/auth/me')
  await runTokens(world, user.id)
}

/** Issues and verifies a JWT, and sends it where no JWT is accepted. */
async function runJwts(call: Call, applicationId: string): Promise<void> {
  const issued = await call('POST', '/auth/token', { body: { applicationId, permissions: ['subscribe'] } })
  const token = scenario.keep('JWT', issued.text('token'))
  const altered = scenario.keep('altered JWT', token.replace(/.{8}$/, 'AAAAAAAA'))
  const check = (jwt: string) => scenario.call()('POST', '/auth/verify', { body: { token: jwt } })
  expect((await check(token)).status).toBe(200)
  expect((await check(altered)).status).toBe(401)
  for (const jwt of [token, altered])
    expect((await scenario.call(jwt)('GET', '/api/auth/me')).status).toBeGreaterThanOrEqual(401)
}

/** Area B: issues, refreshes and refuses tokens. */
async function runTokens(world: World, targetUserSid: string): Promise<void> {
  const recorded = { ...world, admin: scenario.call(world.secret) }
  const element = await issueToken(recorded, { targetUserSid })
  const elementToken = scenario.keep('elementToken', element.answer.text('elementToken'))
  const statements = allow(['sp:ReadUserProfile'], [`installs/${world.installSid}/*`])
  for (const issued of [element, await issueApiToken(recorded, statements)]) {
    scenario.keep('stsToken', issued.secret)
    const refreshed = await askRefresh(recorded, issued)
    expect(refreshed.status, refreshed.raw).toBe(200)
    scenario.keep('refreshed stsToken', refreshed.text('stsToken'))
    expect((await askRefresh(recorded, issued)).status).toBe(409)
    expect((await introspect(recorded, issued.secret)).status).toBe(200)
    const asEmbed = scenario.call(issued.secret)
    expect((await asEmbed('GET', world.path(`/users/${targetUserSid}/profile`))).status).toBe(401)
    expect((await asEmbed('GET', '/api/auth/me')).status).toBeGreaterThanOrEqual(401)
    const refused = await verify(world.stack, { secret: issued.secret, elementToken })
    scenario.answers.push(refused)
    expect(refused.status).toBe(401)
  }
}

/** Errors of the database contain all parameters: none of them may reach the log or a response. */
async function runFailures(call: Call, person: Person, factor: Factor): Promise<void> {
  const { db } = running.stack
  const current = person.password
  const { keep } = scenario
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

/** For a row that violates a constraint, the database reports all columns. */
async function runRefusedRow(person: Person, { secret }: Factor): Promise<void> {
  const { db } = running.stack
  const { rows } = await db.execute<{ hash: string }>(
    sql`select password_hash as hash from operator where sid = ${person.id.slice(2)}::uuid`,
  )
  // The database truncates long values: the parameters and the salt remain.
  inside.set('hash of the password', rows[0]?.hash.slice(0, 44) ?? '')
  inside.set('address', person.email)
  const mfaToken = scenario.keep('mfaToken', (await login(person)).text('mfaToken'))
  await db.execute(sql`alter table operator add constraint refuses check (false) not valid`)
  expect((await verifyCode(person, mfaToken, scenario.keep('code', codeOf(secret)))).status).toBe(500)
  await db.execute(sql`alter table operator drop constraint refuses`)
}

const refusals = (): Answer[] => scenario.answers.filter(({ status }) => status >= 400)

test('the log contains no secret, although it contains the failed requests', () => {
  const failed = scenario.answers.filter(({ status }) => status >= 500)
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([500, 503]))
  for (const answer of failed) expect(printed).toContain(answer.text('requestId'))
  expect(leaksIn(printed, new Map([...scenario.secrets, ...inside]))).toEqual([])
})

test('no row of any table holds a secret', () => {
  for (const table of ['sign_in_event', 'sign_in_session', 'totp', 'recovery_code', 'sts_token', 'throttle'])
    expect(rows).toMatch(new RegExp(`^${table} \\(`, 'm'))
  expect(leaksIn(rows, scenario.secrets)).toEqual([])
})

test('no refusal contains a secret', () => {
  const secrets = new Map([...scenario.secrets, ...inside])
  expect(refusals().length).toBeGreaterThan(200)
  for (const answer of refusals())
    expect(leaksIn(`${answer.raw}\n${JSON.stringify([...answer.headers])}`, secrets)).toEqual([])
})

test('only the mail file of the system contains secrets', () => {
  const { stateDir } = running.stack
  const files = readdirSync(stateDir, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
  const leaking = files
    .map(({ parentPath, name }) => join(parentPath, name))
    // Built before the first secret; any six digits occur in these megabytes.
    .filter(path => !path.startsWith(join(stateDir, 'assets')))
    .filter(path => leaksIn(readFileSync(path, 'latin1'), scenario.secrets).length > 0)
  expect(leaking).toEqual([join(stateDir, 'mail.jsonl')])
})
