// Attempts to gain permissions that a caller does not have, against the running system.
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { application, install } from '../../../../db/schema/tenancy.ts'
import { newSid } from '../../../../db/sid.ts'
import { type Call, callerOf } from '../../../support/client.ts'
import {
  age,
  callFrom,
  linkMailsTo,
  login,
  makeInstallUser,
  makeOperator,
  resetLink,
  resetPassword,
  signedInAs,
  someAddress,
  someEmail,
} from '../../../support/platform.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { sidOf, staffUser } from '../../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})

const policyOf = (actions: string[], resources = ['*']) => ({
  version: '1',
  statements: allow(actions, resources),
})

/** Creates a credential of the account. */
async function accountCredential(members: object): Promise<Call> {
  const body = { name: 'Narrow', role: 'admin', policy: policyOf(['sp:*']), ...members }
  const answer = await world.admin('POST', '/api/credentials', { body })
  expect(answer.status, answer.raw).toBe(201)
  return callerOf(world.stack, answer.text('secret'))
}

const refused = async (answer: ReturnType<Call>, code: string) => {
  expect((await answer).body).toMatchObject({ code })
}

const invite = (role: string) => ({ body: { email: someEmail(), name: 'Joan', role } })

/** Creates a second application of the account, with an install. */
async function otherApplication() {
  const applicationSid = newSid('AP')
  const installSid = newSid('AI')
  const accountSid = sidOf('AC', world.accountSid)
  await world.stack.db.insert(application).values({ sid: applicationSid, accountSid, name: 'Other' })
  await world.stack.db
    .insert(install)
    .values({ sid: installSid, accountSid, applicationSid, name: 'Of the other' })
  return { applicationSid, installSid }
}

describe('operators', () => {
  test('a credential with the actions of area C only creates no operator, since each reads the installs of the account', async () => {
    const call = await accountCredential({ policy: policyOf(['sp:*'], ['api/*', 'auth/*']) })
    for (const role of ['owner', 'admin', 'developer', 'viewer'])
      await refused(call('POST', '/api/operators', invite(role)), 'permission_ceiling_violation')
  })

  test('a credential without another resource creates admins, and no owner, since an owner can grant everything', async () => {
    const resources = ['api/*', 'auth/*', 'installs', 'installs/*', 'proctors', 'proctors/*', 'timezones']
    const call = await accountCredential({ policy: policyOf(['sp:*'], resources) })
    await refused(call('POST', '/api/operators', invite('owner')), 'permission_ceiling_violation')
    for (const role of ['admin', 'developer', 'viewer'])
      expect((await call('POST', '/api/operators', invite(role))).status).toBe(201)
  })

  test('a credential that expires creates, promotes and enables no operator', async () => {
    const call = await accountCredential({ expiresAt: '2100-01-01T00:00:00.000Z' })
    const { id } = await makeOperator(world, 'viewer')
    const given = 'permission_ceiling_violation'
    await refused(call('POST', '/api/operators', invite('viewer')), given)
    await refused(call('PUT', `/api/operators/${id}`, { body: { role: 'developer' } }), given)
    expect((await call('POST', `/api/operators/${id}/disable`)).status).toBe(200)
    await refused(call('POST', `/api/operators/${id}/enable`), given)
  })

  test('a credential creates, promotes and enables no operator if the account has another application', async () => {
    const call = world.admin
    const { id } = await makeOperator(world, 'viewer')
    const invited = await call('POST', '/api/operators', invite('viewer'))
    expect(invited.status, invited.raw).toBe(201)
    await otherApplication()
    const given = 'permission_ceiling_violation'
    await refused(call('POST', '/api/operators', invite('viewer')), given)
    await refused(call('POST', `/api/operators/${invited.text('id')}/invite`), given)
    await refused(call('PUT', `/api/operators/${id}`, { body: { role: 'developer' } }), given)
    expect((await call('POST', `/api/operators/${id}/disable`)).status).toBe(200)
    await refused(call('POST', `/api/operators/${id}/enable`), given)
    const { call: owner } = await signedInAs(world, 'owner')
    expect((await owner('POST', '/api/operators', invite('viewer'))).status).toBe(201)
  })
})

describe('applications', () => {
  test('a credential creates credentials of its own application only, also for an install of another one', async () => {
    const { applicationSid, installSid } = await otherApplication()
    const body = { name: 'Heir', role: 'admin', policy: policyOf(['sp:ListWebhooks']) }
    const named = await world.admin('POST', '/api/credentials', { body: { ...body, applicationSid } })
    problemOf(named, 400)
    const ofInstall = await world.admin('POST', '/api/credentials', { body: { ...body, installSid } })
    expect(ofInstall.body).toMatchObject({ applicationSid: world.applicationSid, installSid })
  })

  test('a credential cannot rotate a credential of another application; an owner can', async () => {
    const { applicationSid } = await otherApplication()
    const { call: owner } = await signedInAs(world, 'owner')
    const body = { name: 'Theirs', role: 'learner', policy: policyOf(['sp:ListWebhooks']), applicationSid }
    const sid = (await owner('POST', '/api/credentials', { body })).text('sid')
    const rotate = (call: Call) => call('POST', `/api/credentials/${sid}/rotate`, { body: {} })
    await refused(rotate(world.admin), 'permission_ceiling_violation')
    expect((await rotate(owner)).body).toMatchObject({ applicationSid })
  })

  test('a credential issues JWTs for its own application only; an owner for each application of the account', async () => {
    const { applicationSid } = await otherApplication()
    const { call: owner } = await signedInAs(world, 'owner')
    const issue = (call: Call, applicationId: string) =>
      call('POST', '/auth/token', { body: { applicationId, permissions: [] } })
    expect(badPaths(await issue(world.admin, applicationSid))).toEqual(['applicationId'])
    for (const sid of [world.applicationSid, applicationSid])
      expect((await issue(owner, sid)).status).toBe(200)
    expect((await issue(world.admin, world.applicationSid)).status).toBe(200)
  })

  test('event ids belong to an application and an install: an event of another one is not found', async () => {
    const { applicationSid } = await otherApplication()
    const ours = await world.credential(allow(['sp:PublishEvent'], ['*']))
    const theirs = await world.credential(allow(['sp:PublishEvent'], ['*']))
    await world.stack.db.execute(sql`update api_credential
      set application_sid = ${applicationSid.slice(2)}::uuid where sid = ${theirs.sid.slice(2)}::uuid`)
    const event = { topic: 'orders', type: 'document.updated', payload: {}, id: 'order-1' }
    const published = async ({ call }: { call: Call }) =>
      (await call('POST', '/api/events', { body: event })).text('id')
    const first = await published(ours)
    expect(await published(ours)).toBe(first)
    expect(await published(theirs)).not.toBe(first)
  })
})

test('the audit names the credential that holds an api token, not the user of the token', async () => {
  const userSid = await world.user()
  const maker = await world.credential(allow(['sp:CreateStsToken', 'sp:UpdateUser'], ['*']), 'proctor')
  const body = {
    tokenType: 'api',
    targetUserSid: await staffUser(world, 'proctor'),
    policy: policyOf(['sp:UpdateUser']),
  }
  const issued = await maker.call('POST', world.path('/sts/tokens'), { body })
  const token = callerOf(world.stack, issued.text('stsToken'))
  const change = { body: { lastName: 'Changed' } }
  expect((await token('PUT', world.path(`/users/${userSid}`), change)).status).toBe(200)
  const audit = await world.admin('GET', `/api/audit?recordSid=${userSid}&action=updated`)
  expect(audit.list('results')).toMatchObject([
    { actor: maker.sid, actorKind: 'token', changes: ['lastName'] },
  ])
})

describe('a sign-in of more than 15 minutes', () => {
  test('cannot replace a secret of an endpoint', async () => {
    const operator = await signedInAs(world, 'owner')
    const create = {
      url: 'https://127.0.0.1:9/hook',
      secret: 'a secret of ours',
      events: ['document.updated'],
    }
    const made = await operator.call('POST', '/api/webhooks', { body: create })
    expect(made.status, made.raw).toBe(201)
    await age(operator, 'sign_in_session', ['created_date'], 16 * 60)
    const at = `/api/webhooks/${made.text('id')}`
    const body = { secret: 'another secret' }
    await refused(operator.call('PUT', at, { body }), 'fresh_sign_in_required')
    await refused(operator.call('POST', `${at}/rotate-secret`, { body }), 'fresh_sign_in_required')
    expect((await operator.call('PUT', at, { body: { events: ['socket.message'] } })).status).toBe(200)
  })

  test('cannot enable an owner', async () => {
    const operator = await signedInAs(world, 'owner')
    const { id } = await makeOperator(world, 'owner')
    expect((await operator.call('POST', `/api/operators/${id}/disable`)).status).toBe(200)
    await age(operator, 'sign_in_session', ['created_date'], 16 * 60)
    await refused(operator.call('POST', `/api/operators/${id}/enable`), 'fresh_sign_in_required')
  })
})

test('a caller that is bound to one install uses at most a fifth of the endpoints, and does not use up the rate limit of others', async () => {
  const bound = await world.credential(allow(['sp:*'], ['*']))
  const body = { url: 'https://127.0.0.1:9/hook', secret: 'a secret of ours', events: ['document.updated'] }
  const statuses = []
  for (let times = 0; times < 12; times += 1)
    statuses.push((await bound.call('POST', '/api/webhooks', { body })).status)
  expect(statuses).toEqual([...Array(10).fill(201), 409, 409])
  const ours = await world.admin('POST', '/api/webhooks', { body })
  expect(ours.status).toBe(201)
  const [first] = (await bound.call('GET', '/api/webhooks')).json as { id: string }[]
  for (let times = 0; times < 31; times += 1) await bound.call('POST', `/api/webhooks/${first?.id}/test`)
  expect((await bound.call('POST', `/api/webhooks/${first?.id}/test`)).status).toBe(429)
  expect((await world.admin('POST', `/api/webhooks/${ours.text('id')}/test`)).status).toBe(202)
})

test.each([
  ...['Proctoring.user', 'proctoring', 'PROCTORING.exam', 'Sockets', 'documents'],
  // Equal after invisible characters are removed and case is ignored.
  ...['proctoring\uFE0F.user', 'pro\u034Fctoring.user', 'proctor\u0131ng.user'],
])('the topic %j is reserved', async topic => {
  const body = { topic, type: 'document.updated', payload: {} }
  problemOf(await world.admin('POST', '/api/events', { body }), 400)
})

describe('mailed links', () => {
  test('an account gets at most 3 in an hour, under all its names and spellings', async () => {
    const email = `ii.${someEmail()}`
    const person = await makeInstallUser(world, { email, username: `user-${email}` })
    const ask = (name: string) => {
      const body = { email: name, installSid: world.installSid }
      return callFrom(world.stack, someAddress())('POST', '/api/auth/forgot-password', { body })
    }
    const names = [email, email.toUpperCase(), `user-${email}`, email.replace('ii', 'iİ')]
    for (const name of names)
      for (let times = 0; times < 2; times += 1) expect((await ask(name)).status).toBe(202)
    await linkMailsTo(world.stack, email, 3)
    const { rows } = await world.stack.db.execute<{ links: number }>(
      sql`select count(*)::int as links from password_reset where user_sid = ${person.id.slice(2)}::uuid`,
    )
    expect(rows).toEqual([{ links: 3 }])
  })

  test('of an operator end when the operator is disabled, and stay void when the operator is enabled', async () => {
    const person = await makeOperator(world, 'viewer')
    const token = await resetLink(person)
    for (const change of ['disable', 'enable'])
      expect((await world.admin('POST', `/api/operators/${person.id}/${change}`)).status).toBe(200)
    await refused(resetPassword(person, token), 'reset_token_invalid')
    expect((await login(person)).status).toBe(200)
  })
})
