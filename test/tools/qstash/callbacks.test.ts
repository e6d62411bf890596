import { expect, test } from 'vitest'
import type { Received } from './sink.ts'
import { makeQstash } from './world.ts'

const json = ({ body }: Received) => JSON.parse(body.toString())
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('the failure callback comes once, after the last attempt, and tells all of it', async () => {
  const { client, sink, clock, advance, receiver } = await makeQstash()
  sink.answer('/down', (_, count) => ({ status: 503, headers: { 'X-Try': `${count}` }, body: `no ${count}` }))
  const createdAt = String(clock.now())
  const { messageId } = await client.publish({
    ...{ url: sink.at('/down'), method: 'PATCH', body: 'source', headers: { 'X-Source': 's' } },
    ...{ retries: 2, retryDelay: '1000', failureCallback: sink.at('/failed') },
  })
  await advance(1999)
  expect(sink.received('/failed')).toEqual([])
  await advance(1)
  const [callback, ...others] = await sink.until('/failed', 1)
  const [letter] = (await client.dlq.listMessages()).messages
  expect(others).toEqual([])
  expect(callback && json(callback)).toEqual({
    ...{ status: 503, body: base64('no 3'), retried: 2, maxRetries: 2, method: 'PATCH' },
    header: expect.objectContaining({ 'X-Try': ['3'] }),
    ...{ sourceMessageId: messageId, url: sink.at('/down'), sourceBody: base64('source') },
    sourceHeader: expect.objectContaining({ 'X-Source': 's' }),
    ...{ topicName: '', endpointName: '', scheduleId: '', callerIP: '127.0.0.1' },
    ...{ createdAt, notBefore: createdAt, dlqId: letter?.dlqId },
  })
  expect(
    await receiver.verify({
      signature: String(callback?.headers['upstash-signature']),
      body: callback?.body.toString() ?? '',
      url: sink.at('/failed'),
    }),
  ).toBe(true)
})

test('a message that is delivered in the end has no failure callback', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/late', (_, count) => ({ status: count < 3 ? 500 : 200 }))
  await client.publish({ url: sink.at('/late'), retries: 2, failureCallback: sink.at('/failed') })
  await advance(86_400_000)
  expect([sink.received('/late').length, sink.received('/failed').length]).toEqual([3, 0])
})

test('the failure callback of a destination without an answer has status 0 and the cause', async () => {
  const { client, sink, qstash } = await makeQstash()
  await client.publish({ url: 'http://127.0.0.1:1/', retries: 0, failureCallback: sink.at('/failed') })
  const [callback] = await sink.until('/failed', 1)
  await qstash.idle()
  const { status, body } = callback ? json(callback) : {}
  expect([status, Buffer.from(body, 'base64').toString()]).toEqual([
    0,
    expect.stringContaining('ECONNREFUSED'),
  ])
})

test('the callback comes after every attempt, whatever the answer', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/each', (_, count) => ({ status: count < 3 ? 500 : 201, body: `${count}` }))
  await client.publish({ url: sink.at('/each'), retryDelay: '1000', callback: sink.at('/told') })
  await advance(10_000)
  const told = (await sink.until('/told', 3)).map(json)
  expect(told.map(({ status, retried, body }) => [status, retried, atob(body)])).toEqual([
    [500, 0, '1'],
    [500, 1, '2'],
    [201, 2, '3'],
  ])
  expect(told.some(payload => 'dlqId' in payload)).toBe(false)
})

test('a callback is a message of its own: it has its own id, is tried again, and becomes a dead letter', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/told', () => ({ status: 500 }))
  const { messageId } = await client.publish({ url: sink.at('/ok'), retries: 1, callback: sink.at('/told') })
  await advance(86_400_000)
  expect(sink.received('/told')).toHaveLength(2) // as many retries as the message
  const { messages } = await client.dlq.listMessages()
  expect(messages).toMatchObject([{ url: sink.at('/told'), maxRetries: 1 }])
  expect(messages[0]?.messageId).not.toBe(messageId)
})

test('a callback has the method, the retries, the delay and the headers that are said for it', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/told', () => ({ status: 500 }))
  await client.publish({
    ...{ url: sink.at('/ok'), retries: 5, callback: sink.at('/told') },
    headers: {
      'Upstash-Callback-Method': 'PUT',
      'Upstash-Callback-Retries': '0',
      'Upstash-Callback-Delay': '1m',
      'Upstash-Callback-Forward-X-For': 'callback',
    },
  })
  await advance(59_999)
  expect(sink.received('/told')).toEqual([])
  await advance(86_400_000)
  expect(sink.received('/told')).toMatchObject([{ method: 'PUT', headers: { 'x-for': 'callback' } }])
  expect(sink.received('/ok')[0]?.headers).not.toHaveProperty('x-for')
})

test('one URL may take both kinds of callback', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/down', () => ({ status: 500 }))
  const both = sink.at('/both')
  await client.publish({ url: sink.at('/down'), retries: 0, callback: both, failureCallback: both })
  await advance(0)
  expect((await sink.until('/both', 2)).map(told => 'dlqId' in json(told)).sort()).toEqual([false, true])
})
