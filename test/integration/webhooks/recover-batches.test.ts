// Recoveries of more events than a batch: the response has the first one, and the scheduled work the others.
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteBacklog } from '../../../src/platform/retention/delete.ts'
import { defaultPeriods } from '../../../src/platform/retention/rules.ts'
import { continueRecoveries, recoveryBatchSize } from '../../../src/platform/webhooks/recoveries/sql.ts'
import { inAll } from '../../support/rounds.ts'
import { act, eventIds, makeEndpoint, publish, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink({ database: { kind: 'postgres' }, webhookRetryBaseMs: 2 }, 180_000)

const longAgo = new Date('2026-01-01T00:00:00.000Z')
const hour = 3_600_000

/** Inserts events at one time, in the order of their sids. The first and the last are about room 7; returns their sids. */
async function insertEvents({ applicationSid }: World, count: number, createdDate: Date): Promise<string[]> {
  const prefix = randomBytes(8).toString('hex')
  const { rows } = await system.stack.db.execute<{ sid: string }>(sql`
    with made as (
      insert into event (sid, application_sid, topic, source, type, payload, created_date)
      select (${prefix} || lpad(to_hex(n), 16, '0'))::uuid, ${applicationSid.slice(2)}::uuid, 'courses.syllabus', 'sdk',
        'document.updated', jsonb_build_object('room', case when n in (1, ${count}::integer) then 7 else 8 end),
        ${createdDate.toISOString()}::timestamptz
      from generate_series(1, ${count}::integer) n
      returning sid, payload
    )
    select replace(sid::text, '-', '') as sid from made where payload @> '{"room": 7}' order by sid`)
  return rows.map(({ sid }) => `EV${sid}`)
}

/** An endpoint that has missed more events than a batch. Those about room 7 are three of the first batch and one of the second. */
async function missing() {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver(), { filter: { room: 7 } })
  await system.stack.db.execute(sql`
    update webhook_endpoint set created_date = ${longAgo.toISOString()}::timestamptz where sid = ${endpoint.id.slice(2)}::uuid`)
  await act(world, endpoint, 'deactivate')
  const [earlier, later] = [new Date(Date.now() - 2 * hour), new Date(Date.now() - hour)]
  const first = await insertEvents(world, 40, earlier)
  const last = await insertEvents(world, recoveryBatchSize + 20, later)
  await act(world, endpoint, 'activate')
  return {
    ...{ world, endpoint, first, last, later },
    recover: async (since: Date) => {
      const answer = await act(world, endpoint, 'recover', { since })
      expect(answer, answer.raw).toMatchObject({ status: 202, roundTrips: 2 })
      return answer.body
    },
    async arrivedEvents() {
      await system.stack.sweep()
      await settled(world)
      return eventIds(endpoint.receiver).toSorted()
    },
  }
}

test.runIf(inAll('integration/webhooks/recover-batches'))(
  'a recovery examines a batch of events with the response, and the scheduled work the others, each once',
  async () => {
    const { first, last, recover, arrivedEvents } = await missing()
    expect(await recover(longAgo)).toEqual({ recovered: 3, finished: false })
    const all = [...first, ...last].toSorted()
    expect(await arrivedEvents()).toEqual(all)
    expect(await continueRecoveries(system.stack.db, defaultPeriods)).toBe(0)
    expect(await recover(longAgo)).toEqual({ recovered: 0, finished: false })
    expect(await arrivedEvents()).toEqual(all)
  },
)

test('an unfinished recovery moves back to an earlier time, and not on to a later one', async () => {
  const { world, endpoint, first, last, later, recover, arrivedEvents } = await missing()
  expect(await recover(later)).toEqual({ recovered: 1, finished: false })
  expect(await recover(new Date())).toEqual({ recovered: 1, finished: true })
  await settled(world)
  expect(eventIds(endpoint.receiver).toSorted()).toEqual(last.toSorted())
  expect(await recover(later)).toEqual({ recovered: 0, finished: false })
  expect(await recover(longAgo)).toEqual({ recovered: 2, finished: false })
  expect(await arrivedEvents()).toEqual([...first, ...last].toSorted())
})

test('an unfinished recovery ends when its endpoint is deactivated', async () => {
  const { world, endpoint, first, last, recover, arrivedEvents } = await missing()
  expect(await recover(longAgo)).toEqual({ recovered: 3, finished: false })
  await settled(world)
  await act(world, endpoint, 'deactivate')
  expect(await continueRecoveries(system.stack.db, defaultPeriods)).toBe(0)
  await act(world, endpoint, 'activate')
  expect(await arrivedEvents()).toEqual([...first, ...last.slice(0, 1)].toSorted())
})

test('of concurrent runs each continues one recovery, and together they send each event once', async () => {
  const scenes = [await missing(), await missing()]
  for (const { recover } of scenes) await recover(longAgo)
  await Promise.all([1, 2, 3].map(() => continueRecoveries(system.stack.db, defaultPeriods)))
  for (const { first, last, arrivedEvents } of scenes)
    expect(await arrivedEvents()).toEqual([...first, ...last].toSorted())
})

test('an event whose delivery is so old that it was deleted is not sent again for the dead letter of another endpoint', async () => {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver())
  const other = await makeEndpoint(world, system.sink.receiver({ status: 500 }))
  const event = await publish(world)
  await settled(world)
  await system.stack.db.execute(
    sql`update webhook_endpoint set created_date = ${longAgo.toISOString()}::timestamptz`,
  )
  await system.stack.db.execute(
    sql`update event set created_date = now() - interval '40 days' where sid = ${event.slice(2)}::uuid`,
  )
  await system.stack.db.execute(sql`update webhook_delivery set finished_date = now() - interval '40 days',
    created_date = now() - interval '40 days' where event_sid = ${event.slice(2)}::uuid`)
  const { attempts, deliveries, events } = await deleteBacklog(system.stack.db, defaultPeriods, new Date())
  expect({ attempts, deliveries, events }).toEqual({ attempts: 1, deliveries: 1, events: 0 })

  other.receiver.replies = []
  await act(world, other, 'activate')
  expect((await act(world, endpoint, 'recover', { since: longAgo })).count('recovered')).toBe(0)
  expect((await act(world, other, 'recover', { since: longAgo })).count('recovered')).toBe(1)
  await settled(world)
  expect(eventIds(endpoint.receiver)).toEqual([event])
})
