import type { StoredPolicy } from '../../db/schema/credential.ts'
import type { Stack } from '../../src/local/stack.ts'
import { insertTenant, newTenant } from '../../src/local/tenant.ts'
import { type Call, callerOf } from './client.ts'
import { sharedStack } from './stack.ts'

/** A tenant of one's own, with its administrator as the caller. */
export type World = {
  stack: Stack
  accountSid: string
  applicationSid: string
  installSid: string
  /** The administrator's secret: every action on everything of the account. */
  secret: string
  admin: Call
  /** `/v1/installs/{installSid}` and what follows. */
  path(rest: string): string
  /** A user of the install. */
  user(members?: Record<string, unknown>): Promise<string>
  /** A caller with a credential of the install, and its secret. */
  credential(
    statements: StoredPolicy['statements'],
    role?: string,
  ): Promise<{ secret: string; sid: string; call: Call }>
}

let people = 0

/** Builds a tenant in the fork's stack, or in the given one. */
export async function makeWorld(given?: Stack): Promise<World> {
  const stack = given ?? (await sharedStack())
  const tenant = newTenant('Test account', 'Test install')
  await stack.db.batch([...insertTenant(stack.db, tenant)])
  const admin = callerOf(stack, tenant.secret)
  const path = (rest: string) => `/v1/installs/${tenant.install.sid}${rest}`
  return {
    stack,
    accountSid: tenant.account.sid,
    applicationSid: tenant.application.sid,
    installSid: tenant.install.sid,
    secret: tenant.secret,
    admin,
    path,
    async user(members) {
      people += 1
      const body = {
        firstName: 'Ada',
        lastName: `Learner ${people}`,
        email: `ada${people}@school.example`,
        ...members,
      }
      return (await admin('POST', path('/users'), { body })).text('sid')
    },
    async credential(statements, role = 'admin') {
      const body = { name: 'Narrow', role, policy: { version: '1', statements } }
      const created = await admin('POST', path('/credentials'), { body })
      const secret = created.text('secret')
      return { secret, sid: created.text('sid'), call: callerOf(stack, secret) }
    },
  }
}

/** One statement that allows the actions on the resources. */
export const allow = (actions: string[], resources: string[]): StoredPolicy['statements'] => [
  { effect: 'Allow', actions, resources },
]
