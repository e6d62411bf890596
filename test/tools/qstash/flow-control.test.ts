import { expect, test } from 'vitest'
import { gate, makeQstash } from './world.ts'

test('no more attempts of a key are in flight than its parallelism, and other messages do not wait for them', async () => {
  const { client, sink, qstash } = await makeQstash()
  const slow = gate(sink, '/slow')
  const flowControl = { key: 'narrow', parallelism: 3 }
  await client.batch(Array.from({ length: 10 }, () => ({ url: sink.at('/slow'), flowControl })))
  await client.publish({ url: sink.at('/free') })
  await sink.until('/free', 1)
  await sink.until('/slow', 3)
  expect(await client.flowControl.get('narrow')).toEqual({
    ...{ flowControlKey: 'narrow', parallelismMax: 3, parallelismCount: 3, waitListSize: 7 },
    ...{ isPaused: false, isPinnedParallelism: false },
  })
  slow.open()
  await qstash.idle()
  expect([sink.received('/slow').length, slow.most()]).toEqual([10, 3])
  expect(await client.flowControl.get('narrow')).toMatchObject({ parallelismCount: 0, waitListSize: 0 })
})

test('messages that wait for a paused key use up no retries, and are sent when it is resumed', async () => {
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

test('the limit of the newest message applies, unless another one is pinned', async () => {
  const { client, sink } = await makeQstash()
  const publish = (parallelism: number) =>
    client.publish({ url: sink.at('/'), delay: 60, flowControl: { key: 'k', parallelism } })
  const limit = async () => {
    const { parallelismMax, isPinnedParallelism } = await client.flowControl.get('k')
    return [parallelismMax, isPinnedParallelism]
  }
  await publish(1)
  await publish(2)
  expect(await limit()).toEqual([2, false])
  await client.flowControl.pin('k', { parallelism: 7 })
  await publish(3)
  expect(await limit()).toEqual([7, true])
  await client.flowControl.unpin('k', { parallelism: true })
  expect(await limit()).toEqual([7, false])
  await publish(4)
  expect(await limit()).toEqual([4, false])
})

test('a pin applies to messages that already wait', async () => {
  const { client, sink, qstash } = await makeQstash()
  const slow = gate(sink, '/slow')
  const flowControl = { key: 'k', parallelism: 1 }
  await client.batch(Array.from({ length: 5 }, () => ({ url: sink.at('/slow'), flowControl })))
  await sink.until('/slow', 1)
  await client.flowControl.pin('k', { parallelism: 4 })
  await sink.until('/slow', 4)
  slow.open()
  await qstash.idle()
  expect(slow.most()).toBe(4)
})

test('a key that was never used is not found, and a pin or unpin without a limit is refused', async () => {
  const { client, call } = await makeQstash()
  await expect(client.flowControl.get('never')).rejects.toMatchObject({ status: 404 })
  for (const path of ['pin', 'pin?parallelism=0', 'unpin', 'unpin?parallelism=1'])
    expect((await call('POST', `/v2/flowControl/k/${path}`)).status).toBe(400)
})
