import { batch } from '../../db/client.ts'
import type { Role, StoredPolicy } from '../../db/schema/credential.ts'
import type { SidOf } from '../../db/sid.ts'
import type { Client, RequestOf } from '../../src/client/index.ts'
import { insertTenant, newTenant, unlimited } from '../../tools/ops/tenant.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { type Call, callerOf, clientOf } from './client.ts'
import { sharedStack } from './stack.ts'

/** A new tenant, with its administrator as the caller. */
export type World = {
  stack: Stack
  accountSid: SidOf<'AC'>
  applicationSid: SidOf<'AP'>
  installSid: SidOf<'AI'>
  /** The administrator's secret: every action on everything of the account. */
  secret: string
  admin: Call
  /** The same administrator, for requests that must be granted. */
  client: Client<'installSid'>
  /** `/v1/installs/{installSid}` and the rest of the path. */
  path(rest: string): string
  /** A user of the install. */
  user(members?: Partial<UserCreate>): Promise<SidOf<'US'>>
  /** A caller with a credential of the install, and its secret. */
  credential(
    statements: StoredPolicy['statements'],
    role?: Role,
  ): Promise<{ secret: string; sid: SidOf<'AK'>; call: Call }>
}

type UserCreate = RequestOf<'post', '/v1/installs/{installSid}/users', never>['body']

let people = 0

/** The members of a person with a unique name and address. */
export function newPerson() {
  people += 1
  return { firstName: 'Ada', lastName: `Learner ${people}`, email: `ada${people}@school.example` }
}

/** Creates a tenant in the fork's stack, or in the given one. */
export async function makeWorld(given?: Stack): Promise<World> {
  const stack = given ?? (await sharedStack())
  const tenant = newTenant('Test account', 'Test install', unlimited)
  await batch(stack.db, insertTenant(stack.db, tenant))
  const { account, application, install, secret } = tenant
  return {
    ...{ stack, secret, accountSid: account.sid, applicationSid: application.sid },
    admin: callerOf(stack, secret),
    ...inInstall({ stack, secret }, install.sid),
  }
}

/** A second install of the same account with the same administrator. */
export async function sisterOf(world: World): Promise<World> {
  const { sid } = await world.client.post('/v1/installs', { body: { name: 'Sister' } })
  return { ...world, ...inInstall(world, sid) }
}

/** The members of a world that depend on its install. */
function inInstall({ stack, secret }: Pick<World, 'stack' | 'secret'>, installSid: SidOf<'AI'>) {
  const client = clientOf(stack, secret, installSid)
  return {
    installSid,
    client,
    path: (rest: string) => `/v1/installs/${installSid}${rest}`,
    async user(members?: Partial<UserCreate>) {
      const body = { ...newPerson(), ...members }
      return (await client.post('/v1/installs/{installSid}/users', { body })).sid
    },
    async credential(statements: StoredPolicy['statements'], role: Role = 'admin') {
      const policy = { version: '1', statements } as const
      const body = { name: 'Narrow', role, policy }
      const { sid, secret } = await client.post('/v1/installs/{installSid}/credentials', { body })
      return { sid, secret, call: callerOf(stack, secret) }
    },
  }
}

/** One statement that allows the actions on the resources. */
export const allow = (actions: string[], resources: string[]): StoredPolicy['statements'] => [
  { effect: 'Allow', actions, resources },
]
