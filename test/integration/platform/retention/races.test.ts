// Concurrent runs of retention, and runs beside transactions that lock or change old rows, on a real Postgres.
import { setTimeout as sleep } from 'node:timers/promises'
import { getTableName, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { batch } from '../../../../db/client.ts'
import { deleteOld } from '../../../../src/platform/retention/delete.ts'
import { batchSize } from '../../../../src/platform/retention/find.ts'
import { defaultPeriods, type RuleName } from '../../../../src/platform/retention/rules.ts'
import { resendDelivery } from '../../../../src/platform/webhooks/deliveries/queries.ts'
import { beginRecovery, recoverBatch } from '../../../../src/platform/webhooks/recoveries/sql.ts'
import { dayMs, ruleNames, rules } from '../../../support/retention.ts'
import { openRaces, pausedAt, type Races, runOpen } from '../../../support/retention-races.ts'
import { rounds } from '../../../support/rounds.ts'

const now = new Date('2031-05-04T03:02:01.000Z')
const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs)

let races: Races
let scene: Races['scene']
let applicationSid: Races['scene']['tenant']['application']['sid']
beforeAll(async () => {
  races = await openRaces()
  scene = races.scene
  applicationSid = scene.tenant.application.sid
  await scene.db.execute(sql`
    update webhook_endpoint set events = '{document.updated}', active = true, created_date = '2020-01-01'`)
  // Events that these tests publish have only the deliveries that the tests insert.
  await scene.db.execute(sql`alter table event disable trigger event_insert_fans_out`)
  // The deletion of a file is an event, which would be a new row.
  await scene.db.execute(sql`alter table file disable trigger file_delete_captured`)
}, 120_000)
afterAll(() => races?.close())
afterEach(async () => {
  await races.other.query('rollback')
  await scene.db.execute(sql`update webhook_delivery set status = 'dead', finished_date = '2020-01-01'`)
  const century = new Date(now.getTime() + 36_500 * dayMs)
  for (let gone = 1; gone > 0; gone = total(await run(century)));
})

const run = (at = now) => deleteOld(scene.db, defaultPeriods, at)
const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Creates an old row for each rule. */
async function oldRows(): Promise<Record<RuleName, string>> {
  const made = ruleNames.map(async name => [name, await scene.rowAt[name](daysBefore(500))])
  return Object.fromEntries(await Promise.all(made))
}

const signIns = (at: Date, count: number) =>
  scene.db.execute(sql`insert into sign_in_event (sid, event, created_date)
    select uuidv7(at - clock_timestamp()), 'signed_in', at
    from (select ${at.toISOString()}::timestamptz as at) as given, generate_series(1, ${count})`)

/** Returns which of the created rows are left. */
const leftOf = async (rows: Iterable<string>) => {
  const left = await scene.survivors()
  return [...rows].filter(row => left.has(row))
}

/** Creates a delivery that ended at this time, with its event and attempts. */
async function attempted(status: 'dead' | 'delivered', at: Date, count = 2) {
  const { sid, eventSid } = await scene.aDelivery(status, at)
  const attempts: string[] = []
  while (attempts.length < count) attempts.push(await scene.anAttempt(sid, eventSid, attempts.length + 1))
  return {
    sid,
    eventSid,
    rows: [...attempts, `webhook_delivery ${sid.slice(2)}`, `event ${eventSid.slice(2)}`],
  }
}

describe.each(rounds({ quick: [2], all: [2, 5] }))('%i concurrent runs', many => {
  const runs = () => Array.from({ length: many }, () => run())

  test('all succeed, delete each old row once, and leave other rows', async () => {
    for (let n = 0; n < 5; n += 1) await oldRows()
    await signIns(daysBefore(450), many * batchSize - 100)
    const young = []
    for (const name of ruleNames) young.push(await scene.rowAt[name](daysBefore(rules[name].days - 1)))
    const before = await scene.survivors()

    const results = await pausedAt(races, { table: 'sts_token' }, runs)
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    const counted = results.reduce((sum, one) => sum + (one.status === 'fulfilled' ? total(one.value) : 0), 0)
    expect(before.size - (await scene.survivors()).size).toBe(counted)

    let rest = 0
    for (let gone = 1; gone > 0; rest += gone) gone = total(await run())
    expect(before.size - (await scene.survivors()).size).toBe(counted + rest)
    expect(await leftOf(young)).toEqual(young)
    expect(before.size - counted - rest).toBe((await leftOf(before)).length)
    expect(total(await run(now))).toBe(0)
  })
})

test('a run does not wait for another one, and deletes the rows that the other one has left', async () => {
  const rows = Object.values(await oldRows())
  await signIns(daysBefore(450), batchSize + 9)
  await runOpen(races, now)
  const counts = await run()
  expect(counts).toEqual({ ...Object.fromEntries(ruleNames.map(name => [name, 0])), signInEvents: 10 })
  await races.other.query('commit')
  expect(await leftOf(rows)).toEqual([])
})

describe('a row that another transaction has locked is skipped without waiting, and deleted by a later run', () => {
  test.each(ruleNames)('of the rule %s', async name => {
    const rows = await oldRows()
    await races.other.query(`begin; select from ${getTableName(rules[name].table)} for update`)
    const counts = await run()
    expect(counts[name]).toBe(0)
    expect(await leftOf([rows[name]])).toEqual([rows[name]])
    for (const free of ['signInEvents', 'rateLimitAttempts', 'tokenEvents'] as const)
      expect(counts[free]).toBe(free === name ? 0 : 1)
    await races.other.query('rollback')
    await run()
    expect(await leftOf(Object.values(rows))).toEqual([])
  })

  test('also the attempts of a locked delivery', async () => {
    const kept = [await attempted('dead', daysBefore(91)), await attempted('delivered', daysBefore(31))]
    const rows = kept.flatMap(each => each.rows)
    await races.other.query('begin; select from webhook_delivery for update')
    await run()
    expect(await leftOf(rows)).toEqual(rows)
    await races.other.query('rollback')
    await run()
    expect(await leftOf(rows)).toEqual([])
  })

  test('also the tokens of a locked family', async () => {
    const token = await scene.rowAt.tokens(daysBefore(8))
    await races.other.query('begin; select from sts_family for update')
    await run()
    expect(await leftOf([token])).toEqual([token])
  })
})

describe('a row that is renewed while a run reads it', () => {
  const dead = "= 'dead'"
  test.each([
    { place: { table: 'webhook_attempt', saying: dead }, attempts: 2, granted: 1 },
    { place: { table: 'webhook_delivery', saying: dead }, attempts: 2, granted: 0 },
    { place: { table: 'webhook_attempt', saying: dead }, attempts: 0, granted: 1 },
    { place: { table: 'event' }, attempts: 2, granted: 0 },
  ])(
    'a dead letter with $attempts attempts while the run is at $place.table: $granted is kept completely',
    async ({ place, attempts, granted }) => {
      const { sid, rows } = await attempted('dead', daysBefore(91), attempts)
      const other = await attempted('dead', daysBefore(92))
      // A retry that waits for the run gets its response when the run has ended.
      const retried: Promise<number>[] = []
      const [result] = await pausedAt(
        races,
        place,
        () => [run()],
        async () => {
          retried.push(resendDelivery(scene.db, applicationSid, sid).then(answer => answer.rows.length))
          await (granted === 1 ? retried[0] : sleep(100))
        },
      )
      expect(result?.status).toBe('fulfilled')
      expect(await Promise.all(retried)).toEqual([granted])
      expect(await leftOf(rows)).toEqual(granted === 1 ? rows : [])
      expect(await leftOf(other.rows)).toEqual([])
    },
  )

  test('a rate limit counter is kept', async () => {
    const row = await scene.rowAt.rateLimitAttempts(daysBefore(2))
    const [result] = await pausedAt(
      races,
      { table: 'throttle' },
      () => [run()],
      () => scene.db.execute(sql`update throttle set taken = array[${now.toISOString()}::timestamptz]`),
    )
    expect(result).toMatchObject({ status: 'fulfilled', value: { rateLimitAttempts: 0 } })
    expect(await leftOf([row])).toEqual([row])
  })
})

describe('a recovery', () => {
  const since = new Date('2025-01-01T00:00:00.000Z')
  const webhook = async () => {
    const { rows } = await scene.db.execute<{ sid: string }>(
      sql`select replace(sid::text, '-', '') as sid from webhook_endpoint`,
    )
    return { applicationSid, endpointSid: `WH${rows[0]?.sid}` as const }
  }
  type Named = Awaited<ReturnType<typeof webhook>>
  const recover = (named: Named, from: Date) =>
    batch(scene.db, {
      started: beginRecovery({ ...named, since: from }),
      // Its clock may be behind that of the run.
      recovered: recoverBatch({ ...named, eventDays: defaultPeriods.eventDays + 2 }),
    })

  test('that meets a run waits for it, and sends again what the run has left', async () => {
    const named = await webhook()
    await scene.rowAt.events(daysBefore(31))
    const { rows: expired } = await attempted('dead', daysBefore(91))
    const { sid } = await scene.aDelivery('dead', daysBefore(89))
    await runOpen(races, now)
    const recovering = recover(named, since)
    await sleep(100)
    await races.other.query('commit')
    expect((await recovering).recovered).toEqual([{ scheduled: 1, isFinished: true }])
    const { rows } = await scene.db.execute<{ sid: string }>(
      sql`select sid from webhook_delivery where status = 'pending'`,
    )
    expect(rows.map(row => row.sid.replaceAll('-', ''))).toEqual([sid.slice(2)])
    expect(await leftOf(expired)).toEqual([])
  })

  test('that is granted while a run reads the event fails the run at most, and the next run completes it', async () => {
    const named = await webhook()
    const eventSid = (await scene.rowAt.events(daysBefore(31))).slice('event '.length)
    const rows = Object.values(await oldRows()).filter(row => !row.startsWith('event '))
    const [result] = await pausedAt(
      races,
      { table: 'event' },
      () => [run()],
      () => recover(named, daysBefore(32)),
    )
    expect(result).toMatchObject({ status: 'rejected', reason: { code: '23503' } })
    expect(await leftOf(rows)).toEqual(rows)
    await run()
    expect(await leftOf(rows)).toEqual([])
    expect(await leftOf([`event ${eventSid}`])).toHaveLength(1)
  })
})
