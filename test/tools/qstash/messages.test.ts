import { expect, test } from 'vitest'
import { makeQstash } from './world.ts'

test('a message that waits is shown with all that was said, and is gone when it is delivered', async () => {
  const { client, sink, clock, advance } = await makeQstash()
  const now = clock.now()
  const { messageId } = await client.publishJSON({
    ...{ url: sink.at('/shown'), method: 'PUT', body: { a: 1 }, headers: { 'x-y': 'z' }, delay: 60 },
    ...{ retries: 4, retryDelay: '1000', callback: sink.at('/told'), failureCallback: sink.at('/failed') },
    ...{ label: ['a', 'b'], flowControl: { key: 'k', parallelism: 2, rate: 5, period: '1m' } },
  })
  expect(await client.messages.get(messageId)).toMatchObject({
    ...{ messageId, url: sink.at('/shown'), method: 'PUT', body: '{"a":1}' },
    header: { 'Content-Type': ['application/json'], 'X-Y': ['z'] },
    ...{ maxRetries: 4, retryDelayExpression: '1000', createdAt: now, notBefore: now + 60_000 },
    ...{ callback: sink.at('/told'), failureCallback: sink.at('/failed'), label: 'a', labels: ['a', 'b'] },
    ...{ flowControlKey: 'k', parallelism: 2, rate: 5, period: 60, callerIP: '127.0.0.1' },
  })
  await advance(60_000)
  expect(sink.received('/shown')).toHaveLength(1)
  await expect(client.messages.get(messageId)).rejects.toMatchObject({ status: 404 })
})

test('a message that is cancelled is not sent', async () => {
  const { client, sink, advance } = await makeQstash()
  const { messageId } = await client.publish({ url: sink.at('/cancelled'), delay: 60 })
  expect(await client.messages.cancel(messageId)).toEqual({ cancelled: 1 })
  await advance(100_000)
  expect(sink.received()).toEqual([])
  await expect(client.messages.cancel(messageId)).rejects.toMatchObject({ status: 404 })
  const { logs } = await client.logs({ messageIds: [messageId] })
  expect(logs.map(({ state }) => String(state))).toEqual(['CANCELED', 'CANCEL_REQUESTED', 'CREATED'])
})

test('a message that is cancelled between two attempts is not tried again', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/down', () => ({ status: 500 }))
  const { messageId } = await client.publish({ url: sink.at('/down'), failureCallback: sink.at('/failed') })
  await advance(0)
  await client.messages.cancel(messageId)
  await advance(86_400_000)
  expect(sink.received().map(({ path }) => path)).toEqual(['/down'])
  expect((await client.dlq.listMessages()).messages).toEqual([])
})

test('a message that is cancelled while it is under way is not tried again, and is no dead letter', async () => {
  const { client, sink, advance } = await makeQstash()
  const { promise: cancelled, resolve } = Promise.withResolvers<void>()
  sink.answer('/under-way', async () => {
    await cancelled
    return { status: 500 }
  })
  const { messageId } = await client.publish({
    url: sink.at('/under-way'),
    failureCallback: sink.at('/failed'),
  })
  await sink.until('/under-way', 1)
  expect(await client.messages.cancel(messageId)).toEqual({ cancelled: 1 })
  resolve()
  await advance(86_400_000)
  expect(sink.received().map(({ path }) => path)).toEqual(['/under-way'])
  expect((await client.dlq.listMessages()).messages).toEqual([])
  expect((await client.logs({ messageIds: [messageId] })).logs[0]?.state).toBe('CANCELED')
})

test('many are cancelled by their ids, by a filter, or all of them', async () => {
  const { client, sink, advance } = await makeQstash()
  const answers = await client.batch(
    Array.from({ length: 8 }, (_, at) => ({
      ...{ url: sink.at(`/path/${at}`), delay: 60, label: at % 2 === 0 ? 'even' : 'odd' },
      flowControl: { key: `k${at}`, parallelism: 1 },
    })),
  )
  const ids = answers.map(answer => ('messageId' in answer ? String(answer.messageId) : ''))
  expect(await client.messages.cancel(ids.slice(0, 2))).toEqual({ cancelled: 2 })
  expect(await client.messages.cancel(ids.slice(0, 3))).toEqual({ cancelled: 1 })
  expect(await client.messages.cancel({ filter: { label: 'odd', flowControlKey: ['k2', 'k3'] } })).toEqual({
    cancelled: 1,
  })
  expect(await client.messages.cancel({ filter: { path: '/path/4' } })).toEqual({ cancelled: 1 })
  expect(await client.messages.cancel({ filter: { host: 'elsewhere' } })).toEqual({ cancelled: 0 })
  expect(await client.messages.cancel({ all: true })).toEqual({ cancelled: 3 })
  await advance(100_000)
  expect(sink.received()).toEqual([])
})
