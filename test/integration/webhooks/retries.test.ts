// Retries of many failed deliveries: each that matches is sent once more, and nothing else.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { continueRetries } from '../../../src/platform/webhooks/retries/queries.ts'
import { retryBatchSize, scheduleRetry } from '../../../src/platform/webhooks/retries/sql.ts'
import { problemOf } from '../../support/problem.ts'
import { rounds } from '../../support/rounds.ts'
import {
  act,
  badMembers,
  deadLettersOf,
  type Endpoint,
  eventIds,
  makeEndpoint,
  publish,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()
const path = '/api/webhooks/deliveries/retry'
const hour = 3_600_000
const around = () => ({ since: Date.now() - hour, until: Date.now() + hour })

const retry = (world: World, members: object = {}) =>
  world.admin('POST', path, { body: { ...around(), ...members } })
const matched = async (world: World, members: object = {}): Promise<number> => {
  const answer = await retry(world, { ...members, dryRun: true })
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.body).toEqual({ matched: answer.count('matched') })
  return answer.count('matched')
}

/** An endpoint with dead letters of these types, each by one attempt. It responds again with success afterwards. */
async function dead(world: World, types: string[]): Promise<Endpoint & { ids: string[] }> {
  const endpoint = await makeEndpoint(world, system.sink.receiver({ status: 410 }), {
    events: [...new Set(types)],
  })
  const ids: string[] = []
  for (const type of types) {
    ids.push(await publish(world, {}, type))
    await settled(world)
    // The response 410 has deactivated it.
    await act(world, endpoint, 'activate')
  }
  endpoint.receiver.replies = []
  return { ...endpoint, ids }
}

test('a dry run counts and sends nothing; the retry sends each dead letter once, with the same event', async () => {
  const world = await makeWorld(system.stack)
  const endpoint = await dead(world, ['document.updated', 'document.updated'])
  const before = endpoint.receiver.received.length
  expect(await matched(world)).toBe(2)
  expect(await deadLettersOf(world)).toHaveLength(2)
  const answer = await retry(world)
  expect([answer.status, answer.roundTrips]).toEqual([202, 2])
  expect(answer.body).toMatchObject({
    ...{ id: expect.stringMatching(/^WR[0-9a-f]{32}$/), webhookId: null, event: null },
    ...{ matched: 2, scheduled: 2, finishedAt: expect.any(Number) },
  })
  await settled(world)
  expect(eventIds(endpoint.receiver).slice(before).toSorted()).toEqual(endpoint.ids.toSorted())
  expect(await deadLettersOf(world)).toEqual([])
  const read = await world.admin('GET', `/api/webhooks/retries/${answer.text('id')}`)
  expect(read).toMatchObject({ status: 200, roundTrips: 1, body: answer.body })
  expect(await matched(world)).toBe(0)
})

test('webhookId, event, since and until restrict it', async () => {
  const world = await makeWorld(system.stack)
  const one = await dead(world, ['document.updated', 'document.deleted'])
  const other = await dead(world, ['socket.message'])
  const [now] = [Date.now()]
  expect(await matched(world)).toBe(3)
  expect(await matched(world, { webhookId: one.id })).toBe(2)
  expect(await matched(world, { webhookId: other.id })).toBe(1)
  expect(await matched(world, { event: 'document.deleted' })).toBe(1)
  expect(await matched(world, { webhookId: other.id, event: 'document.deleted' })).toBe(0)
  expect(await matched(world, { since: now + hour / 2 })).toBe(0)
  expect(await matched(world, { until: now - hour / 2 })).toBe(0)
  expect(await matched(world, { since: 0, until: now + hour, success: false })).toBe(3)
  const instants = { since: new Date(now - hour).toISOString(), until: new Date(now + hour).toISOString() }
  expect(await matched(world, instants)).toBe(3)
})

test('deliveries to an endpoint that is inactive or deleted, and of another application, do not match', async () => {
  const world = await makeWorld(system.stack)
  const [inactive, deleted] = [
    await dead(world, ['document.updated']),
    await dead(world, ['document.deleted']),
  ]
  await dead(await makeWorld(system.stack), ['document.updated'])
  expect(await matched(world)).toBe(2)
  await act(world, inactive, 'deactivate')
  await world.admin('DELETE', deleted.at)
  expect(await matched(world)).toBe(0)
  problemOf(await retry(world, { webhookId: inactive.id }), 409)
  expect(badMembers(await retry(world, { webhookId: deleted.id }))).toEqual(['webhookId'])
})

test.each([
  ['since', { until: 5 }],
  ['until', { since: 5 }],
  ['until', { since: 5, until: 5 }],
  ['since', { since: 'yesterday', until: 5 }],
  ['success', { since: 1, until: 5, success: true }],
  ['event', { since: 1, until: 5, event: 'document.moved' }],
  ['webhookId', { since: 1, until: 5, webhookId: 'WH1' }],
  ['dryRun', { since: 1, until: 5, dryRun: 'yes' }],
  ['limit', { since: 1, until: 5, limit: 3 }],
])('%s is refused in %o', async (member, body) => {
  const world = await makeWorld(system.stack)
  expect(badMembers(await world.admin('POST', path, { body }))).toEqual([member])
})

/** Inserts dead letters of the endpoint. */
const insertDead = (world: World, { id }: Endpoint, count: number) =>
  system.stack.db.execute(sql`
    with made as (
      insert into event (sid, application_sid, topic, source, type, payload)
      select uuid_v7(), ${world.applicationSid.slice(2)}::uuid, 'invigil.test', 'sdk', 'document.updated', '{}'
      from generate_series(1, ${count}::integer) returning sid, application_sid
    )
    insert into webhook_delivery (sid, application_sid, event_sid, endpoint_sid, status, attempts, finished_date)
    select uuid_v7(), application_sid, sid, ${id.slice(2)}::uuid, 'dead', 6, now() from made`)

/** Skips the deliveries that are pending: thousands of them need not be sent. */
const skipPending = ({ applicationSid }: World) =>
  system.stack.db.execute(sql`
    update webhook_delivery set status = 'skipped', finished_date = now() where sid in (
      select sid from webhook_delivery
      where application_sid = ${applicationSid.slice(2)}::uuid and status = 'pending' for update skip locked)`)

test('more than a batch is continued by the scheduled work, from where it was, each delivery once', {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver())
  const count = 2 * retryBatchSize + 50
  await insertDead(world, endpoint, count)
  const answer = await retry(world)
  expect(answer.body).toMatchObject({ matched: count, scheduled: retryBatchSize, finishedAt: null })
  const at = `/api/webhooks/retries/${answer.text('id')}`
  // A process that ends after a batch has stored it with the position of the retry.
  await batch(system.stack.db, { rows: scheduleRetry({ uuid: null, last: null }) })
  expect((await world.admin('GET', at)).body).toMatchObject({
    scheduled: 2 * retryBatchSize,
    finishedAt: null,
  })
  // A delivery of an earlier batch that fails again is not sent twice, and one that fails only now is not sent.
  await system.stack.db.execute(sql`
    update webhook_delivery set status = 'dead', finished_date = now() where sid = (
      select min(sid::text)::uuid from webhook_delivery where application_sid = ${world.applicationSid.slice(2)}::uuid)`)
  const runs = await Promise.all([1, 2, 3].map(() => continueRetries(system.stack.db)))
  expect(runs.reduce((sum, scheduled) => sum + scheduled, 0)).toBe(50)
  expect((await world.admin('GET', at)).body).toMatchObject({
    ...{ matched: count, scheduled: count, finishedAt: expect.any(Number) },
  })
  const { rows } = await system.stack.db.execute<{ most: number }>(sql`
    select max(round) as most from webhook_delivery where application_sid = ${world.applicationSid.slice(2)}::uuid`)
  expect(rows).toEqual([{ most: 1 }])
  await act(world, endpoint, 'deactivate')
  await skipPending(world)
})

test('a retry of many deliveries does not delay that of another application', {
  timeout: 120_000,
}, async () => {
  const requested = async (count: number) => {
    const world = await makeWorld(system.stack)
    const endpoint = await makeEndpoint(world, system.sink.receiver())
    // A pause: thousands of deliveries need not be sent.
    await system.stack.db.execute(sql`update webhook_endpoint set failures = 10,
      held_until = now() + interval '10 minutes' where sid = ${endpoint.id.slice(2)}::uuid`)
    await insertDead(world, endpoint, count)
    const at = `/api/webhooks/retries/${(await retry(world)).text('id')}`
    return { world, endpoint, finishedAt: async () => (await world.admin('GET', at)).body['finishedAt'] }
  }
  const large = await requested(rounds({ quick: 4, all: 6 }) * retryBatchSize)
  const small = await requested(retryBatchSize + 50)
  let batches = 0
  const db = system.stack.db.$through(transact => async queries => {
    if ((await small.finishedAt()) === null) batches += 1
    return await transact(queries)
  })
  await continueRetries(db)
  expect(batches).toBeLessThanOrEqual(2)
  expect(await large.finishedAt()).toEqual(expect.any(Number))
  for (const { world, endpoint } of [large, small]) {
    await act(world, endpoint, 'deactivate')
    await skipPending(world)
  }
})

test('more calls than the rate are 429', async () => {
  const world = await makeWorld(system.stack)
  const answers = await Promise.all(Array.from({ length: 40 }, () => retry(world, { dryRun: true })))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
  // While they are sent, a call becomes free every two seconds.
  expect(statuses.slice(-5)).toEqual(Array.from({ length: 5 }, () => 429))
})
