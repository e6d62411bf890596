import { expect, test } from 'vitest'
import { makeQstash, token } from './world.ts'

const first = <Item>([item]: Item[]): Item => {
  if (!item) throw new Error('Nothing came.')
  return item
}

test('a message reaches its destination with its body, its method and the headers that are forwarded', async () => {
  const { client, sink } = await makeQstash()
  const { messageId } = await client.publishJSON({
    url: sink.at('/orders?a=b%20c&d'),
    method: 'PUT',
    body: { text: 'żółw' },
    headers: { 'X-Custom': 'forwarded', 'Upstash-Forward-Authorization': 'Bearer theirs' },
  })
  const { method, headers, body } = first(await sink.until('/orders?a=b%20c&d', 1))
  expect([method, body.toString()]).toEqual(['PUT', '{"text":"żółw"}'])
  expect(headers).toMatchObject({
    ...{ 'content-type': 'application/json', 'x-custom': 'forwarded', authorization: 'Bearer theirs' },
    ...{ 'user-agent': 'Upstash-QStash', 'upstash-message-id': messageId, 'upstash-retried': '0' },
  })
})

test('a body that is no text arrives byte by byte', async () => {
  const { qstash, sink } = await makeQstash()
  const body = Uint8Array.from({ length: 512 }, (_, at) => at % 256)
  await fetch(`${qstash.url}/v2/publish/${sink.at('/bytes')}`, {
    ...{ method: 'POST', body },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(first(await sink.until('/bytes', 1)).body).toEqual(Buffer.from(body))
})

test('with Upstash-Header-Forward all headers are forwarded but ours and those of the connection', async () => {
  const { qstash, sink } = await makeQstash()
  await fetch(`${qstash.url}/v2/publish/${sink.at('/all')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-plain': 'yes', 'upstash-header-forward': 'true' },
  })
  const { headers } = first(await sink.until('/all', 1))
  expect(headers).toMatchObject({ 'x-plain': 'yes' })
  expect(headers).not.toHaveProperty('authorization')
  expect(headers).not.toHaveProperty('upstash-header-forward')
})

test('settings may be query parameters, and the rest of the query is the destination’s', async () => {
  const { qstash, sink, advance } = await makeQstash()
  const path = '/query?keep=1&also=%2F'
  const answer = await fetch(
    `${qstash.url}/v2/publish/${sink.at(path)}&upstash-delay=50s&qstash_token=${encodeURIComponent(token)}`,
    { method: 'POST' },
  )
  expect([answer.status, await answer.json()]).toMatchObject([200, { url: sink.at(path) }])
  await advance(49_999)
  expect(sink.received()).toEqual([])
  await advance(1)
  expect(sink.received(path)).toHaveLength(1)
})

test('a batch is answered in order, and each of its messages has headers and a destination of its own', async () => {
  const { client, sink } = await makeQstash()
  const answers = await client.batchJSON(
    Array.from({ length: 20 }, (_, at) => ({
      url: sink.at(`/batch/${at}`),
      body: { at },
      headers: { 'X-At': `${at}` },
    })),
  )
  expect(answers.map(answer => 'url' in answer && answer.url)).toEqual(
    Array.from({ length: 20 }, (_, at) => sink.at(`/batch/${at}`)),
  )
  const last = first(await sink.until('/batch/19', 1))
  expect([last.body.toString(), last.headers['x-at']]).toEqual(['{"at":19}', '19'])
})

test('a batch with one fault stores nothing', async () => {
  const { client, sink, call } = await makeQstash()
  const batch = [
    { destination: sink.at('/good') },
    { destination: sink.at('/bad'), headers: { 'Upstash-Retries': 'x' } },
  ]
  expect((await call('POST', '/v2/batch', { body: batch })).status).toBe(400)
  expect((await client.logs()).logs).toEqual([])
})

test.each([
  ['ftp://example.com', {}, 'invalid scheme'],
  ['example.com/path', {}, 'add http:// or https://'],
  ['http://', {}, 'invalid destination url'],
  ['http://127.0.0.1:1/', { 'upstash-retries': '-1' }, 'Upstash-Retries'],
  ['http://127.0.0.1:1/', { 'upstash-delay': '10' }, 'Upstash-Delay'],
  ['http://127.0.0.1:1/', { 'upstash-timeout': '1.5s' }, 'Upstash-Timeout'],
  ['http://127.0.0.1:1/', { 'upstash-method': 'TRACE' }, 'Upstash-Method'],
  ['http://127.0.0.1:1/', { 'upstash-not-before': 'soon' }, 'Upstash-Not-Before'],
  ['http://127.0.0.1:1/', { 'upstash-retry-delay': 'process.exit()' }, 'Upstash-Retry-Delay'],
  ['http://127.0.0.1:1/', { 'upstash-failure-callback': 'nowhere' }, 'Upstash-Failure-Callback'],
  ['http://127.0.0.1:1/', { 'upstash-flow-control-key': 'a' }, 'needs parallelism or rate'],
  ['http://127.0.0.1:1/', { 'upstash-flow-control-value': 'rate=1' }, 'Upstash-Flow-Control-Key'],
])('a publish to %s with %o is refused and says why', async (destination, headers, why) => {
  const { qstash } = await makeQstash()
  const answer = await fetch(`${qstash.url}/v2/publish/${destination}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining(why) }])
})

test('a delay and a time before which not are kept, and the time outranks the delay', async () => {
  const { client, sink, clock, advance } = await makeQstash()
  await client.publish({ url: sink.at('/delay'), headers: { 'Upstash-Delay': '1d10h30m' } })
  const at = Math.ceil(clock.now() / 1000) + 100
  await client.publish({ url: sink.at('/not-before'), delay: 5, notBefore: at })
  await advance(at * 1000 - clock.now() - 1)
  expect(sink.received()).toEqual([])
  await advance(1)
  expect(sink.received().map(({ path }) => path)).toEqual(['/not-before'])
  await advance(((24 + 10) * 60 + 30) * 60_000)
  expect(sink.received('/delay')).toHaveLength(1)
})

test('a wrong token and none are refused on every path', async () => {
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

test('URL groups and schedules are refused as what is not here', async () => {
  const { call } = await makeQstash()
  expect((await call('POST', '/v2/publish/my-group')).status).toBe(404)
  for (const path of ['/v2/topics', '/v2/topics/a/endpoints', '/v2/schedules/http://a.b']) {
    const answer = await call('POST', path)
    expect([answer.status, await answer.json()]).toEqual([501, { error: expect.stringContaining('has no') }])
  }
})
