// GET /metrics: access, format, and the exact increase of each metric.
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { operationIdOf } from '../../../src/shared/http/route.ts'
import { metrics as definitions } from '../../../src/shared/metrics/definitions.ts'
import { scheduledJobs } from '../../../src/shared/metrics/jobs.ts'
import { callerOf } from '../../support/client.ts'
import { addMfa, askedForCode, login, makeOperator, signIn, verifyCode } from '../../support/platform.ts'
import { type Family, parseMetrics, sampleSum } from '../../support/prometheus.ts'
import { everyRoute } from '../../support/routes.ts'
import { changeSealingKey } from '../../support/sealing-probe.ts'
import { refresh } from '../../support/sts.ts'
import { issueToken } from '../../support/tokens.ts'
import { logOf, makeEndpoint, publish, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const token = 'the-token-of-the-metrics'
const system = stackWithSink({ metricsToken: token })

const ask = (headers: Record<string, string>, path = '/metrics') =>
  fetch(new URL(path, system.stack.baseUrl), { headers: { connection: 'close', ...headers } })
const read = async (): Promise<Map<string, Family>> => {
  const response = await ask({ authorization: `Bearer ${token}` })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return parseMetrics(await response.text())
}

type Labels = Record<string, string>

let before: Map<string, Family>
/** The increase of a sample since the start of the test. */
const grown = async (sample: string, labels: Labels = {}) =>
  sampleSum(await read(), sample, labels) - sampleSum(before, sample, labels)

let world: World
beforeAll(async () => {
  world = await makeWorld(system.stack)
})
beforeEach(async () => {
  before = await read()
})

test('without the token it is 401', async () => {
  for (const headers of [{}, { authorization: 'Basic eA==' }, { authorization: 'Bearer wrong' }, { token }]) {
    const response = await ask(headers as Labels)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await response.text()).not.toContain('invigil_')
  }
})

test('the metrics of a single Worker cannot be reached from outside', async () => {
  const response = await ask({ authorization: `Bearer ${token}` }, '/internal/metrics')
  expect(response.status).toBe(404)
})

test('the format is valid, each metric has its type and labels, and every Worker is up', async () => {
  const families = await read()
  for (const { name, type, help, samples } of families.values()) {
    const definition = definitions[name as keyof typeof definitions]
    expect([type, help]).toEqual([definition.type, definition.help])
    for (const { labels } of samples)
      expect(Object.keys(labels).filter(label => label !== 'le')).toEqual([...definition.labels])
  }
  for (const worker of ['edge', 'proctoring', 'sts', 'platform', 'realtime'])
    expect(sampleSum(families, 'invigil_worker_up', { worker })).toBe(1)
})

test('requests are counted by operation and status, with one duration and their round trips each', async () => {
  const { admin, installSid } = world
  const users = `/v1/installs/${installSid}/users`
  const operation = { worker: 'proctoring', operation: 'listUsers' }
  const answers = [await admin('GET', users), await admin('GET', users), await admin('GET', users)]
  answers.push(await callerOf(system.stack)('GET', users), await admin('GET', `${users}?limit=x`))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401, 400])
  expect(await grown('invigil_requests_total', operation)).toBe(5)
  for (const [status, count] of [
    ['200', 3],
    ['400', 1],
    ['401', 1],
  ] as const)
    expect(await grown('invigil_requests_total', { ...operation, status })).toBe(count)
  expect(await grown('invigil_request_duration_seconds_count', operation)).toBe(5)
  const roundTrips = answers.reduce((sum, answer) => sum + answer.roundTrips, 0)
  expect(await grown('invigil_database_round_trips_total', operation)).toBe(roundTrips)
})

test('unknown paths share one series, and the page of metrics counts as a request', async () => {
  for (const path of ['/nothing/a', '/nothing/b', '/v1/nothing/c'])
    expect((await ask({}, path)).status).toBe(404)
  expect(
    await grown('invigil_requests_total', { worker: 'edge', operation: 'unmatched', status: '404' }),
  ).toBe(2)
  expect(await grown('invigil_requests_total', { worker: 'proctoring', operation: 'unmatched' })).toBe(1)
  expect(await grown('invigil_requests_total', { worker: 'edge', operation: '/metrics' })).toBeGreaterThan(0)
})

test('sign-ins are counted by step and result, and a malformed one is not counted', async () => {
  const person = await makeOperator(world)
  const { secret } = await addMfa((await signIn(person)).call)
  before = await read()
  await login(person, { password: 'a wrong password' })
  await login(person, { password: 7 })
  const mfaToken = await askedForCode(person)
  await verifyCode(person, mfaToken, secret.slice(0, 1).repeat(6).replaceAll(/\D/g, '0'))
  const results: [Labels, number][] = [
    [{ step: 'password', result: 'refused' }, 1],
    [{ step: 'password', result: 'accepted' }, 1],
    [{ step: 'mfa', result: 'refused' }, 1],
    [{ step: 'mfa', result: 'accepted' }, 0],
  ]
  for (const [labels, count] of results)
    expect([labels, await grown('invigil_sign_ins_total', labels)]).toEqual([labels, count])
})

test('tokens are counted when they are issued and refreshed', async () => {
  const issued = await issueToken(world, { targetUserSid: await world.user() })
  await refresh(world, await refresh(world, issued))
  await callerOf(system.stack)('POST', `/v1/installs/${world.installSid}/sts/tokens`, { body: {} })
  expect(await grown('invigil_tokens_total', { event: 'issued' })).toBe(1)
  expect(await grown('invigil_tokens_total', { event: 'refreshed' })).toBe(2)
})

test('deliveries are counted by outcome, with the duration of each attempt, and messages when the queue accepts them', async () => {
  await makeEndpoint(world, system.sink.receiver({ status: 500 }, { status: 204 }))
  before = await read()
  await publish(world)
  await settled(world)
  await expect.poll(() => logOf(world)).toHaveLength(2)
  await expect.poll(() => grown('invigil_deliveries_total', { outcome: 'delivered' })).toBe(1)
  expect(await grown('invigil_deliveries_total', { outcome: 'retried' })).toBe(1)
  expect(await grown('invigil_deliveries_total', { outcome: 'dead' })).toBe(0)
  expect(await grown('invigil_delivery_duration_seconds_count')).toBe(2)
  // The publisher notes it when it has stored the publication, which a delivery can precede.
  await expect.poll(() => grown('invigil_outbox_published_total')).toBe(1)
})

test('each scheduled job counts its run, and the outbox is empty afterwards', async () => {
  await system.stack.sweep()
  await system.stack.runScheduled('proctoring')
  for (const job of Object.values(scheduledJobs).flat())
    expect(await grown('invigil_scheduled_runs_total', { job, result: 'succeeded' })).toBe(1)
  expect(await grown('invigil_scheduled_runs_total', { result: 'failed' })).toBe(0)
  expect(sampleSum(await read(), 'invigil_outbox_age_seconds')).toBe(0)
})

/** Inserts an event without the API, so that only the scheduled runs of the test publish it. */
const insertEvent = (type: 'document.updated' | 'socket.message', secondsAgo: number) =>
  system.stack.db.execute(sql`
    insert into event (sid, application_sid, topic, source, type, payload, created_date)
    values (uuid_v7(), ${world.applicationSid.slice(2)}::uuid, 'room.1', 'sdk', ${type}, '{}',
      now() - make_interval(secs => ${secondsAgo}))`)

test('the age of the outbox grows while a delivery waits, and is 0 after it was published', async () => {
  const restore = await changeSealingKey(system.stack)
  await insertEvent('document.updated', 0)
  await system.stack.sweep()
  const waiting = sampleSum(await read(), 'invigil_outbox_age_seconds')
  await restore()
  await system.stack.sweep()
  expect(waiting).toBeGreaterThan(0)
  expect(sampleSum(await read(), 'invigil_outbox_age_seconds')).toBe(0)
  await settled(world)
})

test('the age of live events grows while one waits for its topics, and is 0 after they have it', async () => {
  await insertEvent('socket.message', 5)
  await system.stack.sweep()
  expect(sampleSum(await read(), 'invigil_live_age_seconds')).toBeGreaterThanOrEqual(5)
  await system.stack.sweep()
  expect(sampleSum(await read(), 'invigil_live_age_seconds')).toBe(0)
})

test('labels are names of the code and status codes, and contain no tenant, person or path', async () => {
  await callerOf(system.stack)('GET', `/v1/installs/${world.installSid}/users/secret-name`)
  const operations = new Set([...everyRoute.map(operationIdOf), ...everyRoute.map(({ path }) => path)])
  const jobs = Object.values(scheduledJobs).flat()
  const realtime = ['connection', 'access', 'live-events', 'topic-events', 'wanted-events', 'live-topic']
  const messages = ['relay', 'given-up', 'release', ...jobs, ...realtime, 'unmatched']
  const edgePaths = /^\/(metrics|openapi\.json|embed\/\*|docs.*|console\/\*|\.well-known\/jwks\.json)$/
  for (const { samples } of (await read()).values())
    for (const { labels } of samples) {
      const { operation = 'listUsers', status = '200', ...others } = labels
      const isKnown = operations.has(operation) || messages.includes(operation) || edgePaths.test(operation)
      expect(isKnown, operation).toBe(true)
      expect(status).toMatch(/^[1-5]\d\d$/)
      for (const value of Object.values(others)) expect(value).toMatch(/^([a-z]+|\+Inf|[\d.]+)$/)
    }
})
