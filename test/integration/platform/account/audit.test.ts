// The audit of an account: who changed which record, when, and by which request.
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Row, rowsFrom, rowsOf } from '../../../support/audit.ts'
import type { Answer } from '../../../support/client.ts'
import { callFrom, makeOperator, signedInAs, someAddress, someEmail } from '../../../support/platform.ts'
import { issueToken, sidOf } from '../../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

let world: World
let adminSid: string
beforeAll(async () => {
  world = await makeWorld()
  const [first] = (await world.admin('GET', '/api/credentials')).list('results')
  adminSid = String(first?.['sid'])
})

const policy = { version: '1', statements: allow(['sp:*'], ['*']) }
const signing = `whsec_${randomBytes(32).toString('base64')}`
const anotherSigning = `whsec_${randomBytes(32).toString('base64')}`
const webhook = { url: 'https://lms.example.com/hook', events: ['document.updated'], secret: signing }

type Case = { row: Row; request: () => Promise<Answer> }

describe('one row with the actor, the change, the time and the request is written by', () => {
  const cases: Record<string, (w: World) => Case | Promise<Case>> = {
    'a new credential'(w) {
      return {
        row: { kind: 'credential', action: 'created', operation: 'createAccountCredential' },
        request: () => w.admin('POST', '/api/credentials', { body: { name: 'A', role: 'admin', policy } }),
      }
    },
    async 'a revoked credential'(w) {
      const { sid } = await w.credential([])
      return {
        row: { kind: 'credential', action: 'revoked', recordSid: sid, operation: 'revokeCredential' },
        request: () => w.admin('DELETE', w.path(`/credentials/${sid}`)),
      }
    },
    'a new install'(w) {
      return {
        row: { kind: 'install', action: 'created', operation: 'createInstall' },
        request: () => w.admin('POST', '/v1/installs', { body: { name: 'Sister' } }),
      }
    },
    'changed settings, with the members that changed'(w) {
      const body = { maxTokenTtlSeconds: 900, defaultTimezone: 'UTC' }
      return {
        row: {
          ...{ kind: 'install', action: 'updated', recordSid: w.installSid, installSid: w.installSid },
          ...{ changes: ['maxTokenTtlSeconds'], operation: 'updateInstallSettings' },
        },
        request: () => w.admin('PUT', w.path('/settings'), { body }),
      }
    },
    'a new endpoint'(w) {
      return {
        row: { kind: 'webhook_endpoint', action: 'created', operation: 'createWebhook' },
        request: () => w.admin('POST', '/api/webhooks', { body: webhook }),
      }
    },
    async 'a rotated secret of an endpoint'(w) {
      const { id } = (await w.admin('POST', '/api/webhooks', { body: webhook })).body
      return {
        row: { kind: 'webhook_endpoint', action: 'rotated', recordSid: id, changes: ['secret'] },
        request: () =>
          w.admin('POST', `/api/webhooks/${id}/rotate-secret`, { body: { secret: anotherSigning } }),
      }
    },
    async 'a deleted endpoint'(w) {
      const { id } = (await w.admin('POST', '/api/webhooks', { body: webhook })).body
      return {
        row: { kind: 'webhook_endpoint', action: 'deleted', recordSid: id, operation: 'deleteWebhook' },
        request: () => w.admin('DELETE', `/api/webhooks/${id}`),
      }
    },
    'an invited operator'(w) {
      const body = { email: someEmail(), name: 'Joan', role: 'viewer' }
      return {
        row: { kind: 'operator', action: 'created', operation: 'inviteOperator', installSid: null },
        request: () => w.admin('POST', '/api/operators', { body }),
      }
    },
    async 'a changed operator'(w) {
      const { id } = await makeOperator(w, 'viewer')
      return {
        row: { kind: 'operator', action: 'updated', recordSid: id, changes: ['name', 'role'] },
        request: () => w.admin('PUT', `/api/operators/${id}`, { body: { name: 'Joan', role: 'developer' } }),
      }
    },
    'a new user'(w) {
      const body = { firstName: 'Ada', lastName: 'Byron', email: someEmail() }
      return {
        row: { kind: 'user', action: 'created', installSid: w.installSid, operation: 'createUser' },
        request: () => w.admin('POST', w.path('/users'), { body }),
      }
    },
    async 'a changed user, with the members that changed and none of their values'(w) {
      const sid = await w.user()
      return {
        row: { kind: 'user', action: 'updated', recordSid: sid, changes: ['email', 'password'] },
        request: () =>
          w.admin('PUT', w.path(`/users/${sid}`), {
            body: { email: someEmail(), password: 'Herons1by2canal!' },
          }),
      }
    },
    async 'an erased user'(w) {
      const sid = await w.user()
      return {
        row: { kind: 'user', action: 'erased', recordSid: sid, changes: [], operation: 'eraseUser' },
        request: () => w.admin('DELETE', w.path(`/users/${sid}`)),
      }
    },
    async 'a revoked token'(w) {
      const { sid } = await issueToken(w, { targetUserSid: await w.user() })
      return {
        row: { kind: 'token_family', action: 'revoked', recordSid: sid, operation: 'revokeStsToken' },
        request: () => w.admin('DELETE', w.path(`/sts/tokens/${sid}`)),
      }
    },
    'all tokens of an install'(w) {
      return {
        row: { kind: 'tokens', action: 'revoked', recordSid: w.installSid, operation: 'revokeStsTokens' },
        request: () => w.admin('POST', w.path('/sts/revocations'), { body: { all: true } }),
      }
    },
    async 'all tokens of a user'(w) {
      const targetUserSid = await w.user()
      return {
        row: { kind: 'tokens', action: 'revoked', recordSid: targetUserSid, installSid: w.installSid },
        request: () => w.admin('POST', w.path('/sts/revocations'), { body: { targetUserSid } }),
      }
    },
  }

  test.each(Object.entries(cases))('%s', async (_, make) => {
    const { row, request } = await make(world)
    let requestId: string | null = null
    const start = Date.now()
    const added = await rowsFrom(world, async () => {
      const answer = await request()
      requestId = answer.headers.get('x-request-id')
      return answer
    })
    expect(added).toEqual([
      expect.objectContaining({ ...row, requestId, actor: adminSid, actorKind: 'credential' }),
    ])
    const at = Number(added[0]?.['createdAt'])
    expect(at).toBeGreaterThanOrEqual(start - 1)
    expect(at).toBeLessThanOrEqual(Date.now() + 1)
  })
})

test('a change by an operator names the operator and the address of the request', async () => {
  const { call, id } = await signedInAs(world, 'owner')
  const added = await rowsFrom(world, () => call('POST', '/api/webhooks', { body: webhook }))
  expect(added).toMatchObject([{ actor: id, actorKind: 'session', operation: 'createWebhook' }])
  expect(added[0]?.['address']).toMatch(/^10\./)
})

test('a change by an api token of a user names the credential that holds it, without an address', async () => {
  const targetUserSid = await world.user()
  const statements = allow(['sp:UpdateUserProfile'], ['*'])
  const { secret } = await issueToken(world, {
    ...{ tokenType: 'api', targetUserSid },
    policy: { version: '1', statements },
  })
  const call = callFrom(world.stack, someAddress(), secret)
  const body = { mobilePhone: '+1 602 555 0100' }
  const added = await rowsFrom(world, () =>
    call('PUT', world.path(`/users/${targetUserSid}/profile`), { body }),
  )
  expect(added).toMatchObject([
    { actor: expect.stringMatching(/^AK/), actorKind: 'token', address: null, changes: ['mobilePhone'] },
  ])
})

test('a rotation writes two rows: for the successor and for the replaced credential', async () => {
  const { sid } = await world.credential([])
  let successor = ''
  const added = await rowsFrom(world, async () => {
    const answer = await world.admin('POST', `/api/credentials/${sid}/rotate`, { body: {} })
    successor = answer.text('sid')
    return answer
  })
  expect(added).toHaveLength(2)
  expect(added).toContainEqual(expect.objectContaining({ action: 'created', recordSid: successor }))
  expect(added).toContainEqual(expect.objectContaining({ action: 'rotated', recordSid: sid }))
})

test('a request that changes nothing adds no row', async () => {
  const sid = await world.user({ lastName: 'Same' })
  const revoked = await world.credential([])
  await world.admin('DELETE', `/api/credentials/${revoked.sid}`)
  const requests = [
    () => world.admin('PUT', world.path(`/users/${sid}`), { body: { lastName: 'Same' } }),
    () => world.admin('PUT', world.path('/settings'), { body: { defaultTimezone: 'UTC' } }),
    () => world.admin('DELETE', `/api/credentials/${revoked.sid}`),
  ]
  for (const request of requests) expect(await rowsFrom(world, request)).toEqual([])
  const person = await makeOperator(world)
  const before = await rowsOf(world)
  await person.anyone('POST', '/api/auth/login', { body: { email: person.email, password: person.password } })
  expect(await rowsOf(world)).toHaveLength(before.length)
})

test('a change that does not come from the API has no actor and no operation', async () => {
  const sid = await world.user()
  await world.stack.db.execute(sql`update users set enabled = true where sid = ${sid.slice(2)}::uuid`)
  expect((await rowsOf(world)).at(-1)).toMatchObject({
    ...{ recordSid: sid, changes: ['enabled'], actor: null, actorKind: null },
    ...{ operation: null, requestId: null, address: null },
  })
})

test('no row contains a value: no secret and no personal data', async () => {
  const email = someEmail()
  const sid = await world.user({ firstName: 'Zebulon', lastName: 'Quixotic', email })
  await world.admin('PUT', world.path(`/users/${sid}`), {
    body: { homePhone: '+1 602 555 0199', password: 'Herons1by2canal!', username: 'zquix77' },
  })
  const { secret } = await world.credential([])
  await world.admin('DELETE', world.path(`/users/${sid}`))
  const { rows } = await world.stack.db.execute<{ row: string }>(
    sql`select t::text as row from audit_event t where account_sid = ${sidOf('AC', world.accountSid).slice(2)}::uuid`,
  )
  const all = rows.map(({ row }) => row).join('\n')
  expect(all).toContain('homePhone')
  for (const text of [
    'Zebulon',
    'Quixotic',
    email,
    '602 555',
    'herons',
    'zquix77',
    secret,
    'lms.example.com',
  ])
    expect(all.toLowerCase()).not.toContain(text.toLowerCase())
})
