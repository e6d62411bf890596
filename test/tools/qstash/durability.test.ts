import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { virtualClock } from '../../../tools/qstash/clock.ts'
import { startQstash } from '../../../tools/qstash/server.ts'
import { startSink } from './sink.ts'
import { clientOf, makeQstash, makeStateDir } from './world.ts'

/** Starts a server in a process of its own, which the end of the test kills at the latest. */
async function startChild(stateDir: string, mode?: 'held') {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), stateDir, mode ?? ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const [url] = await once(child.stdout, 'data')
  return { client: clientOf(String(url).trim()), kill }
}

async function makeSink() {
  const sink = await startSink()
  onTestFinished(sink.close)
  return sink
}

test('what was answered before a kill is delivered after it, message by message', async () => {
  const [stateDir, sink] = [makeStateDir(), await makeSink()]
  const { client, kill } = await startChild(stateDir, 'held')
  const single = await client.publish({ url: sink.at('/single'), body: 'x', headers: { 'X-Kept': 'yes' } })
  const batch = await client.batch(
    Array.from({ length: 100 }, (_, at) => ({ url: sink.at('/batch'), body: `${at}` })),
  )
  await kill()
  expect(sink.received()).toEqual([])
  await startChild(stateDir)
  const [first] = await sink.until('/single', 1)
  expect(first?.headers).toMatchObject({ 'upstash-message-id': single.messageId, 'x-kept': 'yes' })
  const received = await sink.until('/batch', 100)
  expect(new Set(received.map(({ body }) => body.toString())).size).toBe(batch.length)
})

test('of messages that are published without end, none that was answered before a kill is lost', async () => {
  const [stateDir, sink] = [makeStateDir(), await makeSink()]
  const answered = new Set<string>()
  for (let round = 1; round <= 3; round++) {
    const { client, kill } = await startChild(stateDir)
    const publishing = Array.from({ length: 8 }, async () => {
      // Until the kill, which comes while others are under way.
      for (let at = 0; at < 10_000; at++)
        answered.add((await client.publish({ url: sink.at('/many') })).messageId)
    }).map(each => each.catch(() => {}))
    await until(() => answered.size >= 50 * round)
    await kill()
    await Promise.all(publishing)
  }
  await startChild(stateDir)
  const missing = () => {
    const seen = new Set(sink.received().map(({ headers }) => headers['upstash-message-id']))
    return [...answered].filter(id => !seen.has(id))
  }
  await until(() => missing().length === 0)
  expect(missing()).toEqual([])
})

/** Waits for it, 10 s at most. */
async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo() && waited < 10_000; waited += 10)
    await new Promise(done => setTimeout(done, 10))
}

test('what was under way at a kill is delivered again, as the same attempt', async () => {
  const [stateDir, sink] = [makeStateDir(), await makeSink()]
  sink.answer('/slow', (_, count) => (count === 1 ? { hang: true } : {}))
  const { client, kill } = await startChild(stateDir)
  const { messageId } = await client.publish({ url: sink.at('/slow'), retries: 0 })
  await sink.until('/slow', 1)
  await kill()
  const again = await startChild(stateDir)
  const received = await sink.until('/slow', 2)
  expect(received.map(({ headers }) => [headers['upstash-message-id'], headers['upstash-retried']])).toEqual([
    [messageId, '0'],
    [messageId, '0'],
  ])
  expect((await again.client.dlq.listMessages()).messages).toEqual([])
})

test('a closed server cuts what is under way, and that burns no retry', async () => {
  const { client, sink, qstash, stateDir, clock } = await makeQstash()
  sink.answer('/slow', (_, count) => (count === 1 ? { hang: true } : {}))
  await client.publish({ url: sink.at('/slow'), retries: 0 })
  await sink.until('/slow', 1)
  await qstash.close()
  const next = await startQstash({ stateDir, clock })
  onTestFinished(next.close)
  const received = await sink.until('/slow', 2)
  expect(received.map(({ headers }) => headers['upstash-retried'])).toEqual(['0', '0'])
})

test('retries, delays, dead letters, the log, ids of duplicates, keys, pauses and rates outlive a restart', async () => {
  const [stateDir, sink, clock] = [makeStateDir(), await makeSink(), virtualClock()]
  sink.answer('/down', () => ({ status: 500 }))
  const before = await startQstash({ stateDir, clock, controls: true })
  const first = clientOf(before.url)
  await first.publish({ url: sink.at('/down'), retries: 2, retryDelay: '1000' })
  await first.publish({ url: sink.at('/down'), retries: 0, label: 'dead' })
  await first.publish({ url: sink.at('/delayed'), delay: 10 })
  const { messageId } = await first.publish({ url: sink.at('/'), deduplicationId: 'a' })
  await first.flowControl.pause('paused')
  await first.publish({ url: sink.at('/paused'), flowControl: { key: 'paused', parallelism: 1 } })
  const rated = { url: sink.at('/rated'), flowControl: { key: 'rated', rate: 1, period: 10 } }
  await first.batch([rated, rated])
  await fetch(`${before.url}/v2/keys/rotate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${before.token}` },
  })
  await before.idle()
  await clock.advance(1000)
  const keys = before.signingKeys
  await before.close()

  const after = await startQstash({ stateDir, clock, controls: true })
  onTestFinished(after.close)
  const client = clientOf(after.url)
  expect(after.signingKeys).toEqual(keys)
  expect((await client.dlq.listMessages()).messages).toMatchObject([{ label: 'dead' }])
  expect((await client.logs({ messageIds: [messageId] })).logs).toHaveLength(3)
  expect(await client.publish({ url: sink.at('/'), deduplicationId: 'a' })).toMatchObject({
    ...{ messageId, deduplicated: true },
  })
  await after.idle()
  await clock.advance(8999)
  expect(sink.received('/down').map(({ headers }) => headers['upstash-retried'])).toEqual([...'0012'])
  expect([sink.received('/delayed').length, sink.received('/rated').length]).toEqual([0, 1])
  await clock.advance(1)
  expect([sink.received('/delayed').length, sink.received('/rated').length]).toEqual([1, 2])
  expect(sink.received('/paused')).toEqual([])
  expect(await client.flowControl.get('paused')).toMatchObject({ isPaused: true, waitListSize: 1 })
  await client.flowControl.resume('paused')
  await sink.until('/paused', 1)
})

test('the order of a queue, its pause, and the place of a message that waits for its retry outlive a restart', async () => {
  const [stateDir, sink, clock] = [makeStateDir(), await makeSink(), virtualClock()]
  sink.answer('/1', (_, count) => ({ status: count === 1 ? 500 : 200 }))
  const before = await startQstash({ stateDir, clock })
  const first = clientOf(before.url)
  for (const path of ['/1', '/2', '/3'])
    await first.queue({ queueName: 'orders' }).enqueue({ url: sink.at(path), retryDelay: '5000' })
  const paused = first.queue({ queueName: 'paused' })
  await paused.upsert({ paused: true, parallelism: 3 })
  await paused.enqueue({ url: sink.at('/paused') })
  await before.idle()
  await before.close()

  const after = await startQstash({ stateDir, clock })
  onTestFinished(after.close)
  await after.idle()
  await clock.advance(4999)
  expect(sink.received().map(({ path }) => path)).toEqual(['/1'])
  await clock.advance(1)
  expect(sink.received().map(({ path }) => path)).toEqual(['/1', '/1', '/2', '/3'])
  expect(await clientOf(after.url).queue({ queueName: 'paused' }).get()).toMatchObject({
    ...{ paused: true, parallelism: 3, lag: 1 },
  })
})
