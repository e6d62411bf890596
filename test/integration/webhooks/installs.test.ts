// In area C, a caller that is bound to one install can see and create only records of that install.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { delivery } from '../../../db/schema/webhook.ts'
import { newSid } from '../../../db/sid.ts'
import { routes } from '../../../src/platform/index.ts'
import type { Call } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { fill, nameOf } from '../../support/routes.ts'
import { makeDeliveredSession } from '../../support/session-deliveries.ts'
import { sharedStack } from '../../support/stack.ts'
import { changingNoRow } from '../../support/tables.ts'
import { sidOf } from '../../support/tokens.ts'
import { listen } from '../../support/webhook-events.ts'
import {
  ask,
  badMembers,
  deadLettersOf,
  type Endpoint,
  eventIds,
  logOf,
  makeEndpoint,
  operationsOn,
  publish,
  type Row,
  rowsOf,
  type Sink,
  settled,
  startSink,
} from '../../support/webhooks.ts'
import { allow, makeWorld, sisterOf, type World } from '../../support/world.ts'

/** An endpoint, a delivery to it that has ended, and a retry. */
type Owned = { endpoint: Endpoint; deliveryId: string; retryId: string }

type Scene = {
  world: World
  sister: World
  /** Callers bound to the install of `world` and to that of `sister`, each with all actions. */
  ours: Call
  theirs: Call
  own: Owned
  foreign: Record<'another install' | 'the account', Owned>
}

let sink: Sink
let scene: Scene
beforeAll(async () => {
  await sharedStack()
  sink = await startSink()
  scene = await makeScene()
}, 240_000)
afterAll(() => sink?.close())

const bound = async (world: World) => (await world.credential(allow(['sp:*'], ['*']))).call

const retryPath = '/api/webhooks/deliveries/retry'

async function makeScene(): Promise<Scene> {
  const world = await makeWorld()
  const sister = await sisterOf(world)
  const [ours, theirs] = [await bound(world), await bound(sister)]
  const make = async (admin: Call): Promise<Owned> => {
    const endpoint = await makeEndpoint({ admin }, sink.receiver())
    await publish({ admin })
    await settled(world)
    const [row] = await logOf(world, `webhookId=${endpoint.id}`)
    const retry = await admin('POST', retryPath, { body: { since: 0, until: 1 } })
    return { endpoint, deliveryId: String(row?.['deliveryId']), retryId: retry.text('id') }
  }
  const made = [await make(ours), await make(theirs), await make(world.admin)] as const
  const ofWorld = eq(delivery.applicationSid, sidOf('AP', world.applicationSid))
  await world.stack.db.update(delivery).set({ status: 'dead' }).where(ofWorld)
  const [own, another, account] = made
  return { world, sister, ours, theirs, own, foreign: { 'another install': another, 'the account': account } }
}

const guarded = routes.filter(({ action }) => action !== undefined)
const cases = guarded.map(route => ({ title: nameOf(route), route }))

const isOwn = (name: 'id' | 'webhookId') => (rows: Row[]) => {
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map(row => row[name]))).toEqual(new Set([scene.own.endpoint.id]))
}

/** What a bound caller gets from the operations that name no record. */
const collections: Record<string, () => Promise<unknown>> = {
  'GET /api/webhooks': async () => isOwn('id')(rowsOf(await scene.ours('GET', '/api/webhooks'))),
  'GET /api/webhooks/logs': async () => isOwn('webhookId')(await logOf({ admin: scene.ours })),
  async 'GET /api/webhooks/deliveries'() {
    const { world } = await makeDeliveredSession({ stack: scene.world.stack, sink })
    const ours = await bound(world)
    const { id } = await makeEndpoint({ admin: ours }, sink.receiver(), { events: ['database.event'] })
    await world.admin('POST', world.at('/annotations'), { body: { type: 'gaze', startOffsetMs: 2 } })
    await settled(world)
    const seenBy = async (call: Call) => {
      const listed = await call('GET', `/api/webhooks/deliveries?sessionSid=${world.sessionSid}`)
      return listed.list('results').map(({ webhookId }) => webhookId === id)
    }
    expect(await seenBy(ours)).toEqual([true])
    expect((await seenBy(world.admin)).toSorted()).toEqual([false, false, false, true])
  },
  'GET /api/webhooks/dead-letters': async () =>
    isOwn('webhookId')(await deadLettersOf({ admin: scene.ours })),
  async 'POST /api/webhooks'() {
    const { endpoint } = scene.own
    expect(endpoint.record['installSid']).toBe(scene.world.installSid)
    const body = { url: endpoint.receiver.url, secret: endpoint.secret, events: ['socket.message'] }
    const foreign = { ...body, installSid: scene.sister.installSid }
    const refused = await changingNoRow(scene.world, () =>
      scene.ours('POST', '/api/webhooks', { body: foreign }),
    )
    expect(badMembers(refused)).toEqual(['installSid'])
  },
  async 'POST /api/events'() {
    const { own, foreign } = scene
    const id = await publish({ admin: scene.ours })
    await settled(scene.world)
    expect(eventIds(own.endpoint.receiver)).toContain(id)
    expect(eventIds(foreign['the account'].endpoint.receiver)).toContain(id)
    expect(eventIds(foreign['another install'].endpoint.receiver)).not.toContain(id)
  },
  async 'POST /api/webhooks/deliveries/retry'() {
    const { ours, foreign, world } = scene
    const range = { since: 0, until: Date.now() + 60_000 }
    const body = { ...range, webhookId: foreign['another install'].endpoint.id }
    expect(badMembers(await ours('POST', retryPath, { body }))).toEqual(['webhookId'])
    const counted = async (call: Call) =>
      (await call('POST', retryPath, { body: { ...range, dryRun: true } })).count('matched')
    expect([await counted(ours), await counted(world.admin)]).toEqual([1, 3])
  },
  // The permissions of a JWT are limited by its issuer: test/integration/platform/auth/jwt.test.ts.
  async 'POST /auth/token'() {
    const { applicationSid } = await makeWorld(scene.world.stack)
    const body = { applicationId: applicationSid, permissions: ['publish'] }
    expect(badMembers(await scene.ours('POST', '/auth/token', { body }))).toEqual(['applicationId'])
  },
}

describe('a caller that is bound to an install gets only records of that install from each operation of area C', () => {
  test.each(cases)('$title', async ({ title, route }) => {
    const { world, ours } = scene
    if (route.needs === 'account') {
      const path = fill(route, world.installSid)
      problemOf(await changingNoRow(world, () => ours(route.method, path)), 403)
      return
    }
    if (!route.path.includes('{')) {
      const check = collections[title]
      if (!check) throw new Error(`Say in this test what a bound caller has of ${title}.`)
      await check()
      return
    }
    for (const { endpoint, deliveryId, retryId } of Object.values(scene.foreign)) {
      const operation = operationsOn(endpoint.id, deliveryId, retryId).find(({ name }) => name === title)
      if (!operation) throw new Error(`Name ${title} in operationsOn, of test/support/webhooks.ts.`)
      problemOf(await changingNoRow(world, () => ask(ours, operation)), 404)
    }
  })
})

test('an endpoint of an install gets the events of that install, and none of another install', async () => {
  const world = await makeWorld()
  const sister = await sisterOf(world)
  const own = await listen({ ...world, admin: await bound(world) }, sink)
  const theirs = await listen({ ...sister, admin: await bound(sister) }, sink)
  const all = await listen(world, sink)
  const counts = () => [own, theirs, all].map(({ receiver }) => receiver.received.length)
  await sister.user()
  await settled(world)
  expect(counts()).toEqual([0, 1, 1])
  await world.user()
  await settled(world)
  expect(counts()).toEqual([1, 1, 2])
})

test('recovery sends an endpoint of an install nothing of another install or of the account', async () => {
  const world = await makeWorld()
  const sister = await sisterOf(world)
  const ours = await bound(world)
  const { at, receiver } = await makeEndpoint({ admin: ours }, sink.receiver())
  await ours('POST', `${at}/deactivate`)
  await publish({ admin: await bound(sister) })
  await publish(world)
  const missed = await publish({ admin: ours })
  await ours('POST', `${at}/activate`)
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const answer = await ours('POST', `${at}/recover`, { body: { since } })
  expect(answer.body).toEqual({ recovered: 1, finished: true })
  await settled(world)
  expect(eventIds(receiver)).toEqual([missed])
})

test('the same id, published for two installs and for the account, creates three events', async () => {
  const world = await makeWorld()
  const callers = [await bound(world), await bound(await sisterOf(world)), world.admin]
  const body = { topic: 'courses.syllabus', type: 'document.updated', payload: {}, id: 'syllabus-7' }
  const send = async (call: Call) => (await call('POST', '/api/events', { body })).text('id')
  const ids = await Promise.all(callers.map(send))
  expect(new Set(ids).size).toBe(3)
  expect(await Promise.all(callers.map(send))).toEqual(ids)
})

test('an account caller can create an endpoint of one of its installs, and of no other', async () => {
  const { world } = scene
  const { url } = sink.receiver()
  const create = (installSid: unknown) => {
    const body = { url, secret: 'a secret of mine', events: ['socket.message'], installSid }
    return world.admin('POST', '/api/webhooks', { body })
  }
  expect((await create(world.installSid)).body['installSid']).toBe(world.installSid)
  expect((await create(undefined)).body['installSid']).toBeNull()
  const { installSid: foreign } = await makeWorld(world.stack)
  for (const sid of [foreign, newSid('AI'), null])
    expect(badMembers(await create(sid))).toEqual(['installSid'])
  const moved = await world.admin('PUT', scene.foreign['the account'].endpoint.at, {
    body: { installSid: world.installSid },
  })
  expect(badMembers(moved)).toEqual(['installSid'])
})

test.each([
  ['topic', { topic: 'proctoring.exam_session' }],
  ['topic', { topic: 'proctoring.' }],
  ['topic', { topic: 'documents.syllabus' }],
  ['topic', { topic: 'monitor.EX1' }],
  ['topic', { topic: 'sockets' }],
  ['type', { type: 'database.event' }],
])('the reserved names of change capture and realtime cannot be published: %s, %j', async (path, members) => {
  const body = { topic: 'courses', type: 'document.updated', payload: {}, ...members }
  const { world, ours } = scene
  for (const call of [world.admin, ours])
    expect(badMembers(await changingNoRow(world, () => call('POST', '/api/events', { body })))).toEqual([
      path,
    ])
})
