// `npm run credentials`, for operators with access to the database and no credential.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFile } from '../../../../tools/project.ts'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { callerOf } from '../../../support/client.ts'
import { migratedDatabase } from '../../../support/postgres.ts'
import { ownStack } from '../../../support/stack.ts'

let databaseUrl: string
let stack: Stack
let first: { installSid: string; apiCredential: string }

const run = async (file: string, ...args: string[]) => {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, [projectFile(file), ...args], { env })
  return JSON.parse(stdout)
}
const credentials = (...args: string[]) => run('tools/ops/credentials.ts', ...args)
const works = async (secret: string) => (await callerOf(stack, secret)('GET', '/v1/installs')).status

beforeAll(async () => {
  databaseUrl = await migratedDatabase()
  first = await run('tools/ops/bootstrap.ts', 'First')
  stack = await ownStack({ kind: 'server', url: databaseUrl })
})
afterAll(() => stack.close())

test('the command lists, rotates and revokes the credential of the bootstrap', async () => {
  const accountSid = await accountOfFirst()
  const [made] = await credentials('list', '--account', accountSid)
  expect(made).toMatchObject({ name: 'Administrator', role: 'admin', installSid: null, active: true })
  expect(JSON.stringify(made)).not.toMatch(/secret/i)
  const successor = await credentials('rotate', made.sid)
  expect([await works(first.apiCredential), await works(successor.secret)]).toEqual([401, 200])
  await credentials('revoke', successor.sid)
  expect(await works(successor.secret)).toBe(401)
  const created = await credentials('create', '--name', 'Recovered', '--account', accountSid)
  expect(await works(created.secret)).toBe(200)
  const rows = (await callerOf(stack, created.secret)('GET', '/api/audit?kind=credential')).list('results')
  const done = rows.map(({ action, recordSid, actor, operation }) => ({
    action,
    recordSid,
    actor,
    operation,
  }))
  for (const [action, recordSid] of [
    ['rotated', made.sid],
    ['revoked', successor.sid],
    ['created', created.sid],
  ])
    expect(done).toContainEqual({ action, recordSid, actor: null, operation: null })
})

test('the command creates a credential for one install, with a policy and an expiry', async () => {
  const account = await accountOfFirst()
  const policy = {
    version: '1',
    statements: [{ effect: 'Allow', actions: ['sp:ListUsers'], resources: ['*'] }],
  }
  const expiresAt = '2100-01-01T00:00:00.000Z'
  const made = await credentials(
    ...['create', '--account', account, '--install', first.installSid, '--name', 'Export'],
    ...['--role', 'instructor', '--policy', JSON.stringify(policy), '--expires', expiresAt],
  )
  expect(made).toMatchObject({ installSid: first.installSid, role: 'instructor', policy, expiresAt })
  const call = callerOf(stack, made.secret)
  expect((await call('GET', `/v1/installs/${first.installSid}/users`)).status).toBe(200)
  expect((await call('GET', `/v1/installs/${first.installSid}`)).status).toBe(403)
})

/** Runs the command, which must fail with code 1, and returns what it prints: one line. */
async function faultOf(url: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: url }
  const path = projectFile('tools/ops/credentials.ts')
  const fault = await promisify(execFile)(process.execPath, [path, ...args], { env }).catch(error => error)
  expect(fault).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]+\.\n$/) })
  return fault.stderr.trim()
}
const unknown = `AK${'0'.repeat(32)}`

test('a command that cannot be done is refused in one line, with code 1', async () => {
  const [made] = await credentials('list', '--account', await accountOfFirst())
  const create = ['create', '--account', made.accountSid ?? (await accountOfFirst()), '--name', 'x']
  for (const [fault, ...args] of [
    [/^The database has several accounts: select one with --account\.$/, 'list'],
    [/^The account does not exist\.$/, 'list', '--account', `AC${'0'.repeat(32)}`],
    [/^The credential AK0+ does not exist\.$/, 'rotate', unknown],
    [/^The install does not exist in the account\.$/, ...create, '--install', `AI${'0'.repeat(32)}`],
    [/^Credential not active\.$/, 'rotate', made.sid],
  ] as const)
    expect(await faultOf(databaseUrl, ...args)).toMatch(fault)
})

test('invalid arguments are refused in one line, before the database is opened', async () => {
  const nowhere = 'postgres://user:secret@127.0.0.1:1/none'
  const create = ['create', '--name', 'x']
  const faults: [RegExp, ...string[]][] = [
    [/^Unknown command 'delete'\. The commands are list\|create\|rotate\|revoke\.$/, 'delete'],
    [/^Name the credential: rotate AK….$/, 'rotate'],
    [
      /^The credential 'AK1' is invalid: expected AK and 32 lowercase hexadecimal characters\.$/,
      'revoke',
      'AK1',
    ],
    [/^--name is required\.$/, 'create'],
    [/^--role: Expected one of admin, /, ...create, '--role', 'king'],
    [/^--policy: Expected JSON\.$/, ...create, '--policy', '{'],
    [/^--policy: version: Required\.$/, ...create, '--policy', '{}'],
    [/^--expires: Expected an ISO 8601 date and time such as /, ...create, '--expires', 'soon'],
    [/^--account: .* AC and 32 /, 'list', '--account', 'AC1'],
    [/^--overlap-seconds: Expected 0 to 86400 seconds\.$/, 'rotate', unknown, '--overlap-seconds', 'x'],
    [/^The database of DATABASE_URL \(127\.0\.0\.1:1\/none\) cannot be used: /, 'list'],
  ]
  await Promise.all(
    faults.map(async ([fault, ...args]) => expect(await faultOf(nowhere, ...args)).toMatch(fault)),
  )
})

/** The stack adds its demo accounts, so the first account is identified by its install. */
async function accountOfFirst(): Promise<string> {
  const { rows } = await stack.db.execute<{ sid: string }>(
    `select replace(account_sid::text, '-', '') as sid from install where sid = '${first.installSid.slice(2)}'`,
  )
  return `AC${rows[0]?.sid}`
}
