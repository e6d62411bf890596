// Captured changes and published events for the subscribers of their topics.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { insertLiveTopic } from '../../../src/platform/realtime/sql.ts'
import { clientWith, connected, disconnectAll, subscribed } from '../../support/realtime.ts'
import { allow, makeWorld, sisterOf, type World } from '../../support/world.ts'

afterAll(disconnectAll)

const rename = (world: World, userSid: `US${string}`, lastName: string) =>
  world.client.put('/v1/installs/{installSid}/users/{userSid}', { params: { userSid }, body: { lastName } })

/** A client with a JWT of a credential that is bound to the install. */
async function boundClient(world: World, permissions = ['subscribe']) {
  const { call } = await world.credential(allow(['*'], ['*']))
  const body = { applicationId: world.applicationSid, permissions }
  const answer = await call('POST', '/auth/token', { body })
  expect(answer.status, answer.raw).toBe(200)
  const client = clientWith(world.stack.baseUrl, answer.text('token'))
  client.connect()
  await client.ready(10_000)
  return { client, call }
}

test('a change reaches the subscribers of its topic as the event that endpoints receive', async () => {
  const world = await makeWorld()
  const { all } = await subscribed(await connected(world), 'proctoring.user')
  const sid = await world.user({ firstName: 'Grace' })
  await expect.poll(() => all.length, { timeout: 20_000 }).toBe(1)
  await rename(world, sid, 'Hopper')
  await expect.poll(() => all.length, { timeout: 20_000 }).toBe(2)
  expect(all.map(({ offset }) => offset)).toEqual([1, 2])
  expect(all[1]?.data).toMatchObject({
    id: expect.stringMatching(/^EV[a-f0-9]{32}$/),
    ...{ topic: 'proctoring.user', source: 'capture', type: 'database.event' },
    payload: { sid, installSid: world.installSid, lastName: 'Hopper' },
    metadata: { table: 'user', operation: 'update', environment: 'local', timestamp: expect.any(Number) },
  })
})

test('the changes of one record keep the order of their commits', async () => {
  const world = await makeWorld()
  const { all } = await subscribed(await connected(world), 'proctoring.user')
  const sids = await Promise.all([world.user({ lastName: '0' }), world.user({ lastName: '0' })])
  // In transactions that hold the lock of the record for a while, several at once.
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      world.stack.db.execute(sql`
        with changed as (
          update users set last_name = last_name::int + 1 where sid = ${String(sids[n % 2]).slice(2)}::uuid returning sid)
        select pg_sleep(0.01) from changed`),
    ),
  )
  await rename(world, sids[0], 'End')
  await expect.poll(() => all.length, { timeout: 20_000 }).toBe(43)
  for (const sid of sids) {
    const names = all.flatMap(({ data }) => (data.payload.sid === sid ? [data.payload.lastName] : []))
    expect(names.filter(name => name !== 'End')).toEqual(Array.from({ length: 21 }, (_, at) => `${at}`))
  }
})

test('a bound caller receives the changes of its install on a topic of its own, without gaps', async () => {
  const world = await makeWorld()
  const sister = await sisterOf(world)
  const { client } = await boundClient(world)
  const own = await subscribed(client, `installs.${world.installSid}.proctoring.user`)
  const account = await subscribed(await connected(world), 'proctoring.user')
  const others = client.newSubscription(`installs.${sister.installSid}.proctoring.user`)
  const error = new Promise<number>(resolve => others.on('unsubscribed', ({ code }) => resolve(code)))
  others.subscribe()
  expect(await error).toBe(103)
  const sids: string[] = []
  for (let n = 0; n < 6; n++) sids.push(await (n % 2 === 0 ? world : sister).user())
  await expect.poll(() => account.all.length, { timeout: 20_000 }).toBe(6)
  await expect.poll(() => own.all.length, { timeout: 20_000 }).toBe(3)
  expect(own.all.map(({ offset }) => offset)).toEqual([1, 2, 3])
  expect(own.all.map(({ data }) => data.payload.sid)).toEqual(sids.filter((_, n) => n % 2 === 0))
  expect(account.all.map(({ offset }) => offset)).toEqual([1, 2, 3, 4, 5, 6])
  expect(account.all.map(({ data }) => data.payload.sid)).toEqual(sids)
})

test('an event of POST /api/events reaches the subscribers of its topic, and stays in the history', async () => {
  const world = await makeWorld()
  const client = await connected(world)
  const { all } = await subscribed(client, 'courses.syllabus')
  const body = { topic: 'courses.syllabus', type: 'document.updated', payload: { version: 12 }, id: 'v12' }
  const published = await world.admin('POST', '/api/events', { body })
  expect((await world.admin('POST', '/api/events', { body })).json).toEqual(published.json)
  await expect.poll(() => all.length, { timeout: 20_000 }).toBe(1)
  expect(all[0]?.data).toEqual({
    ...{ id: published.text('id'), topic: 'courses.syllabus', source: 'sdk', type: 'document.updated' },
    ...{ payload: { version: 12 }, metadata: expect.any(Object) },
  })
  const { publications } = await client.history('courses.syllabus', { limit: 10 })
  expect(publications.map(({ data }) => data)).toEqual([all[0]?.data])
})

test('an event that the platform publishes again is not published twice', async () => {
  const world = await makeWorld()
  const client = await connected(world)
  const { all } = await subscribed(client, 'courses.again')
  const body = { topic: 'courses.again', type: 'document.updated', payload: { n: 1 } }
  const id = (await world.admin('POST', '/api/events', { body })).text('id')
  await expect.poll(() => all.length, { timeout: 20_000 }).toBe(1)
  // As after a crash between the publication and its report.
  await world.stack.db.execute(sql`
    insert into live_event (application_sid, event_sid)
    values (${world.applicationSid.slice(2)}::uuid, ${id.slice(2)}::uuid)`)
  await world.admin('POST', '/api/events', { body: { ...body, payload: { n: 2 } } })
  await expect.poll(() => all.map(({ data }) => data.payload.n), { timeout: 20_000 }).toEqual([1, 2])
  // The hub reports what it has published with its next request.
  const waiting = async () =>
    (
      await world.stack.db.execute(sql`
        select number from live_event where application_sid = ${world.applicationSid.slice(2)}::uuid`)
    ).rows
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([])
  await sleep(200)
  expect(all).toHaveLength(2)
})

test('without an endpoint and a subscriber, a change creates no event', async () => {
  const world = await makeWorld()
  await subscribed(await connected(world), 'proctoring.exam')
  await subscribed(await connected(world), 'proctoring.no_table')
  await world.user()
  const { rows } = await world.stack.db.execute(sql`
    select topic from event where application_sid = ${world.applicationSid.slice(2)}::uuid`)
  expect(rows).toEqual([])
  const topics = await world.stack.db.execute(sql`
    select topic from live_topic where application_sid = ${world.applicationSid.slice(2)}::uuid`)
  expect(topics.rows).toEqual([{ topic: 'proctoring.exam' }])
})

test('a topic that is registered again counts as new, so that retention keeps it', async () => {
  const world = await makeWorld()
  const { db } = world.stack
  const key = { applicationSid: world.applicationSid as `AP${string}`, topic: 'proctoring.user' }
  const isNew = async () => {
    const { rows } = await db.execute<{ new: boolean }>(sql`
      select renewed_date > now() - interval '1 minute' as new from live_topic
      where application_sid = ${world.applicationSid.slice(2)}::uuid`)
    return rows[0]?.new
  }
  await subscribed(await connected(world), key.topic)
  await db.execute(sql`update live_topic set renewed_date = now() - interval '6 days'
    where application_sid = ${world.applicationSid.slice(2)}::uuid`)
  expect(await isNew()).toBe(false)
  await batch(db, { registered: insertLiveTopic({ ...key, installSid: null }) })
  expect(await isNew()).toBe(true)
})

test('an erased person is removed from the history of topics, and the offset stays', async () => {
  const world = await makeWorld()
  const client = await connected(world)
  const topics = ['proctoring.user', `installs.${world.installSid}.proctoring.user`]
  const received = await Promise.all(topics.map(topic => subscribed(client, topic)))
  const sid = await world.user({ firstName: 'Secret', lastName: 'Person' })
  const other = await world.user({ firstName: 'Public' })
  await expect.poll(() => received.map(({ all }) => all.length), { timeout: 20_000 }).toEqual([2, 2])
  const erased = await world.admin('DELETE', world.path(`/users/${sid}`))
  expect(erased.status, erased.raw).toBeLessThan(300)
  for (const topic of topics) {
    const historyOf = async () => (await client.history(topic, { limit: 100 })).publications
    await expect
      .poll(async () => (await historyOf())[0]?.data.payload, { timeout: 20_000 })
      .toEqual({ erased: true })
    const publications = await historyOf()
    expect(JSON.stringify(publications)).not.toContain('Secret')
    expect(publications.map(({ offset }) => offset)).toEqual(publications.map((_, at) => at + 1))
    expect(publications[1]?.data.payload).toMatchObject({ sid: other, firstName: 'Public' })
  }
})
