// The first operator.
import { spawnSync } from 'node:child_process'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { batch } from '../../../../db/client.ts'
import { auditEvent } from '../../../../db/schema/audit.ts'
import { throttle } from '../../../../db/schema/operator.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import { createFirstAdmin } from '../../../../src/platform/setup/routes.ts'
import { limits } from '../../../../src/platform/throttle/limits.ts'
import { countAttempt } from '../../../../src/platform/throttle/queries.ts'
import { hashPassword } from '../../../../src/shared/crypto/password.ts'
import { attemptBy } from '../../../../src/shared/rate-limit.ts'
import { projectFile } from '../../../../tools/project.ts'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { type Call, callerOf } from '../../../support/client.ts'
import {
  callFrom,
  deleteOperators,
  makeOperator,
  someAddress,
  someEmail,
  somePassword,
} from '../../../support/platform.ts'
import { urlOf } from '../../../support/postgres.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { sharedStack } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

let stack: Stack
let anyone: Call
beforeAll(async () => {
  stack = await sharedStack()
  await deleteOperators(stack)
  anyone = callerOf(stack)
})

const body = (members = {}) => ({ name: 'Grace', email: someEmail(), password: somePassword(), ...members })

test.each([
  ['a common password', { password: 'password1' }, 'password'],
  ['a short password', { password: 'x7$Kq!z' }, 'password'],
  ['no email', { email: 'grace' }, 'email'],
  ['no name', { name: '' }, 'name'],
  ['a role', { role: 'owner' }, 'role'],
])('setup with %s is refused', async (_, members, path) => {
  expect((await anyone('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: true })
  expect(badPaths(await anyone('POST', '/api/auth/setup', { body: body(members) }))).toEqual([path])
  expect((await anyone('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: true })
})

/** Runs `npm run bootstrap`, and returns the account that it printed, and the warning. */
async function bootstrap(name: string) {
  const script = projectFile('tools/ops/bootstrap.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, name], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, DATABASE_URL: await urlOf(stack) },
  })
  expect(status, stderr).toBe(0)
  const { installSid }: { installSid: string } = JSON.parse(stdout)
  const [row] = await stack.db
    .select()
    .from(install)
    .where(eq(install.sid, sidOf('AI', installSid)))
  return { account: row?.accountSid, warning: /.*another account.*/.exec(stderr)?.[0] }
}

/** The account of the first `npm run bootstrap`. */
let first: string | undefined

test('a second `npm run bootstrap` warns that the first operator owns the account of the first one', async () => {
  const { account, warning } = await bootstrap('University')
  expect(warning).toBeUndefined()
  first = account
  expect((await bootstrap('Another one')).warning).toBe(
    'The database has another account of this command, "University". The first operator owns that one.',
  )
})

/** Runs the operation without a Worker, for a request to this host. */
function setUpAt(host: string) {
  const env = { ...stack, PASSWORD_COST_LOG2: 4 }
  const header = (name: string) => (name === 'host' ? host : undefined)
  const request = { db: stack.db, env, body: body(), header }
  return createFirstAdmin.handle(request as unknown as Parameters<typeof createFirstAdmin.handle>[0])
}

test('without a setup token, the host name of a web page, which can resolve to this machine, sets nothing up', async () => {
  await expect(setUpAt('rebound.example')).rejects.toMatchObject({ code: 'setup_token_invalid' })
})

test('a setup that is refused as busy can be sent again at once', async () => {
  // Two run at once, and ten wait: the first four take long.
  const hashing = Array.from({ length: 12 }, (_, n) => hashPassword(somePassword(), n < 4 ? 15 : 4))
  await expect(setUpAt(new URL(stack.baseUrl).host)).rejects.toMatchObject({ code: 'too_busy' })
  await Promise.all(hashing)
  const { attempt } = await batch(stack.db, {
    attempt: countAttempt(stack.db, attemptBy(limits.setup, 'platform')),
  })
  expect(attempt).toEqual([{ seconds: 0 }])
  await stack.db.delete(throttle)
})

test('of 50 simultaneous setups one creates the first owner, and the others create nothing', async () => {
  const bodies = Array.from({ length: 50 }, (_, n) => body({ name: `Grace ${n}` }))
  const answers = await Promise.all(bodies.map(each => anyone('POST', '/api/auth/setup', { body: each })))
  const winner = answers.findIndex(({ status }) => status === 201)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const answer of answers.filter((_, n) => n !== winner)) {
    problemOf(answer, 403)
    expect(answer.text('code')).toBe('setup_done')
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  const { name, email, password } = bodies[winner] ?? body()
  const won = answers[winner]
  expect(won?.body).toEqual({
    sessionToken: expect.any(String),
    expiresAt: expect.any(Number),
    user: { id: expect.stringMatching(/^OP[a-f0-9]{32}$/), email, name },
  })
  expect(won?.headers.getSetCookie()[0]).toContain(`session=${won?.text('sessionToken')}; `)
  const audited = eq(auditEvent.requestId, won?.headers.get('x-request-id') ?? '')
  expect(await stack.db.select().from(auditEvent).where(audited)).toMatchObject([
    { operation: 'createFirstAdmin', kind: 'operator', action: 'created', actor: null, actorKind: null },
  ])
  const call = callerOf(stack, won?.text('sessionToken'))
  expect((await call('GET', '/api/auth/me')).body).toMatchObject({ role: 'owner', email, name })
  expect((await call('GET', '/api/operators')).body).toMatchObject({ total: 1 })
  expect((await anyone('POST', '/api/auth/login', { body: { email, password } })).status).toBe(200)
  expect((await anyone('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: false })
  problemOf(await anyone('POST', '/api/auth/setup', { body: body() }), 403)
})

test('the first operator owns the account of the first `npm run bootstrap`, although the demo account is older', async () => {
  const { rows } = await stack.db.execute<{ sid: string }>(
    `select replace(account_sid::text, '-', '') as sid from operator`,
  )
  expect(rows).toEqual([{ sid: first?.slice(2) }])
})

test('a client of a trusted proxy sets nothing up, because BASE_URL names this machine alone', async () => {
  const answer = await callFrom(stack, someAddress())('POST', '/api/auth/setup', { body: body() })
  problemOf(answer, 403)
  expect(answer.text('code')).toBe('setup_token_invalid')
})

test('setup is refused when there are operators', async () => {
  const world = await makeWorld()
  await makeOperator(world)
  const call = callerOf(world.stack)
  expect((await call('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: false })
  const answer = await call('POST', '/api/auth/setup', { body: body() })
  problemOf(answer, 403)
  expect(answer.text('code')).toBe('setup_done')
})
