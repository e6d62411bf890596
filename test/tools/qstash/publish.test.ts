import { expect, test } from 'vitest'
import { makeQstash, token } from './world.ts'

const first = <Item>([item]: Item[]): Item => {
  if (!item) throw new Error('Nothing was received.')
  return item
}

test('a message reaches its destination with its body and the documented headers', async () => {
  const { client, sink } = await makeQstash()
  const { messageId } = await client.publishJSON({
    url: sink.at('/orders?a=b%20c&d'),
    body: { text: 'żółw' },
    label: 'accepted',
  })
  const { method, headers, body } = first(await sink.until('/orders?a=b%20c&d', 1))
  expect([method, body.toString()]).toEqual(['POST', '{"text":"żółw"}'])
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    ...{ 'user-agent': 'Upstash-QStash', 'upstash-message-id': messageId, 'upstash-retried': '0' },
  })
  expect(headers).not.toHaveProperty('authorization')
})

test('a body that is not text arrives unchanged', async () => {
  const { qstash, sink } = await makeQstash()
  const body = Uint8Array.from({ length: 512 }, (_, at) => at % 256)
  await fetch(`${qstash.url}/v2/publish/${sink.at('/bytes')}`, {
    ...{ method: 'POST', body },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(first(await sink.until('/bytes', 1)).body).toEqual(Buffer.from(body))
})

test('a batch responds in order, and each message has its own destination and body', async () => {
  const { client, sink } = await makeQstash()
  const answers = await client.batchJSON(
    Array.from({ length: 20 }, (_, at) => ({
      url: sink.at(`/batch/${at}`),
      body: { at },
    })),
  )
  expect(answers.map(answer => 'url' in answer && answer.url)).toEqual(
    Array.from({ length: 20 }, (_, at) => sink.at(`/batch/${at}`)),
  )
  const last = first(await sink.until('/batch/19', 1))
  expect(last.body.toString()).toBe('{"at":19}')
})

test('a batch with one invalid message stores nothing', async () => {
  const { sink, call, advance } = await makeQstash()
  const batch = [
    { destination: sink.at('/good') },
    { destination: sink.at('/bad'), headers: { 'Upstash-Retries': 'x' } },
  ]
  expect((await call('POST', '/v2/batch', { body: batch })).status).toBe(400)
  await advance(0)
  expect(sink.received()).toEqual([])
})

test.each([
  ['ftp://example.com', {}, 'invalid scheme'],
  ['example.com/path', {}, 'add http:// or https://'],
  ['http://', {}, 'invalid destination url'],
  ['http://127.0.0.1:1/', { 'upstash-retries': '-1' }, 'Upstash-Retries'],
  ['http://127.0.0.1:1/', { 'upstash-delay': '10' }, 'Upstash-Delay'],
  ['http://127.0.0.1:1/', { 'upstash-timeout': '1.5s' }, 'Upstash-Timeout'],
  ['http://127.0.0.1:1/', { 'upstash-retry-delay': 'process.exit()' }, 'Upstash-Retry-Delay'],
  ['http://127.0.0.1:1/', { 'upstash-failure-callback': 'nowhere' }, 'Upstash-Failure-Callback'],
  ['http://127.0.0.1:1/', { 'upstash-flow-control-key': 'a' }, 'needs parallelism or rate'],
  ['http://127.0.0.1:1/', { 'upstash-flow-control-value': 'parallelism=1' }, 'Upstash-Flow-Control-Key'],
])('a publish to %s with %o is refused with the reason', async (destination, headers, why) => {
  const { qstash } = await makeQstash()
  const answer = await fetch(`${qstash.url}/v2/publish/${destination}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining(why) }])
})

test('a wrong token and a missing one are refused on every path', async () => {
  const { call } = await makeQstash()
  for (const [method, path] of [
    ['POST', '/v2/publish/http://a.b'],
    ['GET', '/v2/keys'],
    ['GET', '/nowhere'],
  ] as const)
    for (const wrong of ['', 'wrong', `${token}x`]) {
      const answer = await call(method, path, { token: wrong })
      expect([answer.status, await answer.json()]).toEqual([401, { error: expect.any(String) }])
    }
})

test('a delayed message is sent when its delay is over', async () => {
  const { client, sink, advance } = await makeQstash()
  await client.publishJSON({ url: sink.at('/delayed'), body: {}, delay: 30 })
  await advance(29_999)
  expect(sink.received()).toEqual([])
  await advance(1)
  expect(sink.received('/delayed')).toHaveLength(1)
})
