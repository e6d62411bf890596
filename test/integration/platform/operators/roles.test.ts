// What each role of operators may do, and that nobody raises anybody above themselves.
import { describe, expect, test } from 'vitest'
import { apiCredential } from '../../../../db/schema/credential.ts'
import { type OperatorRole, operatorRoles } from '../../../../db/schema/operator.ts'
import { newSid } from '../../../../db/sid.ts'
import { hashSecret, makeSecret } from '../../../../src/shared/auth/secret.ts'
import { type Answer, type Call, callerOf } from '../../../support/client.ts'
import { makeOperator, type Person, signedInAs, someEmail } from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const invite = (call: Call, role: OperatorRole) =>
  call('POST', '/api/operators', { body: { email: someEmail(), name: 'Joan', role } })
const put = (call: Call, { id }: Pick<Person, 'id'>, body: unknown) =>
  call('PUT', `/api/operators/${id}`, { body })
const act = (call: Call, { id }: Pick<Person, 'id'>, deed: 'disable' | 'enable') =>
  call('POST', `/api/operators/${id}/${deed}`)

type Deed = (call: Call, target: Person) => Promise<Answer>

const deeds: Record<string, { may: readonly OperatorRole[]; status: number; deed: Deed }> = {
  'list the operators': { may: operatorRoles, status: 200, deed: call => call('GET', '/api/operators') },
  'invite a viewer': { may: ['owner', 'admin'], status: 201, deed: call => invite(call, 'viewer') },
  'rename a viewer': {
    may: ['owner', 'admin'],
    status: 200,
    deed: (call, target) => put(call, target, { name: 'Joan' }),
  },
  'disable a viewer': {
    may: ['owner', 'admin'],
    status: 200,
    deed: (call, target) => act(call, target, 'disable'),
  },
  'enable a viewer': {
    may: ['owner', 'admin'],
    status: 200,
    deed: (call, target) => act(call, target, 'enable'),
  },
  'delete a viewer': {
    may: ['owner', 'admin'],
    status: 204,
    deed: (call, target) => call('DELETE', `/api/operators/${target.id}`),
  },
  'read the account': { may: operatorRoles, status: 200, deed: call => call('GET', '/api/account') },
  'change the account': {
    may: ['owner'],
    status: 200,
    deed: call => call('PUT', '/api/account', { body: { name: 'Another name' } }),
  },
  'read the events': { may: ['owner', 'admin'], status: 200, deed: call => call('GET', '/api/auth/events') },
  'issue a JWT': {
    may: ['owner', 'admin', 'developer'],
    status: 200,
    deed: (call, { world }) =>
      call('POST', '/auth/token', {
        body: { applicationId: world.applicationSid, permissions: ['subscribe'] },
      }),
  },
}

const cells = Object.entries(deeds).flatMap(([name, { may, ...rest }]) =>
  operatorRoles.map(role => ({ role, can: may.includes(role) ? 'may' : 'may not', name, ...rest })),
)

test.each(cells)('of the role $role one $can $name', async ({ role, can, status, deed }) => {
  const world = await makeWorld()
  await makeOperator(world)
  const target = await makeOperator(world, 'viewer')
  const { call } = await signedInAs(world, role)
  if (can === 'may') {
    const answer = await deed(call, target)
    expect(answer.status, answer.raw).toBe(status)
    return
  }
  const answer = await deed(call, target)
  problemOf(answer, 403)
  expect(answer.text('code')).toBe('action_not_allowed')
})

function tooHigh(answer: Answer): void {
  problemOf(answer, 403)
  expect(answer.text('code')).toBe('permission_ceiling_violation')
}

describe('an admin', () => {
  async function scene() {
    const world = await makeWorld()
    const owner = await makeOperator(world)
    await makeOperator(world)
    return { owner, ...(await signedInAs(world, 'admin')) }
  }

  test('makes no owner: not by an invitation, nor of another, nor of oneself', async () => {
    const { world, call, id } = await scene()
    tooHigh(await invite(call, 'owner'))
    tooHigh(await put(call, { id }, { role: 'owner' }))
    tooHigh(await put(call, await makeOperator(world, 'viewer'), { role: 'owner' }))
  })

  test('changes nothing of an owner', async () => {
    const { call, owner, world } = await scene()
    for (const deed of [
      () => put(call, owner, { role: 'viewer' }),
      () => put(call, owner, { name: 'Nobody' }),
      () => act(call, owner, 'disable'),
    ])
      tooHigh(await deed())
    await act(world.admin, owner, 'disable')
    tooHigh(await act(call, owner, 'enable'))
  })

  test('makes and changes whoever holds as much', async () => {
    const { call, world } = await scene()
    for (const role of ['admin', 'developer', 'viewer'] as const) {
      expect((await invite(call, role)).status).toBe(201)
      const target = await makeOperator(world, role)
      expect((await put(call, target, { role: 'admin' })).status).toBe(200)
      expect((await act(call, target, 'disable')).status).toBe(200)
    }
  })
})

test('an owner makes and changes owners', async () => {
  const world = await makeWorld()
  const { call } = await signedInAs(world, 'owner')
  expect((await invite(call, 'owner')).status).toBe(201)
  const target = await makeOperator(world, 'viewer')
  expect((await put(call, target, { role: 'owner' })).body).toMatchObject({ role: 'owner' })
  expect((await act(call, target, 'disable')).status).toBe(200)
})

/** A credential that reaches the whole account, with the actions. */
async function accountCredential(world: World, actions: string[]): Promise<Call> {
  const secret = makeSecret('credential')
  await world.stack.db.insert(apiCredential).values({
    sid: newSid('AK'),
    accountSid: sidOf('AC', world.accountSid),
    applicationSid: sidOf('AP', world.applicationSid),
    name: 'Narrow',
    role: 'admin',
    policy: { version: '1', statements: [{ effect: 'Allow', actions, resources: ['*'] }] },
    secretHash: hashSecret(secret),
  })
  return callerOf(world.stack, secret)
}

describe('an API credential of the account', () => {
  test('does what its policy allows and nothing else', async () => {
    const world = await makeWorld()
    await makeOperator(world)
    const target = await makeOperator(world, 'viewer')
    const call = await accountCredential(world, ['sp:ListOperators'])
    expect((await call('GET', '/api/operators')).status).toBe(200)
    for (const deed of [
      () => invite(call, 'viewer'),
      () => put(call, target, { name: 'Joan' }),
      () => act(call, target, 'disable'),
      () => act(call, target, 'enable'),
      () => call('GET', '/api/auth/events'),
    ]) {
      const answer = await changingNoRow(world, deed)
      problemOf(answer, 403)
      expect(answer.text('code')).toBe('action_not_allowed')
    }
  })

  test('makes nobody who holds more than itself', async () => {
    const world = await makeWorld()
    const target = await makeOperator(world, 'viewer')
    const call = await accountCredential(world, [
      ...['sp:ListOperators', 'sp:InviteOperator', 'sp:UpdateOperator', 'sp:DisableOperator'],
      // What a viewer may.
      ...['sp:ListDeadLetters', 'sp:ListDeliveryAttempts', 'sp:ListWebhooks'],
      ...['sp:ReadAccount', 'sp:ReadDelivery', 'sp:ReadWebhook'],
    ])
    expect((await invite(call, 'viewer')).status).toBe(201)
    for (const role of ['developer', 'admin', 'owner'] as const) {
      tooHigh(await invite(call, role))
      tooHigh(await put(call, target, { role }))
      tooHigh(await act(call, await makeOperator(world, role), 'disable'))
    }
  })

  test('that may do everything makes owners', async () => {
    const world = await makeWorld()
    expect((await invite(world.admin, 'owner')).status).toBe(201)
  })
})
