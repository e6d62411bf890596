// The product uses only features that this local QStash supports. Other features are refused, not ignored.
import { expect, test } from 'vitest'
import { makeQstash, token } from './world.ts'

test.each([
  ['GET', '/v2/dlq'],
  ['GET', '/v2/logs'],
  ['GET', '/v2/events'],
  ['GET', '/v2/queues'],
  ['POST', '/v2/enqueue/main/http://127.0.0.1:1/'],
  ['GET', '/v2/keys'],
  ['POST', '/v2/keys/rotate'],
  ['GET', '/v2/topics'],
  ['POST', '/v2/schedules/http://127.0.0.1:1/'],
  ['GET', '/v2/globalParallelism'],
  ['GET', '/v2/messages/msg_1'],
  ['DELETE', '/v2/messages'],
  ['DELETE', '/v2/messages?flowControlKey=k&label=l'],
  ['GET', '/v2/flowControl'],
  ['POST', '/v2/flowControl/k/resetRate'],
  ['POST', '/v2/flowControl/k/pin?rate=1'],
  ['POST', '/v2/flowControl/k/unpin?rate=true'],
])('%s %s is not supported', async (method, path) => {
  const { call } = await makeQstash()
  const answer = await call(method, path)
  expect([answer.status, await answer.json()]).toEqual([
    501,
    { error: expect.stringContaining('does not support') },
  ])
})

test.each([
  ['upstash-callback', 'http://127.0.0.1:1/'],
  ['upstash-failure-callback-retries', '1'],
  ['upstash-forward-x-custom', 'x'],
  ['upstash-header-forward', 'true'],
  ['upstash-not-before', '1'],
  ['upstash-content-based-deduplication', 'true'],
  ['upstash-redact-fields', 'body'],
  ['upstash-method', 'PUT'],
  ['upstash-delay', '1m'],
  ['upstash-timeout', '1h30s'],
])('the header %s: %s is not supported, alone or in a batch', async (name, value) => {
  const { qstash, sink, call } = await makeQstash()
  const destination = sink.at('/')
  const answer = await fetch(`${qstash.url}/v2/publish/${destination}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [name]: value },
  })
  expect(answer.status).toBe(501)
  const batch = [{ destination, headers: { [name]: value } }]
  expect((await call('POST', '/v2/batch', { body: batch })).status).toBe(501)
  await qstash.idle()
  expect(sink.received()).toEqual([])
})

test('queues in a batch and rates of flow control keys are not supported', async () => {
  const { client, sink } = await makeQstash()
  const url = sink.at('/')
  await expect(client.batch([{ url, queueName: 'main' }])).rejects.toMatchObject({ status: 501 })
  for (const limits of [{ rate: 1 }, { parallelism: 1, period: 60 }])
    await expect(client.publish({ url, flowControl: { key: 'k', ...limits } })).rejects.toMatchObject({
      status: 501,
    })
})
