// Who can manage the credentials of an account. Nobody can create more permissions than they have.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  create,
  credentialsPath,
  everything,
  made,
  remove,
  rotate,
  sidOfAdmin,
  works,
} from '../../../support/account-credentials.ts'
import type { Answer, Call } from '../../../support/client.ts'
import { age, type Person, signedInAs } from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('a caller cannot gain permissions', () => {
  const narrow = async (role = 'proctor') => {
    const actions = ['sp:CreateAccountCredential', 'sp:RotateAccountCredential', 'sp:ListUsers']
    const policy = { version: '1', statements: allow(actions, ['*']) }
    return made(await create(world.admin, { role, policy }), world)
  }

  test('by creating a credential with a wider policy, a higher role or a later expiry', async () => {
    const { call } = await narrow()
    const users = { version: '1', statements: allow(['sp:ListUsers'], ['*']) }
    for (const members of [{ role: 'proctor' }, { policy: users }]) {
      const refused = await create(call, members)
      problemOf(refused, 403)
      expect(refused.text('code')).toBe('permission_ceiling_violation')
    }
    expect((await create(call, { role: 'proctor', policy: users })).status).toBe(201)
    const ending = made(await create(world.admin, { expiresAt: '2100-01-01T00:00:00.000Z' }), world)
    expect((await create(ending.call, { expiresAt: null })).text('expiresAt')).toBe(
      '2100-01-01T00:00:00.000Z',
    )
  })

  test('by rotating a credential with more permissions', async () => {
    const { call, sid } = await narrow()
    const wide = made(await create(world.admin, { role: 'learner' }), world)
    const higher = await narrow('admin')
    for (const target of [wide, higher]) {
      const refused = await changingNoRow(world, () => rotate(call, target.sid))
      problemOf(refused, 403)
      expect(refused.text('code')).toBe('permission_ceiling_violation')
    }
    expect((await rotate(call, sid)).status).toBe(200)
  })

  test('with a credential of an install: it can call none of these operations', async () => {
    const bound = await world.credential(allow(['sp:*'], ['*']))
    const answers = [
      await bound.call('GET', credentialsPath),
      await create(bound.call),
      await create(bound.call, { installSid: world.installSid }),
      await rotate(bound.call, bound.sid),
      await remove(bound.call, bound.sid),
    ]
    for (const answer of answers) {
      problemOf(answer, 403)
      expect(answer.text('code')).toBe('action_not_allowed')
    }
  })

  test('from another account: its credentials, installs and applications are not found', async () => {
    const other = await makeWorld()
    const theirs = await sidOfAdmin(other)
    expect((await remove(world.admin, theirs)).status).toBe(404)
    expect((await rotate(world.admin, theirs)).status).toBe(404)
    for (const [name, value] of Object.entries({
      installSid: other.installSid,
      applicationSid: other.applicationSid,
    })) {
      const refused = await create(world.admin, { [name]: value })
      problemOf(refused, 400)
      expect(refused.list('errors')).toMatchObject([{ path: name, code: 'unknown_sid' }])
    }
    expect(await works(other.admin)).toBe(200)
  })
})

describe('an operator', () => {
  const operations = (call: Call, sid: string): (() => Promise<Answer>)[] => [
    () => call('GET', credentialsPath),
    () => create(call),
    () => rotate(call, sid),
    () => remove(call, sid),
  ]

  test('with the role owner can call all operations, and can grant everything', async () => {
    const { call } = await signedInAs(world, 'owner')
    const answer = await create(call)
    const { sid, call: backend } = made(answer, world)
    expect(answer.body).toMatchObject({ createdBySid: null, policy: everything, role: 'admin' })
    expect(await works(backend)).toBe(200)
    const statuses = []
    for (const operation of operations(call, sid)) statuses.push((await operation()).status)
    expect(statuses).toEqual([200, 201, 200, 204])
  })

  test.each(['admin', 'developer', 'viewer'] as const)(
    'with the role %s can call none of the operations',
    async role => {
      const { call } = await signedInAs(world, role)
      const { sid } = made(await create(world.admin), world)
      for (const operation of operations(call, sid)) {
        const answer = await operation()
        problemOf(answer, 403)
        expect(answer.text('code')).toBe('action_not_allowed')
      }
    },
  )

  test('can create and rotate only after a recent sign-in', async () => {
    const { call, ...person } = await signedInAs(world, 'owner')
    const { sid } = made(await create(world.admin), world)
    await age(person as Person, 'sign_in_session', ['created_date'], 3600)
    for (const answer of [await create(call), await rotate(call, sid)]) {
      problemOf(answer, 403)
      expect(answer.text('code')).toBe('fresh_sign_in_required')
    }
    expect((await call('GET', credentialsPath)).status).toBe(200)
    expect((await remove(call, sid)).status).toBe(204)
  })
})
