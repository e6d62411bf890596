import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { startSink } from './sink.ts'
import { makeQstash, type QstashWorld } from './world.ts'

/** The ms between the attempts on a path, by the clock of the server. */
async function gaps({ read }: QstashWorld): Promise<number[]> {
  const attempts = await read<{ at: number }[]>('GET', '/__test/attempts')
  const times = attempts.map(({ at }) => at)
  return times.slice(1).map((time, at) => time - (times[at] ?? 0))
}

const day = 86_400_000

test('five retries by default come 12, 148, 1808, 22026 and 86400 seconds apart, then the message fails', async () => {
  const world = await makeQstash()
  world.sink.answer('/down', () => ({ status: 503 }))
  await world.client.publish({ url: world.sink.at('/down'), retries: 5 })
  await world.advance(30 * day)
  expect(await gaps(world)).toEqual([12_000, 148_000, 1_808_000, 22_026_000, 86_400_000])
  expect(world.sink.received().map(({ headers }) => headers['upstash-retried'])).toEqual([...'012345'])
})

test('by default there are three retries', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/down', () => ({ status: 500 }))
  await client.publish({ url: sink.at('/down') })
  await advance(30 * day)
  expect(sink.received()).toHaveLength(4)
})

test('a message that is delivered is not sent again', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/second', (_, count) => ({ status: count === 1 ? 500 : 204 }))
  await client.publish({ url: sink.at('/second'), retries: 5 })
  await advance(30 * day)
  expect(sink.received()).toHaveLength(2)
})

test('the retry delay is an expression in ms, in which `retried` is 0 for the first retry', async () => {
  const world = await makeQstash()
  world.sink.answer('/own', () => ({ status: 500 }))
  await world.client.publish({
    url: world.sink.at('/own'),
    retries: 3,
    retryDelay: 'pow(2, retried) * 1007',
  })
  await world.advance(day)
  expect(await gaps(world)).toEqual([1007, 2014, 4028])
})

test.each(['pow(10, 400)', 'pow(10, 400) * 0'])(
  'a retry delay that is not a finite number, %s, is replaced by the default',
  async retryDelay => {
    const world = await makeQstash()
    world.sink.answer('/none', () => ({ status: 500 }))
    await world.client.publish({ url: world.sink.at('/none'), retries: 1, retryDelay })
    await world.advance(day)
    expect(await gaps(world)).toEqual([12_000])
  },
)

test.each([
  [{ 'Retry-After': '120' }, 120_000],
  [{ 'Retry-After': '0' }, 0],
  [{ 'Retry-After': '250ms' }, 250],
  [{ 'Retry-After': '86400' }, day],
  [{ 'Retry-After': '86401' }, 5000],
  [{ 'Retry-After': 'soon' }, 5000],
])('a response with %o is retried after %i ms', async (headers, ms) => {
  const world = await makeQstash()
  world.sink.answer('/after', () => ({ status: 429, headers }))
  await world.client.publish({ url: world.sink.at('/after'), retries: 1, retryDelay: '5000' })
  await world.advance(2 * day)
  expect(await gaps(world)).toEqual([ms])
})

test('489 with Upstash-NonRetryable-Error is not retried, but has its failure callback', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/final', () => ({ status: 489, headers: { 'Upstash-NonRetryable-Error': 'true' } }))
  sink.answer('/bare', () => ({ status: 489 }))
  sink.answer('/other', () => ({ status: 500, headers: { 'Upstash-NonRetryable-Error': 'true' } }))
  for (const path of ['/final', '/bare', '/other'])
    await client.publish({ url: sink.at(path), retries: 1, failureCallback: sink.at('/failed') })
  await advance(day)
  const counts = ['/final', '/bare', '/other'].map(path => sink.received(path).length)
  expect(counts).toEqual([1, 2, 2])
  expect(sink.received('/failed')).toHaveLength(3)
})

test('a response that does not arrive in time is a failure', async () => {
  const { client, sink, qstash } = await makeQstash()
  sink.answer('/hang', () => ({ hang: true }))
  const failureCallback = sink.at('/failed')
  const start = performance.now()
  await client.publish({ url: sink.at('/hang'), retries: 0, timeout: 1, failureCallback })
  await sink.until('/hang', 1)
  await qstash.idle()
  expect(performance.now() - start).toBeGreaterThan(990)
  const [callback] = await sink.until('/failed', 1)
  const { body } = JSON.parse(callback?.body.toString() ?? '')
  expect(atob(body)).toContain('1000 ms')
})

test('a destination that refuses connections gets a retry', async () => {
  const world = await makeQstash()
  const gone = await startSink()
  await gone.close()
  await world.client.publish({ url: gone.at('/gone'), retries: 1, retryDelay: '10' })
  await world.advance(10)
  expect(await gaps(world)).toEqual([10])
})

test('a redirect is not followed: it is a response other than success', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/moved', () => ({ status: 302, headers: { Location: sink.at('/elsewhere') } }))
  await client.publish({ url: sink.at('/moved'), retries: 0, failureCallback: sink.at('/failed') })
  await advance(0)
  expect(sink.received('/elsewhere')).toEqual([])
  const [callback] = await sink.until('/failed', 1)
  expect(JSON.parse(callback?.body.toString() ?? '')).toMatchObject({ status: 302 })
})

test('a persistent connection that the destination resets uses up no retry', async () => {
  const world = await makeQstash()
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    if (requests === 2) request.socket.resetAndDestroy()
    else response.end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  for (const body of ['first', 'second']) {
    await world.client.publish({ url, body, retries: 0, failureCallback: world.sink.at('/failed') })
    await world.qstash.idle()
  }
  server.close()
  expect(requests).toBe(3)
  await world.advance(0)
  expect(world.sink.received('/failed')).toEqual([])
})
