// Writers that run beside the retention of each minute: the whole system on a real Postgres.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteOld } from '../../../../src/platform/retention/delete.ts'
import { defaultPeriods } from '../../../../src/platform/retention/rules.ts'
import { makeOperator, signIn } from '../../../support/platform.ts'
import { rounds } from '../../../support/rounds.ts'
import { chainFrom } from '../../../support/sts.ts'
import { tablesWith } from '../../../support/tables.ts'
import { issueApiToken } from '../../../support/tokens.ts'
import {
  deadLettersOf,
  type Endpoint,
  eventIds,
  logOf,
  makeEndpoint,
  publish,
  settled,
  stackWithSink,
} from '../../../support/webhooks.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

const system = stackWithSink({ database: { kind: 'postgres' } }, 120_000)

const uuidOf = (sid: string) => sql`${sid.slice(2)}::uuid`

type Old = { count: number; days: number; text?: string; userSid?: string }

/** Events of this number of days ago, each with a delivery to the endpoint that was given up after one attempt. */
async function oldDeadLetters(
  { applicationSid }: World,
  { id }: Endpoint,
  { count, days, text = 'Ada', userSid }: Old,
): Promise<void> {
  const age = sql`make_interval(days => ${days}::integer)`
  const at = sql`now() - ${age}`
  const payload = sql`${JSON.stringify({ name: text })}::jsonb`
  await system.stack.db.execute(
    sql`update webhook_endpoint set created_date = '2020-01-01' where sid = ${uuidOf(id)}`,
  )
  await system.stack.db.execute(sql`
    with inserted as (
      insert into event (sid, application_sid, topic, source, type, payload, user_sid, created_date)
      select uuidv7(- ${age}), ${uuidOf(applicationSid)}, 'invigil.old', 'sdk', 'document.updated', ${payload},
        ${userSid === undefined ? null : uuidOf(userSid)}, ${at}
      from generate_series(1, ${count}) returning sid, application_sid),
    given as (
      insert into webhook_delivery
        (sid, application_sid, event_sid, endpoint_sid, status, attempts, created_date, finished_date)
      select uuidv7(), application_sid, sid, ${uuidOf(id)}, 'dead', 1, ${at}, ${at} from inserted
      returning sid, application_sid, event_sid, endpoint_sid)
    insert into webhook_attempt (sid, application_sid, delivery_sid, endpoint_sid, event_sid, event_type, number, url,
      success, duration_ms, request, created_date)
    select uuidv7(), application_sid, sid, endpoint_sid, event_sid, 'document.updated', 1, '', false, 1,
      jsonb_build_object('headers', '{}'::jsonb, 'body', ${text}::text, 'truncated', false), ${at} from given`)
  // An event of this topic has had the delivery above; from now on anybody can recover it.
  await system.stack.db.execute(sql`update event set topic = 'a' where topic = 'invigil.old'`)
}

const run = () => deleteOld(system.stack.db, defaultPeriods, new Date())

test('events are delivered, tokens refreshed and people signed in while old rows are deleted', async () => {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver())
  const old = await makeEndpoint(world, system.sink.receiver(), { filter: { name: 'Ada' } })
  const root = await issueApiToken(world, allow(['sp:*'], [`installs/${world.installSid}/*`]))
  const person = await makeOperator(world)
  await oldDeadLetters(world, old, { count: 6000, days: 95 })
  await system.stack.db.execute(sql`insert into throttle (key, taken)
    select sha256(n::text::bytea), array[now() - interval '2 days'] from generate_series(1, 6000) n`)

  let isDone = false
  const publishing = async () => {
    const ids: string[] = []
    while (ids.length < 25) ids.push(await publish(world, { n: ids.length }))
    return ids
  }
  const signingIn = async () => {
    for (let n = 0; n < 5; n += 1) await signIn(person)
  }
  const writing = Promise.all([publishing(), publishing(), chainFrom(world, root, 15), signingIn()])
  const running = async () => {
    let runs = 0
    while (!isDone && runs < 500) {
      await run()
      runs += 1
    }
    return runs
  }
  const runs = Promise.all([running(), running()])
  const [first, second] = await writing.finally(() => {
    isDone = true
  })
  for (const count of await runs) expect(count).toBeGreaterThan(3)
  await settled(world)
  expect(eventIds(endpoint.receiver).toSorted()).toEqual([...first, ...second].toSorted())
  expect(await deadLettersOf(world)).toEqual([])
  expect(old.receiver.received).toEqual([])
})

async function wholeOrGone(world: World, at: string): Promise<void> {
  const answer = await world.admin('GET', at)
  expect([200, 404]).toContain(answer.status)
  if (answer.status === 404) return
  expect(answer.body).toMatchObject({ status: 'delivered', attempts: 2 })
  expect(answer.list('log').map(({ attempts }) => attempts)).toEqual([1, 2])
}

test('dead letters that are retried and recovered as they expire are either sent once or deleted completely', async () => {
  for (let round = 0; round < rounds({ quick: 1, all: 5 }); round += 1) {
    const world = await makeWorld(system.stack)
    const endpoint = await makeEndpoint(world, system.sink.receiver(), { filter: { name: 'Ada' } })
    await oldDeadLetters(world, endpoint, { count: 12, days: 95 })
    const letters = (await deadLettersOf(world)).map(({ id }) => `/api/webhooks/deliveries/${id}`)
    expect(letters).toHaveLength(12)
    const retry = (at: string) => world.admin('POST', `${at}/retry`)
    const recover = () =>
      world.admin('POST', `${endpoint.at}/recover`, { body: { since: '2020-01-01T00:00:00Z' } })
    const [retried, recovered, runs] = await Promise.all([
      Promise.all(letters.slice(0, 6).map(retry)),
      Promise.all(round % 2 === 0 ? [recover(), recover()] : []),
      Promise.allSettled([run(), run(), run()]),
    ])
    for (const { status, raw } of retried) expect([202, 404, 409], raw).toContain(status)
    for (const { status, raw } of recovered) expect(status, raw).toBe(202)
    for (const one of runs) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: '23503' })

    await run()
    await settled(world)
    for (const at of letters) await wholeOrGone(world, at)
    const sent = eventIds(endpoint.receiver)
    expect(new Set(sent).size).toBe(sent.length)
    expect(
      (await logOf(world)).filter(({ deliveryId }) => !letters.some(at => at.endsWith(String(deliveryId)))),
    ).toEqual([])
  }
})

test('a person is erased while old events of the person are deleted: no personal data is left, and recent events are kept', async () => {
  for (let round = 0; round < rounds({ quick: 1, all: 4 }); round += 1) {
    const world = await makeWorld(system.stack)
    const endpoint = await makeEndpoint(world, system.sink.receiver())
    const text = `goneinround${round}x`
    const userSid = await world.user({ firstName: text, lastName: text })
    await oldDeadLetters(world, endpoint, { count: 300, days: 95, text, userSid })
    await oldDeadLetters(world, endpoint, { count: 10, days: 20, text, userSid })
    const [erased, again] = await Promise.all([
      world.admin('DELETE', world.path(`/users/${userSid}`)),
      world.admin('DELETE', world.path(`/users/${userSid}`)),
      run(),
      run(),
      run(),
    ])
    expect([erased.status, again.status]).toEqual([200, 200])
    expect(await tablesWith(world, text)).toEqual([])
    await run()
    const letters = await deadLettersOf(world)
    expect(letters).toHaveLength(10)
  }
})
