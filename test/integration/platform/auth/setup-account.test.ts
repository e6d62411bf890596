// Which account the first operator owns if the database also has demo data.
import { spawnSync } from 'node:child_process'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { install } from '../../../../db/schema/tenancy.ts'
import { projectFile } from '../../../../tools/project.ts'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { callerOf } from '../../../support/client.ts'
import { someEmail, somePassword } from '../../../support/platform.ts'
import { migratedDatabase } from '../../../support/postgres.ts'
import { ownStack } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'

let stack: Stack
let url: string
beforeAll(async () => {
  url = await migratedDatabase()
  stack = await ownStack({ kind: 'server', url })
}, 120_000)
afterAll(() => stack?.close())

/** Runs `npm run bootstrap`, and returns the account that it printed, and the warning. */
async function bootstrap(name: string) {
  const script = projectFile('tools/ops/bootstrap.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, name], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, DATABASE_URL: url },
  })
  expect(status, stderr).toBe(0)
  const { installSid }: { installSid: string } = JSON.parse(stdout)
  const [row] = await stack.db
    .select()
    .from(install)
    .where(eq(install.sid, sidOf('AI', installSid)))
  return { account: row?.accountSid, warning: /.*another account.*/.exec(stderr)?.[0] }
}

test('the first operator owns the account of the first `npm run bootstrap`, although the demo account is older', async () => {
  const { account, warning } = await bootstrap('University')
  expect(warning).toBeUndefined()
  expect((await bootstrap('Another one')).warning).toBe(
    'The database has another account of this command, "University". The first operator owns that one.',
  )
  const body = { name: 'Grace', email: someEmail(), password: somePassword() }
  const made = await callerOf(stack)('POST', '/api/auth/setup', { body })
  expect(made.status, made.raw).toBe(201)
  const { rows } = await stack.db.execute<{ sid: string }>(
    `select replace(account_sid::text, '-', '') as sid from operator`,
  )
  expect(rows).toEqual([{ sid: account?.slice(2) }])
})
