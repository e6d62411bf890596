// Proofs that the operations of an account give no more than the giver has: operators and credentials.

import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Role, roles } from '../../db/schema/credential.ts'
import { type Call, callerOf } from './client.ts'
import { makeOperator, someEmail } from './platform.ts'
import { problemOf } from './problem.ts'
import { allow, type World } from './world.ts'

export type Proof = (() => Promise<unknown>) | string
export type Proofs = Record<'role' | 'policy' | 'install' | 'expiry', Proof>

/** An administrator of the whole account with another role or policy, which no operation creates. */
async function accountGiver(world: World, members: { role?: Role; actions?: string[] }): Promise<Call> {
  const { secret, sid } = await world.credential(allow(['sp:*'], ['*']), members.role ?? 'admin')
  const stored = JSON.stringify({ version: '1', statements: allow(members.actions ?? ['sp:*'], ['*']) })
  await world.stack.db.execute(sql`update api_credential set install_sid = null, policy = ${stored}::jsonb
    where sid = ${sid.slice(2)}::uuid`)
  return callerOf(world.stack, secret)
}

export const isCeiling = async (answer: ReturnType<Call>) => {
  problemOf(await answer, 403)
  expect((await answer).text('code')).toBe('permission_ceiling_violation')
}

const bound = (world: World) => world.credential(allow(['sp:*'], ['*']))

const invite = (call: Call) =>
  call('POST', '/api/operators', { body: { email: someEmail(), name: 'Joan', role: 'viewer' } })

type Change = (call: Call, sid: string) => ReturnType<Call>
const update: Change = (call, sid) => call('PUT', `/api/operators/${sid}`, { body: { role: 'developer' } })
const enable: Change = (call, sid) => call('POST', `/api/operators/${sid}/enable`)
const disable: Change = (call, sid) => call('POST', `/api/operators/${sid}/disable`)

const invitedAgain: Change = (call, sid) => call('POST', `/api/operators/${sid}/invite`)
const remove: Change = (call, sid) => call('DELETE', `/api/operators/${sid}`)

/** The proofs for an operation that gives or removes the permissions of an operator. */
const ofOperators = (world: () => World, action: string, send: Change): Proofs => ({
  async role() {
    const { id } = await makeOperator(world(), 'viewer')
    for (const role of roles.filter(each => each !== 'admin' && each !== 'learner'))
      await isCeiling(send(await accountGiver(world(), { role }), id))
    // A learner reads no data of operators either.
    problemOf(await send(await accountGiver(world(), { role: 'learner' }), id), 403)
  },
  async policy() {
    const { id } = await makeOperator(world(), 'viewer')
    await isCeiling(send(await accountGiver(world(), { actions: [action] }), id))
  },
  async install() {
    const { id } = await makeOperator(world(), 'viewer')
    problemOf(await send((await bound(world())).call, id), 403)
  },
  expiry: 'An operator is a person of the account, and stays when the inviting credential ends.',
})

const everything = { version: '1', statements: allow(['sp:*'], ['*']) }
const heir = { name: 'Heir', role: 'admin', policy: everything }

/** Sends a request for a credential with the greatest role and policy. */
type Make = (call: Call) => ReturnType<Call>

const ofCredentials = (
  world: () => World,
  action: string,
  make: (world: World) => Promise<Make>,
): Proofs => ({
  async role() {
    const send = await make(world())
    for (const role of roles.filter(each => each !== 'admin'))
      await isCeiling(send(await accountGiver(world(), { role })))
  },
  async policy() {
    await isCeiling((await make(world()))(await accountGiver(world(), { actions: [action] })))
  },
  async install() {
    problemOf(await (await make(world()))((await bound(world())).call), 403)
  },
  async expiry() {
    const expiresAt = '2100-01-01T00:00:00.000Z'
    const parent = await world().admin('POST', '/api/credentials', { body: { ...heir, expiresAt } })
    const made = await (await make(world()))(callerOf(world().stack, parent.text('secret')))
    expect(made.status, made.raw).toBeLessThan(300)
    expect(made.body).toMatchObject({ expiresAt })
  },
})

const create = (): Promise<Make> => Promise.resolve(call => call('POST', '/api/credentials', { body: heir }))

async function rotate({ admin }: World): Promise<Make> {
  const sid = (await admin('POST', '/api/credentials', { body: heir })).text('sid')
  return call => call('POST', `/api/credentials/${sid}/rotate`, { body: {} })
}

/** The proofs of the operations of an account. */
export const accountProofs = (world: () => World): Record<string, Proofs> => ({
  'POST /api/operators': ofOperators(world, 'sp:InviteOperator', invite),
  'POST /api/operators/{operatorSid}/invite': ofOperators(world, 'sp:ReinviteOperator', invitedAgain),
  'PUT /api/operators/{operatorSid}': ofOperators(world, 'sp:UpdateOperator', update),
  'DELETE /api/operators/{operatorSid}': ofOperators(world, 'sp:DeleteOperator', remove),
  'POST /api/operators/{operatorSid}/enable': ofOperators(world, 'sp:EnableOperator', enable),
  'POST /api/operators/{operatorSid}/disable': ofOperators(world, 'sp:DisableOperator', disable),
  'POST /api/credentials': ofCredentials(world, 'sp:CreateAccountCredential', create),
  'POST /api/credentials/{credentialSid}/rotate': ofCredentials(world, 'sp:RotateAccountCredential', rotate),
})
