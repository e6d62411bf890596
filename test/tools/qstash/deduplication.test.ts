import { expect, test } from 'vitest'
import { openDeduplication } from '../../../tools/qstash/deduplication.ts'
import { openStore } from '../../../tools/qstash/store.ts'
import { makeQstash, makeStateDir } from './world.ts'

test('a second message with the same id gets the id of the first one, and is not sent', async () => {
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

test('after 10 minutes the id can be used again', async () => {
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

test('ids are purged after their window', () => {
  const store = openStore(makeStateDir())
  const deduplication = openDeduplication(store)
  const rows = store.read('SELECT count(*) AS n FROM deduplication')
  deduplication.add('a', 'msg_1', 0)
  deduplication.add('b', 'msg_2', 1)
  deduplication.purge(600_000)
  expect(rows.one()).toEqual({ n: 1 })
  expect(deduplication.find('b', 600_000)).toBe('msg_2')
  store.close()
})
