import { expect, test } from 'vitest'
import type { Received } from './sink.ts'
import { makeQstash } from './world.ts'

const json = ({ body }: Received) => JSON.parse(body.toString())
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('the failure callback comes once, after the last attempt, and describes it', async () => {
  const { client, sink, clock, advance, receiver } = await makeQstash()
  sink.answer('/down', (_, count) => ({ status: 503, headers: { 'X-Try': `${count}` }, body: `no ${count}` }))
  const createdAt = String(clock.now())
  const { messageId } = await client.publishJSON({
    ...{ url: sink.at('/down'), body: { source: 1 } },
    ...{ retries: 2, retryDelay: '1000', failureCallback: sink.at('/failed?round=1') },
  })
  await advance(1999)
  expect(sink.received('/failed?round=1')).toEqual([])
  await advance(1)
  const [callback, ...others] = await sink.until('/failed?round=1', 1)
  expect(others).toEqual([])
  expect(callback && json(callback)).toEqual({
    ...{ status: 503, body: base64('no 3'), retried: 2, maxRetries: 2, method: 'POST' },
    header: expect.objectContaining({ 'X-Try': ['3'] }),
    ...{ sourceMessageId: messageId, url: sink.at('/down'), sourceBody: base64('{"source":1}') },
    sourceHeader: { 'Content-Type': 'application/json' },
    ...{ topicName: '', endpointName: '', scheduleId: '', callerIP: '127.0.0.1' },
    ...{ createdAt, notBefore: createdAt },
  })
  expect(callback?.headers).toMatchObject({ 'content-type': 'application/json' })
  expect(
    await receiver.verify({
      signature: String(callback?.headers['upstash-signature']),
      body: callback?.body.toString() ?? '',
      url: sink.at('/failed?round=1'),
    }),
  ).toBe(true)
})

test('a message that is finally delivered has no failure callback', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/late', (_, count) => ({ status: count < 3 ? 500 : 200 }))
  await client.publish({ url: sink.at('/late'), retries: 2, failureCallback: sink.at('/failed') })
  await advance(86_400_000)
  expect([sink.received('/late').length, sink.received('/failed').length]).toEqual([3, 0])
})

test('the failure callback of a destination without a response has status 0 and the cause', async () => {
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

test('a failure callback is a separate message with its own id and the same number of retries', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/down', () => ({ status: 500 }))
  sink.answer('/failed', () => ({ status: 500 }))
  const failureCallback = sink.at('/failed')
  const { messageId } = await client.publish({ url: sink.at('/down'), retries: 1, failureCallback })
  await advance(30 * 86_400_000)
  expect([sink.received('/down').length, sink.received('/failed').length]).toEqual([2, 2])
  const ids = sink.received('/failed').map(({ headers }) => headers['upstash-message-id'])
  expect(new Set([messageId, ...ids]).size).toBe(2)
})
