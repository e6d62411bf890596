// Round trips of the webhook operations: a read has one, a write at most two.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { routes } from '../../../src/platform/index.ts'
import { type Call, callerOf } from '../../support/client.ts'
import { signedInAs } from '../../support/platform.ts'
import { sharedStack } from '../../support/stack.ts'
import {
  ask,
  delivered,
  type Operation,
  operationsOn,
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

const publication: Operation = {
  name: 'POST /api/events',
  path: '/api/events',
  body: { topic: 'courses.syllabus', type: 'document.updated', payload: {} },
  status: 202,
}

const callers: Record<string, (world: World) => Promise<Call>> = {
  'an API credential': async ({ admin }) => admin,
  'an operator': async world => (await signedInAs(world, 'owner')).call,
}

test.each(Object.keys(callers))('a read has one round trip and a write at most two, for %s', async who => {
  const world = await makeWorld()
  const { endpoint, deliveryId, retryId } = await delivered(world, sink)
  const call = (await callers[who]?.(world)) ?? expect.fail()
  for (const operation of [publication, ...operationsOn(endpoint.id, deliveryId, retryId)]) {
    const answer = await ask(call, operation)
    expect(answer.status, `${operation.name}: ${answer.raw}`).toBe(operation.status)
    if (operation.name.startsWith('GET')) expect(answer.roundTrips, operation.name).toBe(1)
    else {
      expect(answer.roundTrips, operation.name).toBeLessThanOrEqual(2)
      expect(answer.roundTrips, operation.name).toBeGreaterThanOrEqual(1)
    }
  }
  await settled(world)
})

test('the log, the deliveries and the dead letters have one round trip with any filter', async () => {
  const world = await makeWorld()
  const { endpoint, attemptId, deliveryId } = await delivered(world, sink)
  for (const path of [
    `logs?event=document.updated&webhookId=${endpoint.id}&success=true&limit=10&before=${attemptId}`,
    `dead-letters?webhookId=${endpoint.id}&limit=10&before=${deliveryId}`,
    `deliveries?sessionSid=${newSid('ES')}&limit=10`,
  ])
    expect((await world.admin('GET', `/api/webhooks/${path}`)).roundTrips).toBe(1)
})

test('a refused body has at most one round trip, and a request without a credential none', async () => {
  const { stack, admin } = await makeWorld()
  const bad = { body: { url: 'https://10.0.0.1/', secret: 'a secret of mine', events: ['document.updated'] } }
  expect((await admin('POST', '/api/webhooks', bad)).roundTrips).toBeLessThanOrEqual(1)
  expect((await admin('POST', '/api/webhooks', { body: {} })).roundTrips).toBeLessThanOrEqual(1)
  expect((await callerOf(stack)('POST', '/api/webhooks', bad)).roundTrips).toBe(0)
})

test('every operation is covered', () => {
  const operations = routes.filter(({ tag }) => tag === 'Webhooks' || tag === 'Events')
  const asked = [publication, ...operationsOn('WH', 'WD', 'WR')].map(({ name }) => name)
  expect(asked.toSorted()).toEqual(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted(),
  )
})
