// The credentials of an account: listed, created, rotated and revoked over the API, by who reaches the account.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Call, callerOf } from '../support/client.ts'
import { age, type Person, signedInAs } from '../support/platform.ts'
import { problemOf } from '../support/problem.ts'
import { ownStack } from '../support/stack.ts'
import { changingNoRow } from '../support/tables.ts'
import { issueApiToken } from '../support/tokens.ts'
import { allow, makeWorld, sisterOf, type World } from '../support/world.ts'

const path = '/api/credentials'
const everything = { version: '1', statements: allow(['sp:*'], ['*']) }
const bodyOf = (members: object = {}) => ({ name: 'Backend', role: 'admin', policy: everything, ...members })

const create = (call: Call, members?: object) => call('POST', path, { body: bodyOf(members) })
const rotate = (call: Call, sid: string, body: object = {}) => call('POST', `${path}/${sid}/rotate`, { body })
const remove = (call: Call, sid: string) => call('DELETE', `${path}/${sid}`)

function made(answer: Answer, { stack }: World) {
  expect(answer.status, answer.raw).toBeLessThan(300)
  const secret = answer.text('secret')
  return { sid: answer.text('sid'), secret, call: callerOf(stack, secret) }
}

const works = async (call: Call) => (await call('GET', '/v1/installs')).status
const sidOfAdmin = async ({ admin }: World) => {
  const [first] = (await admin('GET', path)).list('results')
  return String(first?.['sid'])
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('an account credential', () => {
  test('is listed with those of the installs, and no secret is', async () => {
    const own = await makeWorld()
    const bound = await own.credential(allow(['sp:ListUsers'], ['*']))
    const answer = await own.admin('GET', path)
    expect(answer.status, answer.raw).toBe(200)
    expect(answer.trips).toBe(1)
    expect(answer.body).toMatchObject({
      total: 2,
      results: [
        { name: 'Administrator', installSid: null, active: true, revokedAt: null, createdBySid: null },
        { sid: bound.sid, installSid: own.installSid, active: true, applicationSid: own.applicationSid },
      ],
    })
    for (const text of [own.secret, bound.secret, 'secret']) expect(answer.raw).not.toContain(text)
  })

  test('is found by its install and by whether it is active', async () => {
    const own = await makeWorld()
    const sister = await sisterOf(own)
    const bound = await own.credential([])
    const gone = await sister.credential([])
    await remove(own.admin, gone.sid)
    const sids = async (query: string) =>
      (await own.admin('GET', `${path}?${query}`)).list('results').map(({ sid }) => sid)
    expect(await sids(`installSid=${own.installSid}`)).toEqual([bound.sid])
    expect(await sids('active=false')).toEqual([gone.sid])
    expect(await sids('active=true')).toHaveLength(2)
  })

  test('is created for the account or for one install, and its secret works at once', async () => {
    const account = made(await create(world.admin), world)
    const bound = made(await create(world.admin, { installSid: world.installSid }), world)
    const sister = await sisterOf(world)
    expect((await account.call('GET', sister.path('/users'))).status).toBe(200)
    expect((await bound.call('GET', world.path('/users'))).status).toBe(200)
    expect((await bound.call('GET', sister.path('/users'))).status).toBe(404)
  })

  test('is revoked at once, and revoking it again changes nothing', async () => {
    const { sid, call } = made(await create(world.admin), world)
    expect(await works(call)).toBe(200)
    expect((await remove(world.admin, sid)).status).toBe(204)
    expect(await works(call)).toBe(401)
    const again = await changingNoRow(world, () => remove(world.admin, sid))
    expect(again.status).toBe(204)
  })

  test('ends its tokens when it is revoked', async () => {
    const holder = made(await create(world.admin), world)
    const { call } = await issueApiToken(world, allow(['sp:ListUsers'], ['*']), holder.call)
    const users = () => call('GET', world.path('/users'))
    expect((await users()).status).toBe(200)
    await remove(world.admin, holder.sid)
    expect((await users()).status).toBe(401)
  })

  test('revokes itself, the last one of its account too, and an owner makes a new one', async () => {
    const own = await makeWorld()
    const { call } = await signedInAs(own, 'owner')
    expect((await remove(own.admin, await sidOfAdmin(own))).status).toBe(204)
    expect(await works(own.admin)).toBe(401)
    expect(await works(made(await create(call), own).call)).toBe(200)
  })

  test('is rotated: a successor with the same rights, and without an overlap the old one ends at once', async () => {
    const own = await makeWorld()
    const sid = await sidOfAdmin(own)
    const answer = await rotate(own.admin, sid)
    const successor = made(answer, own)
    expect(answer.body).toMatchObject({ name: 'Administrator', role: 'admin', installSid: null })
    expect([await works(own.admin), await works(successor.call)]).toEqual([401, 200])
    const [old] = (await successor.call('GET', `${path}?active=false`)).list('results')
    expect(old).toMatchObject({ sid, replacedBySid: successor.sid })
  })

  test('that was rotated with an overlap works until the overlap ends', async () => {
    const own = await makeWorld()
    const sid = await sidOfAdmin(own)
    const successor = made(await rotate(own.admin, sid, { overlapSeconds: 3600 }), own)
    expect([await works(own.admin), await works(successor.call)]).toEqual([200, 200])
    await own.stack.db.execute(sql`update api_credential set expires_at = expires_at - interval '1 hour'
      where sid = ${sid.slice(2)}::uuid`)
    expect([await works(own.admin), await works(successor.call)]).toEqual([401, 200])
  })

  test('keeps its earlier expiry when it is rotated, and so does its successor', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const { sid } = made(await create(world.admin, { expiresAt }), world)
    const answer = await rotate(world.admin, sid, { overlapSeconds: 86_400 })
    expect(answer.body).toMatchObject({ expiresAt })
    const rows = (await world.admin('GET', `${path}?limit=1000`)).list('results')
    expect(rows.find(row => row['sid'] === sid)).toMatchObject({ expiresAt, active: true })
  })

  test('that has ended is not rotated', async () => {
    const { sid } = made(await create(world.admin), world)
    await remove(world.admin, sid)
    const refused = await changingNoRow(world, () => rotate(world.admin, sid))
    problemOf(refused, 409)
    expect(refused.text('code')).toBe('credential_not_active')
  })

  test.each([-1, 0.5, 86_401, '60'])('is not rotated with an overlap of %s seconds', async overlapSeconds => {
    const { sid } = made(await create(world.admin), world)
    expect((await rotate(world.admin, sid, { overlapSeconds })).status).toBe(400)
  })

  test('is written in at most two round trips', async () => {
    const answer = await create(world.admin)
    const { sid } = made(answer, world)
    const rotated = await rotate(world.admin, sid)
    const removed = await remove(world.admin, rotated.text('sid'))
    for (const { trips } of [answer, rotated, removed]) expect(trips).toBeLessThanOrEqual(2)
  })
})

describe('nobody gets more than they hold', () => {
  const narrow = async (role = 'proctor') => {
    const actions = ['sp:CreateAccountCredential', 'sp:RotateAccountCredential', 'sp:ListUsers']
    const policy = { version: '1', statements: allow(actions, ['*']) }
    return made(await create(world.admin, { role, policy }), world)
  }

  test('by creating: neither a wider policy, nor a higher role, nor a later end', async () => {
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

  test('by rotating a credential that holds more', async () => {
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

  test('by a credential of an install: it calls none of these operations', async () => {
    const bound = await world.credential(allow(['sp:*'], ['*']))
    const answers = [
      await bound.call('GET', path),
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

  test('from another account: its credentials, installs and applications do not exist', async () => {
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
  const deeds = (call: Call, sid: string): (() => Promise<Answer>)[] => [
    () => call('GET', path),
    () => create(call),
    () => rotate(call, sid),
    () => remove(call, sid),
  ]

  test('of the role owner does all of it, and may grant everything', async () => {
    const { call } = await signedInAs(world, 'owner')
    const answer = await create(call)
    const { sid, call: backend } = made(answer, world)
    expect(answer.body).toMatchObject({ createdBySid: null, policy: everything, role: 'admin' })
    expect(await works(backend)).toBe(200)
    const statuses = []
    for (const deed of deeds(call, sid)) statuses.push((await deed()).status)
    expect(statuses).toEqual([200, 201, 200, 204])
  })

  test.each(['admin', 'developer', 'viewer'] as const)('of the role %s does none of it', async role => {
    const { call } = await signedInAs(world, role)
    const { sid } = made(await create(world.admin), world)
    for (const deed of deeds(call, sid)) {
      const answer = await deed()
      problemOf(answer, 403)
      expect(answer.text('code')).toBe('action_not_allowed')
    }
  })

  test('creates and rotates after a recent sign-in only', async () => {
    const { call, ...person } = await signedInAs(world, 'owner')
    const { sid } = made(await create(world.admin), world)
    await age(person as Person, 'sign_in_session', ['created_date'], 3600)
    for (const answer of [await create(call), await rotate(call, sid)]) {
      problemOf(answer, 403)
      expect(answer.text('code')).toBe('fresh_sign_in_required')
    }
    expect((await call('GET', path)).status).toBe(200)
    expect((await remove(call, sid)).status).toBe(204)
  })
})

test('the credential of the demo account is rotated and revoked like any other', async () => {
  const stack = await ownStack({ kind: 'memory' })
  const demo = JSON.parse(await readFile(join(stack.stateDir, 'demo.json'), 'utf8'))
  const call = callerOf(stack, demo.apiCredential)
  const [own] = (await call('GET', path)).list('results')
  const answer = await rotate(call, String(own?.['sid']))
  const successor = callerOf(stack, answer.text('secret'))
  expect([await works(call), await works(successor)]).toEqual([401, 200])
  expect((await remove(successor, answer.text('sid'))).status).toBe(204)
  expect(await works(successor)).toBe(401)
  await stack.close()
})
