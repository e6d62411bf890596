import { expect, test } from 'vitest'
import { makeQstash } from './world.ts'

test('the log tells the life of a message, newest first', async () => {
  const { client, sink, clock, advance } = await makeQstash()
  sink.answer('/life', (_, count) => ({ status: count === 1 ? 503 : 200, body: `answer ${count}` }))
  const start = clock.now()
  const { messageId } = await client.publish({
    url: sink.at('/life'),
    body: 'x',
    retryDelay: '1000',
    label: 'l',
  })
  await advance(5000)
  const { logs } = await client.logs({ messageIds: [messageId] })
  expect(logs.toReversed()).toMatchObject([
    { state: 'CREATED', time: start, url: sink.at('/life'), body: btoa('x'), label: 'l', messageId },
    { state: 'ACTIVE', time: start },
    { state: 'ERROR', error: 'status 503', responseStatus: 503, responseBody: btoa('answer 1') },
    { state: 'RETRY', nextDeliveryTime: start + 1000 },
    { state: 'ACTIVE', time: start + 1000 },
    { state: 'DELIVERED', time: start + 1000, responseStatus: 200 },
  ])
})

test('the log is filtered by state, label and time, and IN_PROGRESS is what has not ended', async () => {
  const { client, sink, clock, advance } = await makeQstash()
  sink.answer('/down', () => ({ status: 500 }))
  await client.publish({ url: sink.at('/down'), retries: 0, label: 'bad' })
  await advance(1000)
  await client.publish({ url: sink.at('/up'), label: 'good' })
  await advance(1000)
  const states = async (filter: object) =>
    (await client.logs({ filter })).logs.map(({ state, label }) => `${label} ${state}`)
  expect(await states({ state: 'FAILED' })).toEqual(['bad FAILED'])
  expect(await states({ label: 'good' })).toEqual(['good DELIVERED', 'good ACTIVE', 'good CREATED'])
  expect(await states({ state: 'IN_PROGRESS', label: 'bad' })).toEqual(['bad ERROR', 'bad ACTIVE'])
  expect(await states({ fromDate: clock.now() - 1000, state: 'CREATED' })).toEqual(['good CREATED'])
  expect(await states({ host: new URL(sink.at('/')).host, path: '/down', state: 'CREATED' })).toEqual([
    'bad CREATED',
  ])
})

test('pages lead through the whole log, once each', async () => {
  const { client, sink, advance, read } = await makeQstash()
  for (let at = 0; at < 5; at++) await client.publish({ url: sink.at(`/${at}`) })
  await advance(0)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.logs({ count: 4, ...(cursor && { cursor }) })
    seen.push(...page.logs.map(({ url, state }) => `${url} ${state}`))
    cursor = page.cursor === undefined ? undefined : String(page.cursor)
  } while (cursor && seen.length < 50)
  expect([seen.length, new Set(seen).size]).toEqual([15, 15])
  expect((await read<{ logs: unknown[] }>('GET', '/v2/logs?count=2')).logs).toHaveLength(2)
})

test('what is to be redacted is shown as a hash, and the destination gets it in clear', async () => {
  const { client, sink, advance } = await makeQstash()
  sink.answer('/secret', () => ({ status: 500 }))
  await client.publish({
    ...{ url: sink.at('/secret'), body: 'secret body', retries: 1 },
    headers: { 'X-Secret': 'secret header', 'X-Plain': 'plain' },
    redact: { body: true, header: ['x-secret'] },
  })
  await advance(86_400_000)
  const shown = JSON.stringify([await client.logs(), await client.dlq.listMessages()])
  expect(shown).toContain('plain')
  expect(shown).not.toContain('secret header')
  expect(shown).not.toContain('secret body')
  expect(shown).not.toContain(btoa('secret body'))
  expect(shown).toContain('REDACTED:')
  for (const { body, headers } of sink.received('/secret'))
    expect([body.toString(), headers['x-secret']]).toEqual(['secret body', 'secret header'])
})

test('headers may be redacted altogether', async () => {
  const { client, sink } = await makeQstash()
  const { messageId } = await client.publish({
    ...{ url: sink.at('/'), delay: 60, headers: { 'X-Secret': 's' }, redact: { header: true } },
  })
  const { header } = await client.messages.get(messageId)
  expect(header?.['X-Secret']).toEqual([expect.stringMatching(/^REDACTED:/)])
})
