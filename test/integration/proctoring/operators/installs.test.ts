// Operators create installs, credentials, proctor accounts and onboarding links within their account.
import { describe, expect, test } from 'vitest'
import { application } from '../../../../db/schema/tenancy.ts'
import { newSid } from '../../../../db/sid.ts'
import { callerOf } from '../../../support/client.ts'
import { age, signedInAs } from '../../../support/platform.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { makeSession, soon } from '../../../support/sessions.ts'
import { sidOf } from '../../../support/tokens.ts'
import { allow, makeWorld, sisterOf, type World } from '../../../support/world.ts'

async function addApplication(world: World) {
  const applicationSid = newSid('AP')
  const accountSid = sidOf('AC', world.accountSid)
  await world.stack.db.insert(application).values({ sid: applicationSid, accountSid, name: 'Other' })
  return applicationSid
}

describe('an install that an operator creates', () => {
  test('belongs to the only application of the account, and is in the scope of the operator', async () => {
    const { world, call } = await signedInAs(await makeWorld(), 'admin')
    const made = await call('POST', '/v1/installs', { body: { name: 'North' } })
    expect(made, made.raw).toMatchObject({ status: 201, roundTrips: 2 })
    const { accountSid, applicationSid } = world
    expect(made.body).toMatchObject({ name: 'North', accountSid, applicationSid })
    expect((await call('GET', `/v1/installs/${made.text('sid')}/users`)).status).toBe(200)
    const listed = (await call('GET', '/v1/installs')).list('results').map(({ sid }) => sid)
    expect(listed).toEqual([world.installSid, made.text('sid')])
  })

  test('names its application if the account has several', async () => {
    const { world, call } = await signedInAs(await makeWorld(), 'owner')
    const other = await addApplication(world)
    const body = { name: 'North' }
    const ambiguous = await call('POST', '/v1/installs', { body })
    problemOf(ambiguous, 400)
    expect(ambiguous.text('code')).toBe('application_required')
    for (const applicationSid of [other, world.applicationSid]) {
      const made = await call('POST', '/v1/installs', { body: { ...body, applicationSid } })
      expect(made.body).toMatchObject({ applicationSid })
    }
    const { applicationSid } = await makeWorld()
    expect(badPaths(await call('POST', '/v1/installs', { body: { ...body, applicationSid } }))).toEqual([
      'applicationSid',
    ])
  })

  test('a credential creates installs of its own application only', async () => {
    const world = await makeWorld()
    const applicationSid = await addApplication(world)
    const body = { name: 'North' }
    const refused = await world.admin('POST', '/v1/installs', { body: { ...body, applicationSid } })
    expect(badPaths(refused)).toEqual(['applicationSid'])
    for (const more of [{}, { applicationSid: world.applicationSid }]) {
      const made = await world.admin('POST', '/v1/installs', { body: { ...body, ...more } })
      expect(made.body).toMatchObject({ applicationSid: world.applicationSid })
    }
  })
})

describe('a credential that an operator creates', () => {
  const body = (world: World, actions = ['sp:*'], resources = [`installs/${world.installSid}/*`]) => ({
    ...{ name: 'Backend', role: 'admin', policy: { version: '1', statements: allow(actions, resources) } },
  })

  test('belongs to the application of the install, and is in use at once', async () => {
    const { world, call } = await signedInAs(await makeWorld(), 'admin')
    await addApplication(world)
    const made = await call('POST', world.path('/credentials'), { body: body(world) })
    expect(made, made.raw).toMatchObject({ status: 201, roundTrips: 2 })
    expect(made.body).toMatchObject({ installSid: world.installSid, createdBySid: null })
    const credential = callerOf(world.stack, made.text('secret'))
    expect((await credential('GET', world.path('/users'))).status).toBe(200)
    const revoked = await call('DELETE', world.path(`/credentials/${made.text('sid')}`))
    expect(revoked.status).toBe(200)
    problemOf(await credential('GET', world.path('/users')), 401)
  })

  test('has no rights outside areas A and B, unless an owner creates it', async () => {
    const world = await makeWorld()
    const [admin, owner] = [await signedInAs(world, 'admin'), await signedInAs(world, 'owner')]
    for (const resource of ['*', 'api/*', 'api/webhooks']) {
      const wide = body(world, ['sp:*'], [resource])
      const refused = await admin.call('POST', world.path('/credentials'), { body: wide })
      problemOf(refused, 403)
      expect(refused.text('code')).toBe('permission_ceiling_violation')
      expect((await owner.call('POST', world.path('/credentials'), { body: wide })).status).toBe(201)
    }
  })

  test('requires a sign-in within the last 15 minutes', async () => {
    const operator = await signedInAs(await makeWorld(), 'owner')
    const { world, call } = operator
    await age(operator, 'sign_in_session', ['created_date'], 16 * 60)
    const refused = await call('POST', world.path('/credentials'), { body: body(world) })
    problemOf(refused, 403)
    expect(refused.text('code')).toBe('fresh_sign_in_required')
  })
})

test('proctor accounts link the installs of the account, and those of others do not exist', async () => {
  const world = await makeWorld()
  const [sister, theirs] = [await sisterOf(world), await makeWorld()]
  const { call } = await signedInAs(world, 'admin')
  const body = { name: 'Center', installSids: [world.installSid, sister.installSid] }
  const made = await call('POST', '/v1/proctors', { body })
  expect(made, made.raw).toMatchObject({ status: 201, roundTrips: 2 })
  const report = await call('GET', `/v1/proctors/${made.text('sid')}/reports/examList`)
  expect(report).toMatchObject({ status: 200, roundTrips: 1 })
  const foreign = { name: 'Center', installSids: [theirs.installSid] }
  problemOf(await call('POST', '/v1/proctors', { body: foreign }), 400)
  const { call: other } = await signedInAs(theirs, 'owner')
  for (const rest of ['', '/reports/examList'])
    problemOf(await other('GET', `/v1/proctors/${made.text('sid')}${rest}`), 404)
  expect((await other('GET', '/v1/proctors')).list('results')).toEqual([])
})

describe('an onboarding link that an operator requests', () => {
  async function scene() {
    const session = await makeSession()
    await session.act('POST', '', { appointmentDate: soon(10) })
    const operator = await signedInAs(session, 'admin')
    const link = await operator.call('GET', session.at('/onboard'))
    expect(link, link.raw).toMatchObject({ status: 200, roundTrips: 2 })
    const enter = () => callerOf(session.stack)('POST', new URL(link.text('url')).pathname)
    return { session, operator, enter }
  }

  test('opens the session once', async () => {
    const { session, enter } = await scene()
    expect((await enter()).body).toMatchObject({ sessionSid: session.sessionSid })
    problemOf(await enter(), 404)
  })

  test('ends when the operator signs out', async () => {
    const { operator, enter } = await scene()
    expect((await operator.call('POST', '/api/auth/logout')).status).toBe(204)
    problemOf(await enter(), 404)
  })

  test('ends when the operator is disabled', async () => {
    const { session, operator, enter } = await scene()
    await signedInAs(session, 'owner')
    expect((await session.admin('POST', `/api/operators/${operator.id}/disable`)).status).toBe(200)
    problemOf(await enter(), 404)
  })
})
