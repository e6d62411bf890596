import { expect, test } from 'vitest'
import { gate, makeQstash } from './world.ts'

test('no more are under way with a key than its parallelism, and others do not wait for them', async () => {
  const { client, sink, qstash } = await makeQstash()
  const held = gate(sink, '/slow')
  const flowControl = { key: 'narrow', parallelism: 3 }
  await client.batch(Array.from({ length: 10 }, () => ({ url: sink.at('/slow'), flowControl })))
  await client.publish({ url: sink.at('/free') })
  await sink.until('/free', 1)
  await sink.until('/slow', 3)
  expect(await client.flowControl.get('narrow')).toMatchObject({
    ...{ flowControlKey: 'narrow', parallelismMax: 3, parallelismCount: 3, waitListSize: 7 },
    ...{ rateMax: 0, isPaused: false, isPinnedParallelism: false, isPinnedRate: false },
  })
  expect(await client.flowControl.getGlobalParallelism()).toEqual({
    parallelismMax: 100,
    parallelismCount: 3,
  })
  held.open()
  await qstash.idle()
  expect([sink.received('/slow').length, held.most()]).toEqual([10, 3])
  expect(await client.flowControl.get('narrow')).toMatchObject({ parallelismCount: 0, waitListSize: 0 })
})

test('no more are sent in a period than the rate says, and those that wait burn no retry', async () => {
  const { client, sink, clock, advance, read } = await makeQstash()
  const start = clock.now()
  const flowControl = { key: 'rated', rate: 4, period: '1m' as const }
  await client.batch(Array.from({ length: 10 }, () => ({ url: sink.at('/rated'), flowControl, retries: 0 })))
  await advance(0)
  expect(await client.flowControl.get('rated')).toMatchObject({
    ...{
      rateMax: 4,
      rateCount: 4,
      ratePeriod: 60,
      ratePeriodStart: Math.floor(start / 1000),
      waitListSize: 6,
    },
  })
  await advance(59_999)
  expect(sink.received()).toHaveLength(4)
  await advance(1)
  expect(sink.received()).toHaveLength(8)
  await advance(60_000)
  const attempts = await read<{ at: number; retried: number }[]>('GET', '/__test/attempts')
  const minutes = attempts.map(({ at, retried }) => [(at - start) / 60_000, retried])
  expect(minutes).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2].map(minute => [minute, 0]))
})

test('a retry counts against the rate as any attempt does', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/down', () => ({ status: 500 }))
  const flowControl = { key: 'rated', rate: 1, period: 60 }
  await client.publish({ url: sink.at('/down'), flowControl, retries: 1, retryDelay: '1000' })
  await advance(59_999)
  expect(sink.received()).toHaveLength(1)
  await advance(1)
  expect(sink.received()).toHaveLength(2)
})

test('what waits for a paused key burns no retries, and is sent when it is resumed', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/paused', () => ({ status: 500 }))
  const flowControl = { key: 'breaker', parallelism: 10 }
  await client.publish({ url: sink.at('/paused'), flowControl, retries: 3, retryDelay: '1000' })
  await advance(0)
  await client.flowControl.pause('breaker')
  await client.publish({ url: sink.at('/new'), flowControl })
  await client.publish({ url: sink.at('/other'), flowControl: { key: 'other', parallelism: 1 } })
  await advance(7 * 86_400_000)
  expect(sink.received().map(({ path }) => path)).toEqual(['/paused', '/other'])
  expect(await client.flowControl.get('breaker')).toMatchObject({ isPaused: true, waitListSize: 2 })
  sink.answer('/paused', () => ({ status: 200 }))
  await client.flowControl.resume('breaker')
  await advance(0)
  expect(sink.received('/new')).toHaveLength(1)
  expect(sink.received('/paused').map(({ headers }) => headers['upstash-retried'])).toEqual(['0', '1'])
  expect(await client.flowControl.get('breaker')).toMatchObject({ isPaused: false, waitListSize: 0 })
})

test('the limits of the newest message hold, those that are pinned above them', async () => {
  const { client, sink } = await makeQstash()
  const publish = (limits: { parallelism: number; rate?: number }) =>
    client.publish({ url: sink.at('/'), delay: 60, flowControl: { key: 'k', ...limits } })
  await publish({ parallelism: 1 })
  await publish({ parallelism: 2, rate: 20 })
  expect(await client.flowControl.get('k')).toMatchObject({ parallelismMax: 2, rateMax: 20, ratePeriod: 1 })
  await client.flowControl.pin('k', { parallelism: 7, rate: 70, period: 120 })
  await publish({ parallelism: 3, rate: 30 })
  expect(await client.flowControl.get('k')).toMatchObject({
    ...{ parallelismMax: 7, rateMax: 70, ratePeriod: 120, isPinnedParallelism: true, isPinnedRate: true },
  })
  await client.flowControl.unpin('k', { parallelism: true })
  await publish({ parallelism: 4, rate: 40 })
  expect(await client.flowControl.get('k')).toMatchObject({
    ...{ parallelismMax: 4, rateMax: 70, isPinnedParallelism: false, isPinnedRate: true },
  })
  await client.flowControl.unpin('k', { rate: true })
  await publish({ parallelism: 5, rate: 50 })
  expect(await client.flowControl.get('k')).toMatchObject({ parallelismMax: 5, rateMax: 50 })
})

test('a pin takes effect on those that wait already', async () => {
  const { client, sink, qstash } = await makeQstash()
  const held = gate(sink, '/slow')
  const flowControl = { key: 'k', parallelism: 1 }
  await client.batch(Array.from({ length: 5 }, () => ({ url: sink.at('/slow'), flowControl })))
  await sink.until('/slow', 1)
  await client.flowControl.pin('k', { parallelism: 4 })
  await sink.until('/slow', 4)
  held.open()
  await qstash.idle()
  expect(held.most()).toBe(4)
})

test('a reset of the rate begins a new period at once', async () => {
  const { client, sink, advance } = await makeQstash()
  const flowControl = { key: 'rated', rate: 2, period: '1h' as const }
  await client.batch(Array.from({ length: 5 }, () => ({ url: sink.at('/rated'), flowControl })))
  await advance(60_000)
  expect(sink.received()).toHaveLength(2)
  await client.flowControl.resetRate('rated')
  await advance(0)
  expect(sink.received()).toHaveLength(4)
  await advance(3_599_999)
  expect(sink.received()).toHaveLength(4)
  await advance(1)
  expect(sink.received()).toHaveLength(5)
})

test('a message that is cancelled no longer waits for its key', async () => {
  const { client, sink, advance } = await makeQstash()
  await client.flowControl.pause('k')
  const { messageId } = await client.publish({ url: sink.at('/'), flowControl: { key: 'k', rate: 1 } })
  expect(await client.flowControl.get('k')).toMatchObject({ waitListSize: 1 })
  await client.messages.cancel(messageId)
  expect(await client.flowControl.get('k')).toMatchObject({ waitListSize: 0 })
  await client.flowControl.resume('k')
  await advance(0)
  expect(sink.received()).toEqual([])
})

test('keys are listed and searched; one that nobody used is not found, and what is no deed is refused', async () => {
  const { client, sink, call, read } = await makeQstash()
  for (const key of ['wh_1', 'wh_2', 'other'])
    await client.publish({ url: sink.at('/'), flowControl: { key, parallelism: 1 } })
  const names = async (path: string) =>
    (await read<{ flowControlKey: string }[]>('GET', path)).map(({ flowControlKey }) => flowControlKey)
  expect(await names('/v2/flowControl')).toEqual(['other', 'wh_1', 'wh_2'])
  expect(await names('/v2/flowControl?search=wh_')).toEqual(['wh_1', 'wh_2'])
  await expect(client.flowControl.get('never')).rejects.toMatchObject({ status: 404 })
  expect((await call('POST', '/v2/flowControl/wh_1/explode')).status).toBe(404)
  expect((await call('POST', '/v2/flowControl/wh_1/pin')).status).toBe(400)
})
