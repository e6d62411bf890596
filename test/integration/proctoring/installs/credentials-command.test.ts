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

test('an account must be named if there are several', async () => {
  await expect(credentials('list')).rejects.toThrow(/several accounts/)
})

test.each([[], ['delete'], ['rotate', 'AK1'], ['create']])('%s is refused', async (...args: string[]) => {
  await expect(credentials(...args)).rejects.toThrow()
})

/** The stack adds its demo accounts, so the first account is identified by its install. */
async function accountOfFirst(): Promise<string> {
  const { rows } = await stack.db.execute<{ sid: string }>(
    `select replace(account_sid::text, '-', '') as sid from install where sid = '${first.installSid.slice(2)}'`,
  )
  return `AC${rows[0]?.sid}`
}
