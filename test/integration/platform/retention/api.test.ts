// What clients see after records have been deleted: the whole system, at a later time.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callerOf } from '../../../support/client.ts'
import { signedInAs } from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { dayMs } from '../../../support/retention.ts'
import { askRefresh, audit, introspect, record, refresh } from '../../../support/sts.ts'
import { issueApiToken } from '../../../support/tokens.ts'
import {
  act,
  deadLettersOf,
  delivered,
  eventIds,
  logOf,
  makeEndpoint,
  publish,
  settled,
  stackWithSink,
} from '../../../support/webhooks.ts'
import { allow, makeWorld } from '../../../support/world.ts'

const hourMs = 60 * 60 * 1000
const minuteMs = 60 * 1000

const system = stackWithSink({ database: { kind: 'postgres' } })

/** Resolves when no transaction is open. Retention skips the rows that one has locked. */
const nothingIsLocked = () =>
  expect
    .poll(async () => {
      const { rows } = await system.stack.db.execute(sql`select query from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and xact_start is not null
          and pid <> pg_backend_pid()`)
      return rows
    })
    .toEqual([])

/** Runs the cron at a later time, twice: work that starts after the wait may have locked a row during the first run. */
async function minuteIn(ms: number): Promise<void> {
  for (let minute = 0; minute < 2; minute += 1) {
    await nothingIsLocked()
    await system.stack.sweep(new Date(Date.now() + ms))
  }
}

test('an expired token is distinguished from an unknown one until a week after the end of its family, and its audit is kept', async () => {
  const world = await makeWorld(system.stack)
  const root = await issueApiToken(world, allow(['sp:*'], [`installs/${world.installSid}/*`]))
  const next = await refresh(world, root)
  const kept = 8 * hourMs + 7 * dayMs

  await minuteIn(kept - minuteMs)
  expect((await introspect(world, root.secret)).body).toEqual({ active: false, reason: 'replaced' })
  problemOf(await callerOf(system.stack, root.secret)('GET', world.path('/users')), 401)
  expect(await audit(world, { tokenSid: root.sid, event: 'reused' })).toHaveLength(1)
  expect((await introspect(world, next.secret)).body).toMatchObject({ active: true })

  await minuteIn(kept + minuteMs)
  for (const { secret } of [root, next]) {
    expect((await introspect(world, secret)).body).toEqual({ active: false, reason: 'unknown' })
    problemOf(await callerOf(system.stack, secret)('GET', world.path('/users')), 401)
  }
  problemOf(await record(world, root), 404)
  problemOf(await askRefresh(world, next), 404)
  const events = async () => (await audit(world, { rootSid: root.sid })).map(({ event }) => event)
  expect(await events()).toEqual(['issued', 'refreshed', 'reused'])

  await minuteIn(400 * dayMs - minuteMs)
  expect(await events()).toHaveLength(3)
  await minuteIn(400 * dayMs + minuteMs)
  expect(await events()).toEqual([])
})

test('a delivery can be read and retried for 30 days, and returns 404 afterwards', async () => {
  const world = await makeWorld(system.stack)
  const { deliveryId, endpoint } = await delivered(world, system.sink)
  const at = `/api/webhooks/deliveries/${deliveryId}`
  await minuteIn(30 * dayMs - minuteMs)
  expect((await world.admin('POST', `${at}/retry`)).status).toBe(202)
  await settled(world)
  expect(endpoint.receiver.received).toHaveLength(2)
  expect(await logOf(world)).toHaveLength(2)
  await minuteIn(30 * dayMs + minuteMs)
  problemOf(await world.admin('GET', at), 404)
  problemOf(await world.admin('POST', `${at}/retry`), 404)
  expect(await logOf(world)).toEqual([])
  const { created } = await recovered(world, endpoint)
  expect(created).toBe(0)
})

async function recovered(world: Awaited<ReturnType<typeof makeWorld>>, endpoint: { at: string }) {
  const before = (await logOf(world, 'limit=1000')).length
  await world.admin('POST', `${endpoint.at}/recover`, { body: { since: '2020-01-01T00:00:00Z' } })
  await settled(world)
  return { created: (await logOf(world, 'limit=1000')).length - before }
}

test('the id of a published event is known for 30 days', async () => {
  const world = await makeWorld(system.stack)
  const body = { topic: 'courses.syllabus', type: 'document.updated', payload: {}, id: 'syllabus-7-v12' }
  const published = async () => (await world.admin('POST', '/api/events', { body })).text('id')
  const id = await published()
  await minuteIn(30 * dayMs - minuteMs)
  expect(await published()).toBe(id)
  await minuteIn(30 * dayMs + minuteMs)
  expect(await published()).not.toBe(id)
})

test('a dead letter can be sent again with its event for 90 days, and paging through the log skips deleted rows', async () => {
  const world = await makeWorld(system.stack)
  const receiver = system.sink.receiver({ status: 410 }, { status: 204 })
  const endpoint = await makeEndpoint(world, receiver)
  const deadEvent = await publish(world, { page: 1 })
  await settled(world)
  await act(world, endpoint, 'activate')
  await publish(world)
  await settled(world)
  const [newest] = await logOf(world)
  expect(newest).toMatchObject({ success: true })

  await minuteIn(90 * dayMs - minuteMs)
  expect(await logOf(world)).toEqual([expect.objectContaining({ success: false, statusCode: 410 })])
  expect(await logOf(world, `before=${newest?.['id']}`)).toHaveLength(1)
  const [letter] = await deadLettersOf(world)
  expect(letter).toMatchObject({ eventId: deadEvent, statusCode: 410 })
  expect((await world.admin('POST', `/api/webhooks/deliveries/${letter?.['id']}/retry`)).status).toBe(202)
  await settled(world)
  expect(eventIds(receiver).at(-1)).toBe(deadEvent)

  const lost = await publish(world)
  await settled(world)
  await minuteIn(90 * dayMs + minuteMs)
  expect(await deadLettersOf(world)).toEqual([])
  expect(await logOf(world)).toEqual([])
  expect(lost).not.toBe(deadEvent)
})

test('a page of the log after an unknown id gets a response, whatever time the id contains', async () => {
  const world = await makeWorld(system.stack)
  await delivered(world, system.sink)
  expect(await logOf(world, `before=WT${'0'.repeat(32)}`)).toEqual([])
  expect(await logOf(world, `before=WT${'f'.repeat(32)}`)).toHaveLength(1)
})

test('a person with a deleted session must sign in again, and can', async () => {
  const world = await makeWorld(system.stack)
  const { call } = await signedInAs(world, 'owner')
  await minuteIn(12 * hourMs + dayMs - minuteMs)
  expect((await call('GET', '/api/auth/me')).status).toBe(200)
  await minuteIn(12 * hourMs + dayMs + minuteMs)
  problemOf(await call('GET', '/api/auth/me'), 401)
  expect((await (await signedInAs(world, 'owner')).call('GET', '/api/auth/me')).status).toBe(200)
})
