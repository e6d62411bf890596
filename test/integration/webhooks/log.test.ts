// C17: the log of delivery attempts, its filters and its pages.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { rounds } from '../../support/rounds.ts'
import {
  act,
  badMembers,
  delivered,
  type Endpoint,
  logOf,
  makeEndpoint,
  publish,
  type Row,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()

const world = () => makeWorld(system.stack)

test('a record has the endpoint, event, address, response, attempt number and time', async () => {
  const mine = await world()
  const before = Date.now()
  const { endpoint, eventId, deliveryId } = await delivered(mine, system.sink)
  const [row, ...more] = await logOf(mine)
  expect(more).toEqual([])
  expect(row).toEqual({
    id: expect.stringMatching(/^[A-Z]{2}[a-f0-9]{32}$/),
    webhookId: endpoint.id,
    event: 'document.updated',
    url: endpoint.receiver.url,
    statusCode: 204,
    success: true,
    attempts: 1,
    deliveredAt: expect.any(Number),
    deliveryId,
    eventId,
    fault: null,
    durationMs: expect.any(Number),
  })
  expect(deliveryId).toMatch(/^WD[a-f0-9]{32}$/)
  expect(Number.isInteger(row?.['deliveredAt'])).toBe(true)
  expect(Math.abs(Number(row?.['deliveredAt']) - before)).toBeLessThan(60_000)
})

test('each attempt of a delivery is a separate record, numbered from 1, newest first', async () => {
  const mine = await world()
  const replies = [500, 429, 302, 404, 200].map(status => ({ status }))
  await makeEndpoint(mine, system.sink.receiver(...replies))
  await publish(mine)
  await settled(mine)
  const rows = await logOf(mine)
  expect(rows.map(({ attempts }) => attempts)).toEqual([5, 4, 3, 2, 1])
  expect(rows.map(({ statusCode }) => statusCode)).toEqual([200, 404, 302, 429, 500])
  expect(rows.map(({ success }) => success)).toEqual([true, false, false, false, false])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5)
  expect(new Set(rows.map(({ deliveryId }) => deliveryId)).size).toBe(1)
  expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(1)
  const times = rows.map(({ deliveredAt }) => Number(deliveredAt))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
})

test('a record has the address that was called, even if the endpoint has changed', async () => {
  const mine = await world()
  const { endpoint } = await delivered(mine, system.sink)
  const moved = system.sink.receiver()
  await mine.admin('PUT', endpoint.at, { body: { url: moved.url } })
  await publish(mine)
  await settled(mine)
  expect((await logOf(mine)).map(({ url }) => url)).toEqual([moved.url, endpoint.receiver.url])
})

/** Two endpoints, two event types, and for one of the endpoints a failure before the success. */
async function mixed() {
  const mine = await world()
  const events = ['document.updated', 'document.deleted']
  const steady = await makeEndpoint(mine, system.sink.receiver(), { events })
  const shaky = await makeEndpoint(mine, system.sink.receiver({ status: 500 }, { status: 200 }), { events })
  await publish(mine)
  await settled(mine)
  await publish(mine, {}, 'document.deleted')
  await settled(mine)
  return { mine, steady, shaky, rows: await logOf(mine) }
}

test('the log can be filtered by event, endpoint and success, alone and combined', async () => {
  const { mine, steady, shaky, rows } = await mixed()
  expect(rows).toHaveLength(5)
  const only = (wanted: Row) =>
    rows.filter(row => Object.entries(wanted).every(([name, value]) => row[name] === value))
  const filters: [string, Row, number][] = [
    ['event=document.updated', { event: 'document.updated' }, 3],
    ['event=document.deleted', { event: 'document.deleted' }, 2],
    ['event=socket.message', { event: 'socket.message' }, 0],
    [`webhookId=${steady.id}`, { webhookId: steady.id }, 2],
    [`webhookId=${shaky.id}`, { webhookId: shaky.id }, 3],
    [`webhookId=${newSid('WH')}`, { webhookId: 'none' }, 0],
    ['success=true', { success: true }, 4],
    ['success=false', { success: false }, 1],
    [`success=false&webhookId=${steady.id}`, { success: false, webhookId: steady.id }, 0],
    [
      `success=true&event=document.updated&webhookId=${shaky.id}`,
      { success: true, event: 'document.updated', webhookId: shaky.id },
      1,
    ],
  ]
  for (const [query, wanted, count] of filters) {
    const found = await logOf(mine, query)
    expect(found, query).toEqual(only(wanted))
    expect(found, query).toHaveLength(count)
  }
})

test.each([
  ['event=document.created', 'event'],
  ['event=', 'event'],
  ['webhookId=WH1', 'webhookId'],
  ['success=maybe', 'success'],
  ['success=1', 'success'],
  ['limit=-1', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=x', 'limit'],
  ['before=x', 'before'],
  ['before=2026-01-01T00:00:00Z', 'before'],
])('an invalid query is 400: %s', async (query, path) => {
  const { admin } = await world()
  expect(badMembers(await admin('GET', `/api/webhooks/logs?${query}`))).toEqual([path])
})

/** Adds attempts to the log, all at the time of an existing one. */
const copyAttempt = async ({ applicationSid }: World, count: number) =>
  system.stack.db.execute(sql`
    insert into webhook_attempt
    select (jsonb_populate_record(a, jsonb_build_object('sid', uuid_v7(), 'number', n))).*
    from webhook_attempt a, generate_series(2, ${count + 1}) n
    where application_sid = ${applicationSid.slice(2)}::uuid`)

const idsOf = (rows: Row[]) => rows.map(({ id }) => String(id))

/** All ids, page by page. */
async function paginate(mine: World, limit: number, query = '', between = async () => {}): Promise<string[]> {
  const ids: string[] = []
  for (let before = ''; ids.length < 5000; before = `&before=${ids.at(-1)}`) {
    const page = idsOf(await logOf(mine, `limit=${limit}${query}${before}`))
    if (page.length === 0) return ids
    expect(page.length).toBeLessThanOrEqual(limit)
    ids.push(...page)
    await between()
  }
  throw new Error('The paginate does not end.')
}

test('limit 0 returns no record, and a limit above the maximum counts as 1000', async () => {
  const mine = await world()
  await delivered(mine, system.sink)
  await copyAttempt(mine, 1004)
  expect(await logOf(mine, 'limit=0')).toEqual([])
  expect(await logOf(mine, 'limit=1')).toHaveLength(1)
  expect(await logOf(mine, 'limit=1000')).toHaveLength(1000)
  expect(await logOf(mine, 'limit=1001')).toHaveLength(1000)
  expect(await logOf(mine, 'limit=999999999999999999999')).toHaveLength(1000)
  expect(await paginate(mine, 1000)).toHaveLength(1005)
})

test.each(rounds({ quick: [7], all: [1, 3, 7, 100] }))(
  'pages of %d lose no record and repeat none, even if many have the same time',
  async limit => {
    const mine = await world()
    await delivered(mine, system.sink)
    await copyAttempt(mine, 20)
    await publish(mine)
    await settled(mine)
    const all = idsOf(await logOf(mine, 'limit=1000'))
    expect(new Set(all).size).toBe(22)
    expect(await paginate(mine, limit)).toEqual(all)
  },
)

test('paging keeps its filter', async () => {
  const { mine, shaky, rows } = await mixed()
  const query = `&webhookId=${shaky.id}&success=true`
  const expected = rows.filter(({ webhookId, success }) => webhookId === shaky.id && success === true)
  expect(await paginate(mine, 1, query)).toEqual(idsOf(expected))
})

test('records that are written during paging neither move nor repeat older ones', async () => {
  const mine = await world()
  for (let n = 0; n < 4; n++) {
    if (n === 0) await makeEndpoint(mine, system.sink.receiver())
    await publish(mine)
    await settled(mine)
  }
  const all = idsOf(await logOf(mine))
  const walked = await paginate(mine, 2, '', async () => {
    await publish(mine)
    await settled(mine)
  })
  expect(walked).toEqual(all)
  expect(await logOf(mine)).not.toHaveLength(all.length)
})

const removals: Record<string, (mine: World, endpoint: Endpoint) => Promise<unknown>> = {
  deactivated: (mine, endpoint) => act(mine, endpoint, 'deactivate'),
  deleted: (mine, { at }) => mine.admin('DELETE', at),
}

test.each(Object.keys(removals))(
  'the log of an endpoint that is %s is kept completely and can be filtered',
  async how => {
    const mine = await world()
    const { endpoint, deliveryId } = await delivered(mine, system.sink)
    const rows = await logOf(mine)
    await removals[how]?.(mine, endpoint)
    expect(await logOf(mine)).toEqual(rows)
    expect(await logOf(mine, `webhookId=${endpoint.id}`)).toEqual(rows)
    expect((await mine.admin('GET', `/api/webhooks/deliveries/${deliveryId}`)).status).toBe(200)
  },
)

test('before, a time in milliseconds, returns older records', async () => {
  const mine = await world()
  await delivered(mine, system.sink)
  const [{ deliveredAt: at } = { deliveredAt: 0 }] = await logOf(mine)
  expect(await logOf(mine, `before=${at}`)).toEqual([])
  expect(await logOf(mine, `before=${Number(at) + 1}`)).toHaveLength(1)
  expect((await mine.admin('GET', '/api/webhooks/logs?before=yesterday')).status).toBe(400)
})
