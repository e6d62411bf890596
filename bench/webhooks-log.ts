// Measures the pages of a long delivery log, on a real Postgres.

import { type SQL, sql } from 'drizzle-orm'
import { batch, type Database } from '../db/client.ts'
import { eventTypes } from '../db/schema/webhook.ts'
import { sidFromUuid } from '../db/sid.ts'
import { startRunning } from '../test/support/running.ts'
import { percentile } from './latency.ts'

const endpoints = 10
const chunk = 50_000
const warmUps = 20
const requests = 300

type Row = { event: string; success: boolean }

/** Returns the id of row `n`: a hex number that sorts by n, as real sids sort by time. */
const idOf = (n: SQL): SQL => sql`lpad(to_hex(${n}), 32, '0')::uuid`
const sidOf = (n: number) => sidFromUuid('WT', n.toString(16).padStart(32, '0'))

/**
 * Prints the latency of log pages, one request at a time.
 * @param attempts the number of rows: each event was sent to ten endpoints, and one attempt in 53 failed
 * @returns the maximum p99, in ms
 */
export async function measureLog(directory: string, attempts: number): Promise<number> {
  const { system, stack, stop } = await startRunning(directory)
  try {
    console.log(`Writing ${attempts} attempts to a Postgres ...`)
    await fill(stack.db, system.demo['applicationId'] ?? '', attempts)
    const deep = `before=${sidOf(Math.ceil(attempts / 20))}`
    const failed = (row: Row) => !row.success
    const ofType = (row: Row) => row.event === 'presence.updated'
    const pages = [
      { page: 'first', query: '' },
      { page: 'after 95 in 100', query: deep },
      { page: 'of an event type', query: 'event=presence.updated', matches: ofType },
      { page: 'failed', query: 'success=false', matches: failed },
      { page: 'failed, after 95 in 100', query: `success=false&${deep}`, matches: failed },
      {
        page: 'failed, of an event type',
        query: 'success=false&event=presence.updated',
        matches: (row: Row) => failed(row) && ofType(row),
      },
    ]
    const rows = []
    for (const { page, query, matches = () => true } of pages)
      rows.push({ page, ...(await measurePage(system, query, matches)) })
    console.table(rows)
    return Math.max(...rows.map(row => row['p99 ms']))
  } finally {
    await stop()
  }
}

async function measurePage(
  { baseUrl, demo }: { baseUrl: string; demo: Record<string, string> },
  query: string,
  matches: (row: Row) => boolean,
) {
  const headers = { token: demo['apiCredential'] ?? '' }
  const times: number[] = []
  for (let index = 0; index < warmUps + requests; index += 1) {
    const startedAt = performance.now()
    const response = await fetch(`${baseUrl}/api/webhooks/logs?${query}`, { headers })
    const text = await response.text()
    if (index >= warmUps) times.push(performance.now() - startedAt)
    const rows: Row[] = JSON.parse(text)
    if (response.status !== 200 || rows.length === 0 || !rows.every(matches))
      throw new Error(`The page of "${query}" is not correct: ${text.slice(0, 500)}`)
  }
  return { 'p50 ms': inTenths(percentile(times, 50)), 'p99 ms': inTenths(percentile(times, 99)) }
}

const inTenths = (ms: number): number => Math.round(ms * 10) / 10

/** Writes the rows without their triggers, so that no event is delivered. */
async function fill(db: Database, application: string, attempts: number): Promise<void> {
  const owner = sql`${application.slice(2)}::uuid`
  const writing = (into: SQL, from: number, to: number) => ({
    set: db.execute(sql`set local session_replication_role = replica`),
    inserted: db.execute(sql`insert into ${into} from generate_series(${from}::bigint, ${to}::bigint) n`),
  })
  const write = async (into: SQL, count: number) => {
    for (let from = 0; from < count; from += chunk)
      await batch(db, writing(into, from, Math.min(from + chunk, count) - 1))
  }
  const at = (n: SQL) => sql`now() - interval '30 days' * (1 - ${n} / ${attempts}::float8)`
  const type = (n: SQL) =>
    sql`(array[${sql.join(
      eventTypes.map(name => sql`${name}::text`),
      sql`, `,
    )}])[1 + ${n} % ${eventTypes.length}::bigint]`
  const [n, endpoint, eventOf] = [sql`n`, sql`n % ${endpoints}::bigint`, sql`n / ${endpoints}::bigint`]

  await write(
    sql`webhook_endpoint (sid, application_sid, url, secret, events, active)
      select ${idOf(n)}, ${owner}, 'https://lms.example.com/webhooks', '', '{}', false`,
    endpoints,
  )
  await write(
    sql`event (sid, application_sid, topic, source, type, payload, created_date)
      select ${idOf(n)}, ${owner}, 'courses.syllabus', 'sdk', ${type(n)},
        jsonb_build_object('documentId', n, 'title', repeat('Syllabus ', 20)), ${at(sql`n * ${endpoints}`)}`,
    attempts / endpoints,
  )
  await write(
    sql`webhook_delivery (sid, application_sid, event_sid, endpoint_sid, status, attempts, created_date, finished_date)
      select ${idOf(n)}, ${owner}, ${idOf(eventOf)}, ${idOf(endpoint)}, 'delivered', 1, ${at(n)}, ${at(n)}`,
    attempts,
  )
  await write(
    sql`webhook_attempt (sid, application_sid, delivery_sid, endpoint_sid, event_sid, event_type, number, url, success,
        status_code, duration_ms, request, response, created_date)
      select ${idOf(n)}, ${owner}, ${idOf(n)}, ${idOf(endpoint)}, ${idOf(eventOf)}, ${type(eventOf)}, 1,
        'https://lms.example.com/webhooks', n % 53 <> 0, case when n % 53 = 0 then 500 else 200 end, 40,
        jsonb_build_object('headers', jsonb_build_object('X-Webhook-Signature', repeat('0123456789abcdef', 5)),
          'body', repeat('Syllabus ', 50), 'truncated', false),
        jsonb_build_object('headers', '{}'::jsonb, 'body', 'ok', 'truncated', false), ${at(n)}`,
    attempts,
  )
  await db.execute(sql`analyze event, webhook_delivery, webhook_attempt`)
}
