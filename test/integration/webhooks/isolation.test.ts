// No application can access records of another one, of the same account or of another.
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCredential } from '../../../db/schema/credential.ts'
import { application } from '../../../db/schema/tenancy.ts'
import { newSid } from '../../../db/sid.ts'
import { hashSecret, makeSecret } from '../../../src/shared/auth/secret.ts'
import { type Call, callerOf } from '../../support/client.ts'
import { signedInAs } from '../../support/platform.ts'
import { problemOf } from '../../support/problem.ts'
import { rounds } from '../../support/rounds.ts'
import { sharedStack } from '../../support/stack.ts'
import { sidOf } from '../../support/tokens.ts'
import {
  ask,
  delivered,
  logOf,
  type Operation,
  operationsOn,
  publish,
  rowsOf,
  type Sink,
  settled,
  startSink,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

let sink: Sink
beforeAll(async () => {
  await sharedStack()
  sink = await startSink()
})
afterAll(() => sink?.close())

/** The world of another application in the same account. */
async function sibling(world: World): Promise<World> {
  const { db } = world.stack
  const [secret, applicationSid, accountSid] = [
    makeSecret('credential'),
    newSid('AP'),
    sidOf('AC', world.accountSid),
  ]
  await db.insert(application).values({ sid: applicationSid, accountSid, name: 'Sibling' })
  await db.insert(apiCredential).values({
    ...{ sid: newSid('AK'), accountSid, applicationSid, name: 'Sibling', role: 'admin' },
    policy: { version: '1', statements: [{ effect: 'Allow', actions: ['sp:*'], resources: ['*'] }] },
    secretHash: hashSecret(secret),
  })
  return { ...world, secret, applicationSid, admin: callerOf(world.stack, secret) }
}

const pick = <T>(values: readonly T[]): T =>
  values[randomInt(values.length)] ?? expect.fail('nothing to pick')

const lists = ['', '/logs', '/deliveries', '/dead-letters'].map(each => `GET /api/webhooks${each}`)
const named = ({ name }: Operation) =>
  !(lists.includes(name) || ['POST /api/webhooks', 'POST /api/webhooks/deliveries/retry'].includes(name))

/** Everything that an application can read of its records. */
async function viewOf(world: World, deliveryId: string) {
  const detail = await world.admin('GET', `/api/webhooks/deliveries/${deliveryId}`)
  return [rowsOf(await world.admin('GET', '/api/webhooks')), await logOf(world), detail.json]
}

test('in 400 random trials, a record of another application is 404 for every caller, and is not changed', async () => {
  const first = await makeWorld()
  const worlds = [first, await sibling(first), await makeWorld(first.stack), await makeWorld(first.stack)]
  const tenants = []
  for (const world of worlds) tenants.push({ world, ...(await delivered(world, sink)) })
  const before = []
  for (const { world, deliveryId } of tenants) before.push(await viewOf(world, deliveryId))
  const owner = await signedInAs(first, 'owner')
  const stranger = await signedInAs(worlds[2] ?? first, 'owner')
  const asOwner: Call = (method, path, options = {}) =>
    owner.call(method, path, {
      ...options,
      headers: { ...options.headers, 'X-Application-Id': first.applicationSid },
    })
  const callers = [
    ...tenants.map(({ world }) => ({ of: world.applicationSid, call: world.admin })),
    { of: first.applicationSid, call: asOwner },
    { of: worlds[2]?.applicationSid, call: stranger.call },
  ]
  for (let trial = 0; trial < rounds({ quick: 60, all: 400 }); trial++) {
    const victim = pick(tenants)
    const caller = pick(callers.filter(({ of }) => of !== victim.world.applicationSid))
    const operation = pick(operationsOn(victim.endpoint.id, victim.deliveryId, victim.retryId).filter(named))
    const answer = await ask(caller.call, operation)
    expect(answer.status, `${operation.name}: ${answer.raw}`).toBe(404)
    problemOf(answer, 404)
  }
  for (const { world } of tenants) await settled(world)
  for (const [at, { world, deliveryId, endpoint }] of tenants.entries()) {
    expect(await viewOf(world, deliveryId)).toEqual(before[at])
    expect(endpoint.receiver.received).toHaveLength(1)
  }
})

test('the response for a record of another application equals that for an unknown one, except for its sid', async () => {
  const [world, other] = [await makeWorld(), await makeWorld()]
  const { endpoint, deliveryId, retryId } = await delivered(other, sink)
  const theirs = operationsOn(endpoint.id, deliveryId, retryId).filter(named)
  const none = operationsOn(newSid('WH'), newSid('WD'), newSid('WR')).filter(named)
  for (const [at, operation] of theirs.entries()) {
    const [answer, reference] = [
      await ask(world.admin, operation),
      await ask(world.admin, none[at] ?? operation),
    ]
    const { requestId: _, ...members } = answer.body
    const { requestId: __, ...expected } = reference.body
    const own = String(members['detail']).replaceAll(/[A-Z]{2}[a-f0-9]{32}/g, '<sid>')
    const other = String(expected['detail']).replaceAll(/[A-Z]{2}[a-f0-9]{32}/g, '<sid>')
    expect({ ...members, detail: own }, operation.name).toEqual({ ...expected, detail: other })
  }
})

test('in 300 random trials, no list contains a record of another application, with any query', async () => {
  const first = await makeWorld()
  const worlds = [first, await sibling(first), await makeWorld(first.stack)]
  const tenants = []
  for (const world of worlds) tenants.push({ world, ...(await delivered(world, sink)) })
  for (let trial = 0; trial < rounds({ quick: 60, all: 300 }); trial++) {
    const [mine, other] = [pick(tenants), pick(tenants)]
    if (mine === other) continue
    const path = pick([
      '/api/webhooks',
      ...['logs', 'dead-letters'].flatMap(list => [
        `/api/webhooks/${list}`,
        `/api/webhooks/${list}?webhookId=${other.endpoint.id}`,
        `/api/webhooks/${list}?limit=1000`,
      ]),
      `/api/webhooks/logs?before=${other.attemptId}`,
      `/api/webhooks/logs?success=true&event=document.updated`,
      `/api/webhooks/dead-letters?before=${other.deliveryId}`,
    ])
    const answer = await mine.world.admin('GET', path)
    expect([200, 400, 404]).toContain(answer.status)
    for (const id of [
      other.endpoint.id,
      other.deliveryId,
      other.attemptId,
      other.eventId,
      other.endpoint.receiver.url,
    ])
      if (answer.status === 200) expect(answer.raw, path).not.toContain(id)
    if (path.includes('webhookId')) expect(rowsOf(answer)).toEqual([])
  }
})

test('an event reaches the endpoints of its own application only', async () => {
  const first = await makeWorld()
  const worlds = [first, await sibling(first), await makeWorld(first.stack)]
  const tenants = []
  for (const world of worlds) tenants.push({ world, ...(await delivered(world, sink)) })
  for (const { world } of tenants) await publish(world, { of: world.applicationSid })
  for (const { world, endpoint } of tenants) {
    await settled(world)
    const bodies = endpoint.receiver.received.map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toContain(world.applicationSid)
  }
})
