import { expect, test } from 'vitest'
import { serveMetrics, toText } from '../../../src/edge/metrics.ts'
import { blobNames, doubleNames } from '../../../src/shared/metrics/analytics.ts'
import { addJobSeries, scheduledJobs } from '../../../src/shared/metrics/jobs.ts'
import { intoRegistry, recorderOf } from '../../../src/shared/metrics/record.ts'
import { newRegistry } from '../../../src/shared/metrics/registry.ts'
import { metricsResponse } from '../../../src/shared/metrics/serve.ts'
import { parseMetrics, sampleSum } from '../../support/prometheus.ts'

const request = { operation: 'listUsers', status: 200, durationMs: 40, trips: 2, dbMs: 30 }

test('without METRICS_TOKEN and METRICS nothing is recorded', () => {
  for (const bindings of [undefined, {}, { METRICS_TOKEN: '' }, { METRICS: {} }])
    expect(recorderOf('sts', bindings)).toBeUndefined()
})

test('with a dataset of Workers Analytics Engine each line is one data point, without sids', () => {
  const points: unknown[] = []
  const record = recorderOf('sts', { METRICS: { writeDataPoint: (point: unknown) => points.push(point) } })
  record?.('info', 'request', { ...request, installSid: 'AI01', caller: 'token' })
  record?.('info', 'delivery', { outcome: 'retried', durationMs: 9, trips: 3, dbMs: 5, deliverySid: 'WD01' })
  expect(points).toEqual([
    {
      indexes: ['sts'],
      blobs: ['sts', 'request', 'listUsers', '200', ''],
      doubles: [40, 2, 30, 0, 0, 0],
    },
    { indexes: ['sts'], blobs: ['sts', 'delivery', '', '', 'retried'], doubles: [9, 3, 5, 0, 0, 0] },
  ])
  expect([blobNames.length, doubleNames.length]).toEqual([5, 6])
})

test('a duration is counted in its bucket and in every wider one', () => {
  const registry = newRegistry()
  const record = intoRegistry('sts', registry)
  for (const durationMs of [0, 5, 6, 10_000, 10_001]) record('info', 'request', { ...request, durationMs })
  const families = parseMetrics(toText(registry.snapshot()))
  const bucket = (le: string) => sampleSum(families, 'invigil_request_duration_seconds_bucket', { le })
  expect(['0.005', '0.01', '5', '10', '+Inf'].map(bucket)).toEqual([2, 3, 3, 4, 5])
  expect(sampleSum(families, 'invigil_request_duration_seconds_sum')).toBeCloseTo(20.012)
})

test('a failed job, a failed delivery and a failure after a response are counted', () => {
  const registry = newRegistry()
  const record = intoRegistry('platform', registry)
  record('error', 'minute', { trips: 1, dbMs: 1, outboxAgeSeconds: 61 })
  record('info', 'live', { trips: 1, dbMs: 1, liveAgeSeconds: 62 })
  record('error', 'relay', { trips: 1, dbMs: 1 })
  record('error', 'failure', {})
  const families = parseMetrics(toText(registry.snapshot()))
  expect(sampleSum(families, 'invigil_scheduled_runs_total', { job: 'minute', result: 'failed' })).toBe(1)
  expect(sampleSum(families, 'invigil_outbox_age_seconds')).toBe(61)
  expect(sampleSum(families, 'invigil_live_age_seconds')).toBe(62)
  expect(sampleSum(families, 'invigil_deliveries_total', { outcome: 'failed' })).toBe(1)
  expect(sampleSum(families, 'invigil_failures_total', { worker: 'platform' })).toBe(1)
})

test.each([...Object.entries(scheduledJobs), ['sts', []] as const])(
  'the metrics of %s have a series of 0 for each of its jobs before the first run',
  async (worker, jobs) => {
    expect(metricsResponse(worker, {}).status).toBe(404)
    const registry = newRegistry()
    addJobSeries(worker, registry)
    expect(registry.snapshot()).toEqual(
      jobs.flatMap(job =>
        ['succeeded', 'failed'].map(result => ({
          ...{ name: 'invigil_scheduled_runs_total', labels: [job, result], value: 0 },
        })),
      ),
    )
    const served = await metricsResponse(worker, { METRICS_TOKEN: 'the-token' }).json()
    expect(served).toEqual(expect.arrayContaining(registry.snapshot()))
  },
)

test('a Worker that does not respond is down, and the metrics of the others are served', async () => {
  const registry = newRegistry()
  intoRegistry('sts', registry)('info', 'request', request)
  const responding = { fetch: () => Promise.resolve(Response.json(registry.snapshot())) }
  const env = {
    ...{ METRICS_TOKEN: 'the-token', PROCTORING: { fetch: () => Promise.reject(new Error('gone')) } },
    ...{ STS: responding, PLATFORM: { fetch: () => Promise.resolve(new Response(null, { status: 500 })) } },
    REALTIME: { fetch: () => Promise.resolve(Response.json([])) },
  }
  const families = parseMetrics(await (await serveMetrics('Bearer the-token', env)).text())
  const up = (worker: string) => sampleSum(families, 'invigil_worker_up', { worker })
  expect(['edge', 'proctoring', 'sts', 'platform', 'realtime'].map(up)).toEqual([1, 0, 1, 0, 1])
  expect(sampleSum(families, 'invigil_requests_total', { worker: 'sts' })).toBe(1)
})

test('without a configured token, the page does not exist', async () => {
  const service = { fetch: () => expect.fail('A Worker is read.') }
  const env = { PROCTORING: service, STS: service, PLATFORM: service, REALTIME: service }
  for (const token of [{}, { METRICS_TOKEN: '' }])
    await expect(serveMetrics('Bearer ', { ...env, ...token })).rejects.toMatchObject({ code: 'not_found' })
})

test('the text of a label is escaped', () => {
  const text = toText([{ name: 'invigil_tokens_total', labels: ['a"b\\c\nd'], value: 1 }])
  expect(text).toContain(String.raw`invigil_tokens_total{event="a\"b\\c\nd"} 1`)
  expect([...parseMetrics(text).values()][0]?.samples[0]?.labels).toEqual({ event: 'a"b\\c\nd' })
})

test.each([
  ['a sample of another metric', '# HELP a b\n# TYPE a counter\nc 1\n'],
  ['a second group', '# HELP a b\n# TYPE a counter\na 1\n# HELP a b\n# TYPE a counter\na 2\n'],
  ['a series twice', '# HELP a b\n# TYPE a counter\na 1\na 2\n'],
  ['a line without its end', '# HELP a b\n# TYPE a counter\na 1'],
  ['an unquoted label', '# HELP a b\n# TYPE a counter\na{b=c} 1\n'],
  ['no value', '# HELP a b\n# TYPE a counter\na NaNx\n'],
])('the parser of the tests refuses %s', (_, text) => {
  expect(() => parseMetrics(text)).toThrow()
})
