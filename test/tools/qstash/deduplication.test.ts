import { expect, test } from 'vitest'
import { makeQstash } from './world.ts'

test('a second message with the same id is answered 202 with the first one’s id, and is not sent', async () => {
  const { client, sink, advance } = await makeQstash()
  const message = { url: sink.at('/once'), body: 'x', deduplicationId: 'evt_1_ep_1' }
  const first = await client.publish(message)
  expect(await client.publish({ ...message, body: 'y' })).toEqual({ ...first, deduplicated: true })
  expect(await client.batch([{ ...message, body: 'z' }])).toEqual([{ ...first, deduplicated: true }])
  expect(first).not.toHaveProperty('deduplicated')
  await advance(0)
  expect(sink.received().map(({ body }) => body.toString())).toEqual(['x'])
})

test('a duplicate’s status is 202', async () => {
  const { qstash, sink } = await makeQstash()
  const publish = () =>
    fetch(`${qstash.url}/v2/publish/${sink.at('/')}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${qstash.token}`, 'upstash-deduplication-id': 'a' },
    })
  expect([(await publish()).status, (await publish()).status]).toEqual([200, 202])
})

test('two of one batch with the same id are one message', async () => {
  const { client, sink, advance } = await makeQstash()
  const message = { url: sink.at('/once'), deduplicationId: 'a' }
  const answers = await client.batch([message, message])
  expect(answers).toMatchObject([{}, { deduplicated: true }])
  await advance(0)
  expect(sink.received()).toHaveLength(1)
})

test('after 10 minutes the id is free again, though the message was done long before', async () => {
  const { client, sink, advance } = await makeQstash()
  const publish = () => client.publish({ url: sink.at('/again'), deduplicationId: 'a' })
  await publish()
  await advance(599_999)
  expect(await publish()).toHaveProperty('deduplicated')
  await advance(1)
  expect(await publish()).not.toHaveProperty('deduplicated')
})

test.each(['evt:1', ''])('the id %j is refused', async id => {
  const { qstash, sink } = await makeQstash()
  const answer = await fetch(`${qstash.url}/v2/publish/${sink.at('/')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${qstash.token}`, 'upstash-deduplication-id': id },
  })
  expect(answer.status).toBe(400)
})

test('by content, two are the same when destination, body, type and forwarded headers are', async () => {
  const { client, sink } = await makeQstash()
  const message = { url: sink.at('/content'), body: { a: 1 }, contentBasedDeduplication: true }
  const publish = async (members: object = {}) => {
    const answer = await client.publishJSON({ ...message, ...members })
    return 'deduplicated' in answer
  }
  expect(await publish()).toBe(false)
  expect(await publish()).toBe(true)
  expect(await publish({ retries: 7 })).toBe(true)
  expect(await publish({ body: { a: 2 } })).toBe(false)
  expect(await publish({ url: sink.at('/other') })).toBe(false)
  expect(await publish({ headers: { 'X-More': '1' } })).toBe(false)
})
