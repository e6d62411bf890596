// The permissions of each operator role. Nobody can give more than their own role.
import { describe, expect, test } from 'vitest'
import { type OperatorRole, operatorRoles } from '../../../../db/schema/operator.ts'
import type { Answer, Call } from '../../../support/client.ts'
import {
  accountCredential,
  makeOperator,
  type Person,
  signedInAs,
  someEmail,
} from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { makeWorld } from '../../../support/world.ts'

const invite = (call: Call, role: OperatorRole) =>
  call('POST', '/api/operators', { body: { email: someEmail(), name: 'Joan', role } })
const put = (call: Call, { id }: Pick<Person, 'id'>, body: unknown) =>
  call('PUT', `/api/operators/${id}`, { body })
const act = (call: Call, { id }: Pick<Person, 'id'>, operation: 'disable' | 'enable') =>
  call('POST', `/api/operators/${id}/${operation}`)

type Operation = (call: Call, target: Person) => Promise<Answer>

const cases: Record<string, { may: readonly OperatorRole[]; status: number; operation: Operation }> = {
  'list the operators': { may: operatorRoles, status: 200, operation: call => call('GET', '/api/operators') },
  'invite a viewer': { may: ['owner', 'admin'], status: 201, operation: call => invite(call, 'viewer') },
  'rename a viewer': {
    may: ['owner', 'admin'],
    status: 200,
    operation: (call, target) => put(call, target, { name: 'Joan' }),
  },
  'disable a viewer': {
    may: ['owner', 'admin'],
    status: 200,
    operation: (call, target) => act(call, target, 'disable'),
  },
  'enable a viewer': {
    may: ['owner', 'admin'],
    status: 200,
    operation: (call, target) => act(call, target, 'enable'),
  },
  'delete a viewer': {
    may: ['owner', 'admin'],
    status: 204,
    operation: (call, target) => call('DELETE', `/api/operators/${target.id}`),
  },
  'read the account': { may: operatorRoles, status: 200, operation: call => call('GET', '/api/account') },
  'change the account': {
    may: ['owner'],
    status: 200,
    operation: call => call('PUT', '/api/account', { body: { name: 'Another name' } }),
  },
  'read the events': {
    may: ['owner', 'admin'],
    status: 200,
    operation: call => call('GET', '/api/auth/events'),
  },
  'issue a JWT': {
    may: ['owner', 'admin', 'developer'],
    status: 200,
    operation: (call, { world }) =>
      call('POST', '/auth/token', {
        body: { applicationId: world.applicationSid, permissions: ['subscribe'] },
      }),
  },
}

const cells = Object.entries(cases).flatMap(([name, { may, ...rest }]) =>
  operatorRoles.map(role => ({ role, can: may.includes(role) ? 'may' : 'may not', name, ...rest })),
)

test.each(cells)('the role $role $can $name', async ({ role, can, status, operation }) => {
  const world = await makeWorld()
  await makeOperator(world)
  const target = await makeOperator(world, 'viewer')
  const { call } = await signedInAs(world, role)
  if (can === 'may') {
    const answer = await operation(call, target)
    expect(answer.status, answer.raw).toBe(status)
    return
  }
  const answer = await operation(call, target)
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

  test('creates no owner: by invitation, by promoting another operator or itself', async () => {
    const { world, call, id } = await scene()
    tooHigh(await invite(call, 'owner'))
    tooHigh(await put(call, { id }, { role: 'owner' }))
    tooHigh(await put(call, await makeOperator(world, 'viewer'), { role: 'owner' }))
  })

  test('cannot change an owner', async () => {
    const { call, owner, world } = await scene()
    for (const operation of [
      () => put(call, owner, { role: 'viewer' }),
      () => put(call, owner, { name: 'Nobody' }),
      () => act(call, owner, 'disable'),
    ])
      tooHigh(await operation())
    await act(world.admin, owner, 'disable')
    tooHigh(await act(call, owner, 'enable'))
  })

  test('can create and change operators of its own role', async () => {
    const { call, world } = await scene()
    for (const role of ['admin', 'developer', 'viewer'] as const) {
      expect((await invite(call, role)).status).toBe(201)
      const target = await makeOperator(world, role)
      expect((await put(call, target, { role: 'admin' })).status).toBe(200)
      expect((await act(call, target, 'disable')).status).toBe(200)
    }
  })
})

test('an owner can create and change owners', async () => {
  const world = await makeWorld()
  const { call } = await signedInAs(world, 'owner')
  expect((await invite(call, 'owner')).status).toBe(201)
  const target = await makeOperator(world, 'viewer')
  expect((await put(call, target, { role: 'owner' })).body).toMatchObject({ role: 'owner' })
  expect((await act(call, target, 'disable')).status).toBe(200)
})

describe('an API credential of the account', () => {
  test('is allowed exactly what its policy allows', async () => {
    const world = await makeWorld()
    await makeOperator(world)
    const target = await makeOperator(world, 'viewer')
    const { call } = await accountCredential(world, ['sp:ListOperators'])
    expect((await call('GET', '/api/operators')).status).toBe(200)
    for (const operation of [
      () => invite(call, 'viewer'),
      () => put(call, target, { name: 'Joan' }),
      () => act(call, target, 'disable'),
      () => act(call, target, 'enable'),
      () => call('GET', '/api/auth/events'),
    ]) {
      const answer = await changingNoRow(world, operation)
      problemOf(answer, 403)
      expect(answer.text('code')).toBe('action_not_allowed')
    }
  })

  test('creates nobody with more permissions than its own', async () => {
    const world = await makeWorld()
    const target = await makeOperator(world, 'viewer')
    const { call } = await accountCredential(world, [
      ...['sp:ListOperators', 'sp:InviteOperator', 'sp:UpdateOperator', 'sp:DisableOperator'],
      // The actions of a viewer.
      ...['sp:ListDeadLetters', 'sp:ListDeliveryAttempts', 'sp:ListDocuments', 'sp:ListWebhooks'],
      ...['sp:ReadAccount', 'sp:ReadDelivery', 'sp:ReadDeliveryRetry', 'sp:ReadDocument', 'sp:ReadWebhook'],
    ])
    expect((await invite(call, 'viewer')).status).toBe(201)
    for (const role of ['developer', 'admin', 'owner'] as const) {
      tooHigh(await invite(call, role))
      tooHigh(await put(call, target, { role }))
      tooHigh(await act(call, await makeOperator(world, role), 'disable'))
    }
  })

  test('with all actions can create owners', async () => {
    const world = await makeWorld()
    expect((await invite(world.admin, 'owner')).status).toBe(201)
  })
})
