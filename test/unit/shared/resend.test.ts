// Requests to the database are sent again only if it is certain that nothing was committed.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch, connect } from '../../../db/client.ts'
import { runWithDatabaseContext } from '../../../db/context.ts'
import { toProblem } from '../../../src/shared/problems/failure.ts'

type Outcome = Response | Error
const refusal = (code: string) => Response.json({ message: 'refused', code }, { status: 400 })
const result = { command: 'SELECT', rowCount: 0, rows: [], fields: [] }
const success = () => Response.json({ results: [result] })

/** A database that gives these responses in order, the last one repeatedly, and counts its requests. */
function answering(...responses: (() => Outcome)[]) {
  const roundTrips = { count: 0, durationMs: 0 }
  const fetch = () => {
    const response = (responses[roundTrips.count] ?? responses.at(-1))?.()
    return response instanceof Response ? Promise.resolve(response) : Promise.reject(response)
  }
  const db = connect('postgres://a:b@db.localhost/x', { fetch })
  const statement = db.execute(sql`insert into t values (1)`)
  return {
    roundTrips,
    send: () => runWithDatabaseContext({ roundTrips }, () => batch(db, { statement })),
    db,
    statement,
  }
}

test.each([
  ['40001', 'serialization_failure'],
  ['40P01', 'deadlock_detected'],
  ['08001', 'sqlclient_unable_to_establish_sqlconnection'],
  ['08004', 'sqlserver_rejected_establishment_of_sqlconnection'],
  ['53300', 'too_many_connections'],
  ['57P03', 'cannot_connect_now'],
])('%s (%s) committed nothing: it is sent again', async code => {
  const { send, roundTrips } = answering(
    () => refusal(code),
    () => refusal(code),
    success,
  )
  await send()
  expect(roundTrips.count).toBe(3)
})

test.each([
  ['08000', 'connection_exception'],
  ['08006', 'connection_failure'],
  ['08007', 'transaction_resolution_unknown'],
  ['40002', 'transaction_integrity_constraint_violation'],
  ['40003', 'statement_completion_unknown'],
  ['53100', 'disk_full'],
  ['57014', 'query_canceled'],
  ['57P01', 'admin_shutdown'],
  ['57P02', 'crash_shutdown'],
  ['23505', 'unique_violation'],
  ['IV001', 'a refusal of guard()'],
])('%s (%s) is not sent again', async code => {
  const { send, roundTrips } = answering(() => refusal(code), success)
  await expect(send()).rejects.toMatchObject({ code })
  expect(roundTrips.count).toBe(1)
})

test.each<[string, () => Outcome]>([
  [
    'that is lost',
    () => new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }),
  ],
  ['that workerd lost', () => new Error('Network connection lost.')],
  ['that is late', () => new DOMException('late', 'TimeoutError')],
  ['of a proxy', () => new Response('upstream', { status: 502 })],
  ['of a server that went down', () => Response.json({ message: 'lost', code: '40001' }, { status: 503 })],
])('a response %s can follow a commit: it is never sent again', async (_, response) => {
  const { send, roundTrips } = answering(response, success)
  expect(await send().catch(toProblem)).toMatchObject({
    code: 'database_unavailable',
    headers: { 'retry-after': '1' },
  })
  expect(roundTrips.count).toBe(1)
})

test('a refused connection transmitted nothing: it is tried again', async () => {
  const refused = () =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
  const { send, roundTrips } = answering(refused, success)
  await send()
  expect(roundTrips.count).toBe(2)
})

test('after three resends the error is final, and the client may retry', async () => {
  const { send, roundTrips } = answering(() => refusal('40P01'))
  expect(await send().catch(toProblem)).toMatchObject({
    code: 'database_busy',
    headers: { 'retry-after': '1' },
  })
  expect(roundTrips.count).toBe(4)
})

test('a single statement and a batch of lists are sent again in the same way', async () => {
  const alone = answering(() => refusal('40P01'), success)
  await runWithDatabaseContext({ roundTrips: alone.roundTrips }, async () => alone.statement)
  expect(alone.roundTrips.count).toBe(2)
  const named = answering(() => refusal('40001'), success)
  await runWithDatabaseContext({ roundTrips: named.roundTrips }, () =>
    batch(named.db, { list: [named.statement] }),
  )
  expect(named.roundTrips.count).toBe(2)
})
