import { afterEach, expect, test, vi } from 'vitest'
import { logOf } from '../../../src/shared/logging/log.ts'
import { startRequest } from '../../../src/shared/logging/request-log.ts'
import { logWork } from '../../../src/shared/logging/work-log.ts'

const printed: string[] = []
const print = (line: unknown) => void printed.push(String(line))
vi.spyOn(console, 'log').mockImplementation(print)
vi.spyOn(console, 'error').mockImplementation(print)
afterEach(() => void printed.splice(0))

/** The output of a Worker with this binding for one line of each level. */
function printedAt(level: unknown) {
  const log = logOf('sts', { LOG_LEVEL: level })
  log('info', 'request', {})
  log('error', 'failure', {})
  return printed.map(line => JSON.parse(line).level)
}

test.each([
  ['info', ['info', 'error']],
  ['error', ['error']],
  ['off', []],
  [undefined, ['info', 'error']],
  ['debug', ['info', 'error']],
])('LOG_LEVEL %s prints %j', (level, expected) => {
  expect(printedAt(level)).toEqual(expected)
})

test('without bindings everything is printed, so that their errors are logged, too', () => {
  logOf('sts', undefined)('error', 'request', {})
  expect(printed).toHaveLength(1)
})

test('work has one line with its recorded values, also when it fails', async () => {
  const log = logOf('platform', {})
  expect(await logWork(log, 'minute', async note => note({ released: 1 }))).toBeUndefined()
  const failing = logWork(log, 'minute', note => {
    note({ released: 2 })
    return Promise.reject(new Error('secret in a message'))
  })
  await expect(failing).rejects.toThrow('secret')
  const spent = { durationMs: expect.any(Number), trips: 0, dbMs: 0 }
  const lines = printed.map(line => JSON.parse(line))
  expect(lines).toMatchObject([
    { level: 'info', worker: 'platform', message: 'minute', released: 1, ...spent },
    { level: 'error', message: 'minute', released: 2, code: 'internal', cause: { name: 'Error' }, ...spent },
  ])
  expect(lines[0]).not.toHaveProperty('code')
  expect(printed.join()).not.toContain('secret')
})

test('members are computed only for a line that is written or recorded as a metric', () => {
  const computed: boolean[] = []
  const line = (bindings: object) =>
    logOf('sts', bindings)('info', 'request', isWritten => {
      computed.push(isWritten)
      return { operation: 'a' }
    })
  const METRICS = { writeDataPoint: vi.fn() }
  line({ LOG_LEVEL: 'error' })
  expect(computed).toEqual([])
  line({ LOG_LEVEL: 'error', METRICS })
  line({ LOG_LEVEL: 'info' })
  expect(computed).toEqual([false, true])
  expect(METRICS.writeDataPoint).toHaveBeenCalledOnce()
  expect(printed.map(text => JSON.parse(text))).toMatchObject([{ level: 'info', operation: 'a' }])
})

test('a request whose line is not written makes no random ids, and its metrics are the same', () => {
  const random = vi.spyOn(crypto, 'getRandomValues')
  const METRICS = { writeDataPoint: vi.fn() }
  const request = (LOG_LEVEL: string, traceparent?: string) => {
    const incoming = { requestId: 'r', method: 'POST', traceparent }
    const started = startRequest(logOf('sts', { LOG_LEVEL, METRICS }), incoming)
    started.end({ status: 200, operation: { operation: 'readUser', route: '/v1' } })
    return started
  }
  request('error')
  expect(random).not.toHaveBeenCalled()
  request('info')
  expect(random).toHaveBeenCalledOnce()
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const { databaseContext } = request('error', parent)
  expect(databaseContext.traceparent).toMatch(`00-${'a'.repeat(32)}-`)
  const points = METRICS.writeDataPoint.mock.calls.map(([point]) => [point.indexes, point.blobs])
  expect(points).toEqual([points[0], points[0], points[0]])
  expect(points[0]).toEqual([['sts'], ['sts', 'request', 'readUser', '200', '']])
  random.mockRestore()
})
