// Who can call the webhook operations, and which application they apply to.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorRoles } from '../../../db/schema/operator.ts'
import { application } from '../../../db/schema/tenancy.ts'
import { newSid } from '../../../db/sid.ts'
import { type Call, callerOf } from '../../support/client.ts'
import { makeInstallUser, makeOperator, signedInAs, signIn } from '../../support/platform.ts'
import { problemOf } from '../../support/problem.ts'
import { rotating } from '../../support/rounds.ts'
import { sharedStack } from '../../support/stack.ts'
import { issueApiToken, issueToken, sidOf } from '../../support/tokens.ts'
import {
  ask,
  badMembers,
  delivered,
  makeEndpoint,
  operationsOn,
  publish,
  rowsOf,
  type Sink,
  settled,
  startSink,
} from '../../support/webhooks.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let sink: Sink
beforeAll(async () => {
  await sharedStack()
  sink = await startSink()
})
afterAll(() => sink?.close())

/** A world with an endpoint, a finished delivery, and the operations on them. */
async function scene() {
  const world = await makeWorld()
  const made = await delivered(world, sink)
  return { world, ...made, operations: operationsOn(made.endpoint.id, made.deliveryId, made.retryId) }
}

const isRead = ({ name }: { name: string }) => name.startsWith('GET')

describe('access', () => {
  test('an API credential of the application can call every operation', async () => {
    const { world, operations } = await scene()
    for (const operation of operations) {
      const answer = await ask(world.admin, operation)
      expect(answer.status, `${operation.name}: ${answer.raw}`).toBe(operation.status)
    }
    await settled(world)
  })

  test.each(operatorRoles)(
    'an operator with the role %s can read, and can change unless a viewer',
    async role => {
      const { world, operations } = await scene()
      await makeOperator(world)
      const { call } = await signedInAs(world, role)
      for (const operation of operations) {
        const answer = await ask(call, operation)
        const may = isRead(operation) || role !== 'viewer'
        expect(answer.status, `${operation.name}: ${answer.raw}`).toBe(may ? operation.status : 403)
      }
      await settled(world)
    },
  )

  test('a session is also accepted in Authorization', async () => {
    const { world, endpoint } = await scene()
    const { token } = await signedInAs(world, 'viewer')
    const headers = { authorization: `Bearer ${token}` }
    const rows = rowsOf(await callerOf(world.stack)('GET', '/api/webhooks', { headers }))
    expect(rows.map(({ id }) => id)).toEqual([endpoint.id])
  })

  test('a credential is allowed exactly what its policy allows', async () => {
    const { world, operations } = await scene()
    const { call } = await world.credential(allow(['sp:ListWebhooks'], ['api/*']))
    for (const operation of operations) {
      const answer = await ask(call, operation)
      if (operation.name === 'GET /api/webhooks') expect(answer.status, answer.raw).toBe(200)
      else problemOf(answer, 403)
    }
  })

  const others: Record<string, (world: World) => Promise<Call>> = {
    'an stsToken for an element': async world =>
      (await issueToken(world, { targetUserSid: await world.user() })).call,
    'an stsToken of kind api': async world => (await issueApiToken(world, allow(['sp:*'], ['*']))).call,
    async 'an element token'(world) {
      const { answer } = await issueToken(world, { targetUserSid: await world.user() })
      return callerOf(world.stack, answer.text('elementToken'))
    },
    async 'a C1 JWT that may publish and subscribe'(world) {
      const body = { applicationId: world.applicationSid, permissions: ['publish', 'subscribe'] }
      const jwt = await world.admin('POST', '/auth/token', { body })
      return callerOf(world.stack, jwt.text('token'))
    },
    'a user of an install': async world => (await signIn(await makeInstallUser(world))).call,
    'an unknown credential': async world => callerOf(world.stack, `${world.secret}x`),
  }

  test.each(Object.entries(others))(
    '%s is refused by every operation, and nothing changes',
    async (_, make) => {
      const { world, endpoint, operations } = await scene()
      const call = await make(world)
      const at = Object.values(others).indexOf(make)
      for (const operation of rotating(operations, at, 5)) {
        const answer = await ask(call, operation)
        problemOf(answer, answer.status === 401 ? 401 : 403)
      }
      expect(rowsOf(await world.admin('GET', '/api/webhooks'))).toEqual([endpoint.record])
      await settled(world)
      expect(endpoint.receiver.received).toHaveLength(1)
    },
  )
})

/** Creates a second application of the account. */
async function addApplication({ stack: { db }, accountSid }: World): Promise<string> {
  const sid = newSid('AP')
  await db.insert(application).values({ sid, accountSid: sidOf('AC', accountSid), name: 'Second' })
  return sid
}

const naming = (sid: string) => ({ headers: { 'X-Application-Id': sid } })

describe('the application', () => {
  test('must be named by a session of an account with several, for every operation', async () => {
    const { world, endpoint, operations } = await scene()
    await addApplication(world)
    const { call } = await signedInAs(world, 'owner')
    for (const operation of operations) {
      const answer = await ask(call, operation)
      problemOf(answer, 400)
      expect(answer.text('code'), operation.name).toBe('application_required')
    }
    expect(rowsOf(await world.admin('GET', '/api/webhooks'))).toEqual([endpoint.record])
  })

  test('is the one that a session of an account with several names, for every operation', async () => {
    const { world, operations } = await scene()
    await addApplication(world)
    const { call } = await signedInAs(world, 'owner')
    for (const operation of operations) {
      const answer = await ask(call, operation, { 'X-Application-Id': world.applicationSid })
      expect(answer.status, `${operation.name}: ${answer.raw}`).toBe(operation.status)
    }
    await settled(world)
  })

  test('owns its records exclusively', async () => {
    const { world, endpoint } = await scene()
    const second = await addApplication(world)
    const { call } = await signedInAs(world, 'owner')
    const body = { url: 'https://lms.example.com/', secret: 'a secret of mine', events: ['socket.message'] }
    const made = await call('POST', '/api/webhooks', { body, ...naming(second) })
    expect(made.body['applicationId']).toBe(second)
    expect(rowsOf(await call('GET', '/api/webhooks', naming(second)))).toEqual([made.body])
    expect(rowsOf(await call('GET', '/api/webhooks', naming(world.applicationSid)))).toEqual([
      endpoint.record,
    ])
    const [mine, its] = [endpoint.at, `/api/webhooks/${made.text('id')}`]
    problemOf(await call('GET', mine, naming(second)), 404)
    problemOf(await call('GET', its, naming(world.applicationSid)), 404)
    problemOf(await world.admin('GET', its), 404)
  })

  test('receives its own events on its endpoints, and no others', async () => {
    const { world, endpoint } = await scene()
    const second = await addApplication(world)
    const { call } = await signedInAs(world, 'owner')
    const other = await makeEndpoint(
      { admin: (method, path, options) => call(method, path, { ...options, ...naming(second) }) },
      sink.receiver(),
    )
    await publish(world)
    await settled(world)
    expect(endpoint.receiver.received).toHaveLength(2)
    expect(other.receiver.received).toHaveLength(0)
  })

  const malformed = [
    ...['', 'AP1', 'AI0123456789abcdef0123456789abcdef', 'ap0123456789abcdef0123456789abcdef', '*'],
  ]
  test.each(malformed)(
    'a malformed X-Application-Id is 400 for every caller and operation: "%s"',
    async sid => {
      const { world, operations } = await scene()
      for (const call of [world.admin, (await signedInAs(world, 'owner')).call])
        for (const operation of rotating(operations, malformed.indexOf(sid), 3))
          expect(badMembers(await ask(call, operation, { 'X-Application-Id': sid }))).toEqual([
            'X-Application-Id',
          ])
    },
  )

  test('an application that is unknown or of another account is 400, with the same response', async () => {
    const { world, operations } = await scene()
    const { applicationSid: foreign } = await makeWorld(world.stack)
    for (const call of [world.admin, (await signedInAs(world, 'owner')).call])
      for (const operation of operations) {
        const answers = [foreign, newSid('AP')].map(sid => ask(call, operation, { 'X-Application-Id': sid }))
        const [theirs, none] = (await Promise.all(answers)).map(answer => {
          expect(badMembers(answer), operation.name).toEqual(['X-Application-Id'])
          const { requestId: _, ...members } = answer.body
          return members
        })
        expect(theirs).toEqual(none)
      }
  })

  test('a credential can name its own application and no other one of its account', async () => {
    const { world, operations } = await scene()
    const second = await addApplication(world)
    for (const operation of operations) {
      const refused = await ask(world.admin, operation, { 'X-Application-Id': second })
      expect(badMembers(refused), operation.name).toEqual(['X-Application-Id'])
    }
    for (const operation of operations) {
      const answer = await ask(world.admin, operation, { 'X-Application-Id': world.applicationSid })
      expect(answer.status, `${operation.name}: ${answer.raw}`).toBe(operation.status)
    }
    await settled(world)
  })
})
