// Limits of one application: its endpoints, the deliveries of one event, and the rates of publishing and testing.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { delivery, event, webhookEndpoint } from '../../../db/schema/webhook.ts'
import { newSid } from '../../../db/sid.ts'
import { findReleasable } from '../../../src/platform/webhooks/delivery/queries.ts'
import type { Call } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { rounds } from '../../support/rounds.ts'
import { sharedStack } from '../../support/stack.ts'
import { sidOf } from '../../support/tokens.ts'
import { badMembers, publish, type Row, rowsOf, type Sink, startSink } from '../../support/webhooks.ts'
import { allow, makeWorld, sisterOf, type World } from '../../support/world.ts'

let sink: Sink
beforeAll(async () => {
  await sharedStack()
  sink = await startSink()
}, 240_000)
afterAll(() => sink?.close())

const types = ['document.updated'] as const
const bodyOf = () => ({ url: sink.receiver().url, secret: 'a secret of mine', events: [...types] })
const create = ({ admin }: World) => admin('POST', '/api/webhooks', { body: bodyOf() })

/** Inserts an endpoint without the API. */
const rowOf = ({ applicationSid }: World) => ({
  ...{ ...bodyOf(), sid: newSid('WH'), secret: '' },
  applicationSid: sidOf('AP', applicationSid),
})

const ofWorld = ({ applicationSid }: World) => ({
  deliveries: eq(delivery.applicationSid, sidOf('AP', applicationSid)),
  events: eq(event.applicationSid, sidOf('AP', applicationSid)),
})

const counted = (answers: { status: number }[], status: number) =>
  answers.filter(answer => answer.status === status).length

const asked = rounds({ quick: 60, all: 500 })
const atOnce = Math.min(asked, 100)

test(`of ${asked} requested endpoints 50 are created, also at once, and the others are 409`, async () => {
  const world = await makeWorld()
  const answers: Awaited<ReturnType<typeof create>>[] = []
  for (let batch = 0; batch < asked / atOnce; batch++)
    answers.push(...(await Promise.all(Array.from({ length: atOnce }, () => create(world)))))
  expect([counted(answers, 201), counted(answers, 409)]).toEqual([50, asked - 50])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.text('code')).toBe('too_many_endpoints')
  const endpoints = rowsOf(await world.admin('GET', '/api/webhooks'))
  expect(endpoints).toHaveLength(50)

  // An event of 250 KB is stored once, and each delivery refers to it.
  await publish(world, { text: 'x'.repeat(250_000) })
  expect(await world.stack.db.$count(delivery, ofWorld(world).deliveries)).toBe(50)
  expect(await world.stack.db.$count(event, ofWorld(world).events)).toBe(1)

  expect((await world.admin('DELETE', `/api/webhooks/${endpoints[0]?.['id']}`)).status).toBe(204)
  expect((await create(world)).status).toBe(201)
  problemOf(await create(world), 409)
}, 300_000)

test('with more earlier endpoints than the limit, an event is delivered to the 200 oldest', async () => {
  const world = await makeWorld()
  const { db } = world.stack
  const endpoints = Array.from({ length: 230 }, () => rowOf(world))
  const sids = endpoints.map(({ sid }) => sid)
  await db.insert(webhookEndpoint).values(endpoints)
  await publish(world)
  const rows = await db.select({ sid: delivery.endpointSid }).from(delivery).where(ofWorld(world).deliveries)
  expect(rows.map(({ sid }) => sid).toSorted()).toEqual(sids.toSorted().slice(0, 200))
  await db.delete(delivery).where(ofWorld(world).deliveries)
})

test('the list of endpoints has pages of at most 100, with a limit, after an id or a time', async () => {
  const world = await makeWorld()
  const ids: unknown[] = []
  for (let count = 0; count < 5; count++) ids.push((await create(world)).body['id'])
  const list = async (query: string): Promise<Row[]> =>
    rowsOf(await world.admin('GET', `/api/webhooks?${query}`))
  const idsOf = async (query: string) => (await list(query)).map(({ id }) => id)
  expect(await idsOf('limit=2')).toEqual(ids.slice(0, 2))
  expect(await idsOf(`limit=2&after=${ids[1]}`)).toEqual(ids.slice(2, 4))
  expect(await idsOf(`after=${ids[3]}`)).toEqual(ids.slice(4))
  expect(await idsOf(`after=${ids[4]}`)).toEqual([])
  const [first] = await list('limit=1')
  expect(await idsOf('after=0')).toEqual(ids)
  expect(await idsOf(`after=${Number(first?.['createdAt']) + 3_600_000}`)).toEqual([])
  expect(await idsOf(`after=${newSid('WH')}`)).toEqual([])
  expect((await world.admin('GET', `/api/webhooks?after=${ids[1]}`)).roundTrips).toBe(1)
  expect(badMembers(await world.admin('GET', '/api/webhooks?after=x'))).toEqual(['after'])
})

/** Uses all rates up, for at least 20 seconds. */
const used = async ({ stack: { db } }: World) =>
  db.execute(`update rate set used_until = clock_timestamp() + interval '80 seconds'`)

test('an application can publish 600 events at once and no more in a minute; then it gets 429, and nothing is written', async () => {
  const world = await makeWorld()
  const other = await makeWorld(world.stack)
  const send = () =>
    world.admin('POST', '/api/events', { body: { topic: 't', type: 'document.updated', payload: {} } })
  // In `npm test` the first event counts for all but 60 of them.
  const earlier = rounds({ quick: 540, all: 0 })
  const requests = rounds({ quick: 150, all: 700 })
  let startedAt = Date.now()
  if (earlier > 0) {
    expect((await send()).status).toBe(202)
    const seconds = `${earlier / 10} seconds`
    startedAt = Date.now()
    await world.stack.db.execute(sql`update rate set used_until = clock_timestamp() + ${seconds}::interval`)
  }
  const written = () => world.stack.db.$count(event, ofWorld(world).events)
  const before = await written()
  const answers: Awaited<ReturnType<typeof send>>[] = []
  for (let batch = 0; batch < requests / 50; batch++)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, send))))
  const seconds = (Date.now() - startedAt) / 1000
  const granted = counted(answers, 202)
  expect(granted).toBeGreaterThanOrEqual(600 - earlier)
  expect(granted).toBeLessThanOrEqual(600 - earlier + Math.ceil(10 * seconds))
  expect(granted + counted(answers, 429)).toBe(requests)
  expect((await written()) - before).toBe(granted)

  await used(world)
  const refused = await send()
  problemOf(refused, 429)
  expect(refused.text('code')).toBe('too_many_attempts')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused.roundTrips).toBeLessThanOrEqual(2)
  await world.stack.db.execute(`update rate set used_until = used_until - interval '30 seconds'`)
  expect((await send()).status).toBe(202)
  await publish(other)
}, 300_000)

const bound = async (world: World) => (await world.credential(allow(['sp:*'], ['*']))).call
const publication = { body: { topic: 't', type: 'document.updated', payload: {} } }
const publishAtOnce = (callers: Call[], each: number) =>
  Promise.all(
    callers.flatMap(call => Array.from({ length: each }, () => call('POST', '/api/events', publication))),
  )

test('the callers of one install publish at most a fifth of the events of the application, and others then still publish', async () => {
  const world = await makeWorld()
  const callers = await Promise.all([bound(world), bound(world)])
  const startedAt = Date.now()
  const answers = await publishAtOnce(callers, 80)
  const seconds = (Date.now() - startedAt) / 1000
  expect(counted(answers, 202)).toBeGreaterThanOrEqual(120)
  expect(counted(answers, 202)).toBeLessThanOrEqual(120 + Math.ceil(2 * seconds))
  expect(counted(answers, 202) + counted(answers, 429)).toBe(160)
  expect((await world.admin('POST', '/api/events', publication)).status).toBe(202)
  const [other] = await publishAtOnce([await bound(await sisterOf(world))], 1)
  expect(other?.status).toBe(202)
  expect(other?.roundTrips).toBeLessThanOrEqual(2)
}, 120_000)

test('the callers of all installs and of the account together publish at most the events of the application', async () => {
  const world = await makeWorld()
  const installs = [world, await sisterOf(world), await sisterOf(world)]
  const callers = [world.admin, ...(await Promise.all(installs.map(bound)))]
  await publish(world)
  // All but 60 of the 600 are used.
  const startedAt = Date.now()
  await world.stack.db.execute(`update rate set used_until = clock_timestamp() + interval '54 seconds'`)
  const answers = await publishAtOnce(callers, 50)
  const seconds = (Date.now() - startedAt) / 1000
  expect(counted(answers, 202)).toBeGreaterThanOrEqual(60)
  expect(counted(answers, 202)).toBeLessThanOrEqual(60 + Math.ceil(10 * seconds))
  expect(counted(answers, 202) + counted(answers, 429)).toBe(200)
}, 120_000)

test('an application can send 30 test events at once and no more in a minute, over all its endpoints', async () => {
  const world = await makeWorld()
  const endpoints = [await create(world), await create(world)].map(answer => answer.text('id'))
  const send = (at: number) => world.admin('POST', `/api/webhooks/${endpoints[at % 2]}/test`)
  const startedAt = Date.now()
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => send(at)))
  const seconds = (Date.now() - startedAt) / 1000
  const granted = counted(answers, 202)
  expect(granted).toBeGreaterThanOrEqual(30)
  expect(granted).toBeLessThanOrEqual(30 + Math.ceil(seconds / 2))
  expect(granted + counted(answers, 429)).toBe(60)
  expect(await world.stack.db.$count(delivery, ofWorld(world).deliveries)).toBe(granted)
}, 120_000)

test('a scheduled run releases at most 100 endpoints whose pause has ended, those first that waited longest', async () => {
  const world = await makeWorld()
  const { db } = world.stack
  const now = Date.now()
  const held = Array.from({ length: 120 }, (_, at) => ({
    ...rowOf(world),
    heldUntil: new Date(now - 86_400_000 - at * 1000),
  }))
  const isOurs = eq(webhookEndpoint.applicationSid, sidOf('AP', world.applicationSid))
  // In one transaction, so that no scheduled run releases them meanwhile.
  const { found } = await batch(db, {
    inserted: db.insert(webhookEndpoint).values(held),
    found: findReleasable(db),
    released: db.update(webhookEndpoint).set({ heldUntil: null }).where(isOurs),
  })
  const longest = held.toReversed().slice(0, 100)
  expect(found.map(({ sid }) => sid)).toEqual(longest.map(({ sid }) => sid))
})
