import { expect, test } from 'vitest'
import { makeQstash, type QstashWorld } from './world.ts'

/** Publishes messages that are given up, one a second, the first to /0. */
async function giveUp({ client, sink, advance }: QstashWorld, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    sink.answer(`/${at}`, () => ({ status: 500 + (at % 2), headers: { 'X-At': `${at}` }, body: `no ${at}` }))
    const labels = { label: [`n${at}`, at % 2 === 0 ? 'even' : 'odd'] }
    await client.publish({ url: sink.at(`/${at}`), body: `body ${at}`, retries: 0, ...labels })
    await advance(1000)
  }
}

test('a dead letter shows the message and the last answer, newest first', async () => {
  const world = await makeQstash()
  await giveUp(world, 2)
  const { messages, cursor } = await world.client.dlq.listMessages()
  expect(cursor).toBeUndefined()
  expect(messages).toMatchObject([
    {
      ...{
        url: world.sink.at('/1'),
        body: 'body 1',
        method: 'POST',
        maxRetries: 0,
        label: 'n1',
        labels: ['n1', 'odd'],
      },
      ...{ responseStatus: 501, responseBody: 'no 1', responseHeader: { 'X-At': ['1'] } },
      dlqId: expect.stringMatching(/^\d+-\d+$/),
    },
    { url: world.sink.at('/0') },
  ])
})

test('a body and an answer that are no text are shown in base64', async () => {
  const { client, sink, advance } = await makeQstash()
  const bytes = Buffer.from([0xff, 0xfe, 0])
  sink.answer('/binary', () => ({ status: 500, body: bytes }))
  await client.publish({ url: sink.at('/binary'), body: new Blob([bytes]), retries: 0 })
  await advance(0)
  const [letter] = (await client.dlq.listMessages()).messages
  expect(letter).toMatchObject({ bodyBase64: '//4A', responseBodyBase64: '//4A' })
  expect(letter).not.toHaveProperty('body')
})

test('filters take any of their values and all of their kinds', async () => {
  const world = await makeQstash()
  const start = world.clock.now()
  await giveUp(world, 6)
  const numbers = async (filter: object) => {
    const { messages } = await world.client.dlq.listMessages({ filter })
    return messages.map(({ label }) => Number(label?.slice(1))).sort()
  }
  const [third] = (await world.client.dlq.listMessages({ filter: { label: 'n3' } })).messages
  expect(await numbers({ label: 'even' })).toEqual([0, 2, 4])
  expect(await numbers({ label: ['n1', 'n2', 'other'] })).toEqual([1, 2])
  expect(await numbers({ responseStatus: 501, label: ['n1', 'n2'] })).toEqual([1])
  expect(await numbers({ url: [world.sink.at('/0'), world.sink.at('/5')] })).toEqual([0, 5])
  expect(await numbers({ messageId: third?.messageId })).toEqual([3])
  expect(await numbers({ fromDate: start + 1000, toDate: start + 3000 })).toEqual([1, 2, 3])
  expect(await numbers({ callerIp: '127.0.0.1', queueName: 'none' })).toEqual([])
  expect(await numbers({ urlGroup: 'none' })).toEqual([])
  const joined = await world.read<{ messages: unknown[] }>('GET', '/v2/dlq?label=n1,n4')
  expect(joined.messages).toHaveLength(2)
})

test('pages lead through all dead letters, once each, while others come', async () => {
  const world = await makeQstash()
  await giveUp(world, 7)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await world.client.dlq.listMessages({ count: 3, ...(cursor && { cursor }) })
    expect(page.messages.length).toBeLessThanOrEqual(3)
    seen.push(...page.messages.map(({ body }) => String(body)))
    cursor = page.cursor
    if (cursor) await giveUp(world, 1)
  } while (cursor && seen.length < 20)
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map(at => `body ${at}`))
})

test('one dead letter is read and deleted by its id', async () => {
  const world = await makeQstash()
  await giveUp(world, 2)
  const [newest, oldest] = (await world.client.dlq.listMessages()).messages
  const path = `/v2/dlq/${newest?.dlqId}`
  expect(await (await world.call('GET', path)).json()).toMatchObject({ body: 'body 1' })
  expect(await world.client.dlq.delete(newest?.dlqId ?? '')).toEqual({ deleted: 1 })
  expect((await world.call('GET', path)).status).toBe(404)
  await expect(world.client.dlq.delete(newest?.dlqId ?? '')).rejects.toMatchObject({ status: 404 })
  expect(await world.client.dlq.delete([newest?.dlqId ?? '', oldest?.dlqId ?? ''])).toEqual({ deleted: 1 })
})

test('many are deleted by a filter, or all in pages', async () => {
  const world = await makeQstash()
  await giveUp(world, 5)
  expect(await world.client.dlq.delete({ filter: { label: 'even' } })).toMatchObject({ deleted: 3 })
  const first = await world.client.dlq.delete({ all: true, count: 1 })
  expect(first).toEqual({ deleted: 1, cursor: expect.any(String) })
  expect(await world.client.dlq.delete({ all: true, count: 1, ...first })).toEqual({ deleted: 1 })
  expect((await world.client.dlq.listMessages()).messages).toEqual([])
})

test('a retry is a new message, and the dead letter is gone', async () => {
  const world = await makeQstash()
  const { client, sink } = world
  await giveUp(world, 1)
  const [letter] = (await client.dlq.listMessages()).messages
  sink.answer('/0', () => ({ status: 200 }))
  const { responses } = await client.dlq.retry(letter?.dlqId ?? '')
  expect(responses).toEqual([{ messageId: expect.stringMatching(/^msg_/) }])
  expect(responses[0]?.messageId).not.toBe(letter?.messageId)
  const [, again] = await sink.until('/0', 2)
  expect([again?.body.toString(), again?.headers['upstash-retried']]).toEqual(['body 0', '0'])
  expect(again?.headers['upstash-message-id']).toBe(responses[0]?.messageId)
  expect((await client.dlq.listMessages()).messages).toEqual([])
  await expect(client.dlq.retry({ dlqIds: letter?.dlqId ?? '' })).resolves.toMatchObject({ responses: [] })
})

test('the headers of a retry replace what was said at first', async () => {
  const world = await makeQstash()
  const { client, sink, advance, qstash } = world
  sink.answer('/twice', () => ({ status: 500 }))
  await client.publish({
    url: sink.at('/twice'),
    retries: 0,
    failureCallback: sink.at('/failed'),
    label: 'kept',
  })
  await advance(0)
  const [letter] = (await client.dlq.listMessages()).messages
  const answer = await fetch(`${qstash.url}/v2/dlq/retry/${letter?.dlqId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${qstash.token}`,
      'upstash-retries': '2',
      'upstash-retry-delay': '1000',
    },
  })
  expect([answer.status, await answer.json()]).toEqual([201, { messageId: expect.any(String) }])
  await advance(10_000)
  expect(sink.received('/twice')).toHaveLength(1 + 3)
  expect(await sink.until('/failed', 2)).toHaveLength(2)
  expect((await client.dlq.listMessages()).messages).toMatchObject([{ maxRetries: 2, labels: ['kept'] }])
})
