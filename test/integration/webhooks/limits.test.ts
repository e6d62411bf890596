// What one application may cause is bounded: its endpoints, the deliveries of one event, and what it publishes and tests.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { delivery, event, webhookEndpoint } from '../../../db/schema/webhook.ts'
import { newSid } from '../../../db/sid.ts'
import { findReleasable } from '../../../src/platform/webhooks/delivery/queries.ts'
import { problemOf } from '../../support/problem.ts'
import { rounds } from '../../support/rounds.ts'
import { sharedStack } from '../../support/stack.ts'
import { sidOf } from '../../support/tokens.ts'
import { badMembers, publish, type Row, rowsOf, type Sink, startSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

let sink: Sink
beforeAll(async () => {
  await sharedStack()
  sink = await startSink()
}, 240_000)
afterAll(() => sink?.close())

const types = ['document.updated'] as const
const bodyOf = () => ({ url: sink.receiver().url, secret: 'a secret of mine', events: [...types] })
const create = ({ admin }: World) => admin('POST', '/api/webhooks', { body: bodyOf() })

/** An endpoint that the API has not made. */
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

const asked = rounds({ quick: 100, all: 500 })

test(`of ${asked} endpoints that are asked for 50 are made, also at once, and the others are 409`, async () => {
  const world = await makeWorld()
  const answers: Awaited<ReturnType<typeof create>>[] = []
  for (let batch = 0; batch < asked / 100; batch++)
    answers.push(...(await Promise.all(Array.from({ length: 100 }, () => create(world)))))
  expect([counted(answers, 201), counted(answers, 409)]).toEqual([50, asked - 50])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.text('code')).toBe('too_many_endpoints')
  const endpoints = rowsOf(await world.admin('GET', '/api/webhooks'))
  expect(endpoints).toHaveLength(50)

  // One event of 250 KB is kept once, and each delivery only refers to it.
  await publish(world, { text: 'x'.repeat(250_000) })
  expect(await world.stack.db.$count(delivery, ofWorld(world).deliveries)).toBe(50)
  expect(await world.stack.db.$count(event, ofWorld(world).events)).toBe(1)

  expect((await world.admin('DELETE', `/api/webhooks/${endpoints[0]?.['id']}`)).status).toBe(204)
  expect((await create(world)).status).toBe(201)
  problemOf(await create(world), 409)
}, 300_000)

test('of more endpoints than there may be, which are from before, an event is told to the 200 oldest', async () => {
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

test('the list of endpoints is a page of at most 100, or of as many as are asked for, after an id or a time', async () => {
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
  expect((await world.admin('GET', `/api/webhooks?after=${ids[1]}`)).trips).toBe(1)
  expect(badMembers(await world.admin('GET', '/api/webhooks?after=x'))).toEqual(['after'])
})

/** As if the application had done it so often within the last minute. */
const used = async ({ stack: { db } }: World) =>
  db.execute(`update rate set used_until = clock_timestamp() + interval '1 minute'`)

test('an application publishes 600 events at once and no more in a minute; then it is 429, and nothing is written', async () => {
  const world = await makeWorld()
  const other = await makeWorld(world.stack)
  const send = () =>
    world.admin('POST', '/api/events', { body: { topic: 't', type: 'document.updated', payload: {} } })
  const startedAt = Date.now()
  const answers: Awaited<ReturnType<typeof send>>[] = []
  for (let batch = 0; batch < 14; batch++)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, send))))
  const seconds = (Date.now() - startedAt) / 1000
  const granted = counted(answers, 202)
  expect(granted).toBeGreaterThanOrEqual(600)
  expect(granted).toBeLessThanOrEqual(600 + Math.ceil(10 * seconds))
  expect(granted + counted(answers, 429)).toBe(700)
  expect(await world.stack.db.$count(event, ofWorld(world).events)).toBe(granted)

  await used(world)
  const refused = await send()
  problemOf(refused, 429)
  expect(refused.text('code')).toBe('too_many_attempts')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused.trips).toBeLessThanOrEqual(2)
  await world.stack.db.execute(
    `update rate set used_until = used_until - interval '1 minute' - interval '1 second'`,
  )
  expect((await send()).status).toBe(202)
  await publish(other)
}, 300_000)

test('an application sends 30 test events at once and no more in a minute, whatever its endpoints', async () => {
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

test('a minute releases at most 100 endpoints whose hold is over, those first that have waited longest', async () => {
  const world = await makeWorld()
  const { db } = world.stack
  const now = Date.now()
  const held = Array.from({ length: 120 }, (_, at) => ({
    ...rowOf(world),
    heldUntil: new Date(now - 86_400_000 - at * 1000),
  }))
  const isOurs = eq(webhookEndpoint.applicationSid, sidOf('AP', world.applicationSid))
  // In one transaction, so that no minute releases them meanwhile.
  const { found } = await batch(db, {
    inserted: db.insert(webhookEndpoint).values(held),
    found: findReleasable(db),
    released: db.update(webhookEndpoint).set({ heldUntil: null }).where(isOurs),
  })
  const longest = held.toReversed().slice(0, 100)
  expect(found.map(({ sid }) => sid)).toEqual(longest.map(({ sid }) => sid))
})
