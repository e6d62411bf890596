// Which rows are deleted and which are kept, with a clock that the test moves.
import { getTableName, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { message } from '../../../../db/schema/message.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { deleteBacklog, deleteOld } from '../../../../src/platform/retention/delete.ts'
import { batchSize } from '../../../../src/platform/retention/find.ts'
import { defaultPeriods, type RuleName } from '../../../../src/platform/retention/rules.ts'
import { limits } from '../../../../src/platform/throttle/limits.ts'
import { migratedDatabase } from '../../../support/postgres.ts'
import { dayMs, deleteAllOld, openScene, ruleNames, rules, type Scene } from '../../../support/retention.ts'
import { contentsOf } from '../../../support/tables.ts'

const now = new Date('2031-05-04T03:02:01.000Z')
const daysBefore = (days: number, ms = 0) => new Date(now.getTime() - days * dayMs + ms)

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ kind: 'server', url: await migratedDatabase() })
})
afterAll(() => scene?.close())
afterEach(() => deleteAllOld(scene.db, new Date(now.getTime() + 36_500 * dayMs)))

const run = (at = now, periods = defaultPeriods) => deleteOld(scene.db, periods, at)
const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

test.each(
  ruleNames.map(
    name => [`${rules[name].rows}: ${rules[name].days} days after ${rules[name].after}`, name] as const,
  ),
)('%s, to the millisecond', async (_, name) => {
  const { days } = rules[name]
  const at = await scene.rowAt[name](daysBefore(days))
  const inside = await scene.rowAt[name](daysBefore(days, 1))
  const outside = await scene.rowAt[name](daysBefore(days, -1))
  const counts = await run()
  expect(counts[name]).toBe(1)
  const left = await scene.survivors()
  expect([at, inside, outside].map(row => left.has(row))).toEqual([true, true, false])
})

test('an operator can set other periods for events, dead letters, audits and files', async () => {
  const chosen = { eventDays: 2, deadLetterDays: 3, auditDays: 4, fileDays: 5 }
  const days: Partial<Record<RuleName, number>> = {
    ...{
      attempts: 2,
      deliveries: 2,
      events: 2,
      deadAttempts: 3,
      deadLetters: 3,
      tokenEvents: 4,
      signInEvents: 4,
      auditEvents: 4,
      sessionFiles: 5,
      messages: 4,
      webhookRetries: 3,
      webhookNotices: 3,
    },
  }
  const rows = []
  for (const name of ruleNames)
    for (const ms of [1, -1])
      rows.push(await scene.rowAt[name](daysBefore(days[name] ?? rules[name].days, ms)))
  await run(now, chosen)
  const left = await scene.survivors()
  expect(rows.map(row => left.has(row))).toEqual(rows.map((_, at) => at % 2 === 0))
})

describe('rows that are still needed are kept, however old they are', () => {
  test('tokens of a live family, including those replaced long ago', async () => {
    const family = await scene.family(new Date(now.getTime() + 1000))
    const chain = [
      await scene.token(family, 0, daysBefore(300)),
      await scene.token(family, 1, daysBefore(200)),
      await scene.token(family, 2, new Date(now.getTime() + 1000)),
    ]
    await run()
    const left = await scene.survivors()
    expect(chain.filter(row => !left.has(row))).toEqual([])
    expect(left).toContain(`sts_family ${family.slice(2)}`)
  })

  test('a pending delivery, with its attempts and its event', async () => {
    const { sid, eventSid } = await scene.aDelivery('pending', daysBefore(1000))
    const attempt = await scene.anAttempt(sid, eventSid)
    await run()
    const left = await scene.survivors()
    for (const row of [attempt, `webhook_delivery ${sid.slice(2)}`, `event ${eventSid.slice(2)}`])
      expect(left).toContain(row)
  })

  test('a dead letter, with its attempts and its event, as long as it can be sent again', async () => {
    const { sid, eventSid } = await scene.aDelivery('dead', daysBefore(89))
    const attempt = await scene.anAttempt(sid, eventSid)
    const rows = [attempt, `webhook_delivery ${sid.slice(2)}`, `event ${eventSid.slice(2)}`]
    await run()
    const left = await scene.survivors()
    expect(rows.filter(row => !left.has(row))).toEqual([])
    await run(new Date(now.getTime() + 2 * dayMs))
    const later = await scene.survivors()
    expect(rows.filter(row => later.has(row))).toEqual([])
  })

  test('a file of a session that is not closed, until it is closed', async () => {
    const row = await scene.rowAt.sessionFiles(daysBefore(1000))
    const isKept = async (status: 'Scheduled' | 'Processing' | 'Incident' | 'Closed') => {
      await scene.db.update(examSession).set({ status }) // the database has one session
      await run()
      return (await scene.survivors()).has(row)
    }
    for (const status of ['Scheduled', 'Processing', 'Incident'] as const)
      expect(await isKept(status), status).toBe(true)
    expect(await isKept('Closed')).toBe(false)
  })

  test('a calendar entry of a session that can get another one, so that its sequence rises', async () => {
    const row = await scene.rowAt.messages(daysBefore(1000))
    const isKept = async (set: Partial<typeof examSession.$inferInsert>) => {
      await scene.db.update(examSession).set(set) // the database has one session
      await run()
      return (await scene.survivors()).has(row)
    }
    await scene.db.update(message).set({ calendar: 'request', sequence: 3 })
    for (const status of ['Scheduled', 'Needs Proctor', 'Pending Approval'] as const)
      expect(await isKept({ status }), status).toBe(true)
    expect(await isKept({ status: 'Closed' })).toBe(false)
  })

  test('a rate limit counter, longer than the longest window', () => {
    const longest = Math.max(...Object.values(limits).map(({ seconds }) => seconds))
    expect(rules.rateLimitAttempts.days * dayMs).toBeGreaterThan(longest * 1000)
  })

  test('every row of every table without a rule', async () => {
    // `contentsOf` leaves the counts of requests out.
    const counted = ruleNames.filter(name => name !== 'requestCounts')
    const named = new Set(counted.map(name => `public.${getTableName(rules[name].table)}`))
    const others = async () =>
      Object.entries(await contentsOf(scene.db)).filter(([table]) => !named.has(table))
    const before = await others()
    expect(before.map(([table]) => table)).toContain('public.exam_session')
    expect(before).toHaveLength(Object.keys(await contentsOf(scene.db)).length - named.size)
    await run(new Date(now.getTime() + 36_500 * dayMs))
    expect(await others()).toEqual(before)
  })
})

/** Adds sign-ins of one moment to the audit. */
const signIns = (at: Date, count: number) =>
  scene.db.execute(sql`insert into sign_in_event (sid, event, created_date)
    select uuidv7(at - clock_timestamp()), 'signed_in', at
    from (select ${at.toISOString()}::timestamptz as at) as given, generate_series(1, ${count})`)

describe('a run is bounded', () => {
  test('to one round trip, and to a number of rows per rule', async () => {
    await signIns(daysBefore(500), 2 * batchSize + 500)
    const deleted: number[] = []
    for (let runs = 0; runs < 4; runs++) {
      const before = scene.roundTrips()
      deleted.push((await run()).signInEvents)
      expect(scene.roundTrips() - before).toBe(1)
    }
    expect(deleted).toEqual([batchSize, batchSize, 500, 0])
  })

  test('and the scheduled job repeats it until less than a full batch is left, or its time is over', async () => {
    await signIns(daysBefore(500), 4 * batchSize + 500)
    const before = scene.roundTrips()
    expect((await deleteBacklog(scene.db, defaultPeriods, now, 0)).signInEvents).toBe(batchSize)
    expect(scene.roundTrips() - before).toBe(1)
    expect((await deleteBacklog(scene.db, defaultPeriods, now)).signInEvents).toBe(3 * batchSize + 500)
    expect(scene.roundTrips() - before).toBe(5)
  })

  test('and deletes the oldest first', async () => {
    const newer = await scene.rowAt.signInEvents(daysBefore(500))
    const oldest = await scene.rowAt.signInEvents(daysBefore(502))
    await signIns(daysBefore(501), batchSize - 1)
    await run()
    const left = await scene.survivors()
    expect([oldest, newer].map(row => left.has(row))).toEqual([false, true])
  })

  test('also for a family with more tokens, which is deleted with the last of them', async () => {
    const family = await scene.family(daysBefore(8))
    await scene.db.execute(sql`
      insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
      select uuidv7(), ${family.slice(2)}::uuid, n, sha256(n::text::bytea), now()
      from generate_series(1, ${batchSize + 1}) n`)
    expect(await run()).toMatchObject({ tokens: batchSize, families: 0 })
    expect(await run()).toMatchObject({ tokens: 1, families: 1 })
  })

  test('and deletes a delivery and its event with their last attempt', async () => {
    const { sid, eventSid } = await scene.aDelivery('delivered', daysBefore(31))
    for (const number of [1, 2, 3]) await scene.anAttempt(sid, eventSid, number)
    expect(await run()).toMatchObject({ attempts: 3, deliveries: 1, events: 1 })
  })

  test('and finds a deletable event behind any number of older events that must stay', async () => {
    await scene.db.execute(sql`
      with inserted as (
        insert into event (sid, application_sid, topic, source, type, payload, created_date)
        select uuidv7(at - clock_timestamp()), ${scene.tenant.application.sid.slice(2)}::uuid,
          'a', 'sdk', 'document.updated', '{}', at
        from generate_series(1, ${2 * batchSize}) n,
          lateral (select ${daysBefore(80).toISOString()}::timestamptz + n * interval '34 minutes') as given (at)
        returning sid, application_sid, created_date)
      insert into webhook_delivery (sid, application_sid, event_sid, endpoint_sid, status, finished_date)
      select uuidv7(), t.application_sid, t.sid, w.sid, 'dead', t.created_date from inserted t, webhook_endpoint w`)
    const event = await scene.rowAt.events(daysBefore(31))
    const counts: number[] = []
    while (total(counts) === 0 && counts.length < 100) counts.push((await run()).events)
    expect(total(counts)).toBe(1)
    expect(await scene.survivors()).not.toContain(event)
  })
})
