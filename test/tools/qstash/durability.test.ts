import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { virtualClock } from '../../../tools/qstash/clock.ts'
import { startQstash } from '../../../tools/qstash/server.ts'
import { openStore } from '../../../tools/qstash/store.ts'
import { inAll } from '../../support/rounds.ts'
import { startSink } from './sink.ts'
import { clientOf, makeQstash, makeStateDir } from './world.ts'

/** Starts a server in a separate process, which is killed at the end of the test at the latest. */
async function startChild(stateDir: string, mode?: 'paused') {
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

test('every message that was accepted before a kill is delivered after it', async () => {
  const [stateDir, sink] = [makeStateDir(), await makeSink()]
  const { client, kill } = await startChild(stateDir, 'paused')
  const single = await client.publish({
    url: sink.at('/single'),
    body: 'x',
    headers: { 'Content-Type': 'text/kept' },
  })
  const batch = await client.batch(
    Array.from({ length: 100 }, (_, at) => ({ url: sink.at('/batch'), body: `${at}` })),
  )
  await kill()
  expect(sink.received()).toEqual([])
  await startChild(stateDir)
  const [first] = await sink.until('/single', 1)
  expect(first?.headers).toMatchObject({
    'upstash-message-id': single.messageId,
    'content-type': 'text/kept',
  })
  const received = await sink.until('/batch', 100)
  expect(new Set(received.map(({ body }) => body.toString())).size).toBe(batch.length)
})

test.runIf(inAll('tools/qstash/durability'))(
  'no message that was accepted before a kill is lost while others are being published',
  async () => {
    const [stateDir, sink] = [makeStateDir(), await makeSink()]
    const answered = new Set<string>()
    for (let round = 1; round <= 3; round++) {
      const { client, kill } = await startChild(stateDir)
      const publishing = Array.from({ length: 8 }, async () => {
        // Until the kill, which happens while others are in flight.
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
  },
)

/** Waits for the condition, 30 s at most. */
async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo() && waited < 30_000; waited += 10)
    await new Promise(done => setTimeout(done, 10))
}

test('an attempt in flight at a kill is repeated as the same attempt', async () => {
  const [stateDir, sink] = [makeStateDir(), await makeSink()]
  sink.answer('/slow', (_, count) => (count === 1 ? { hang: true } : {}))
  const { client, kill } = await startChild(stateDir)
  const { messageId } = await client.publish({ url: sink.at('/slow'), retries: 0 })
  await sink.until('/slow', 1)
  await kill()
  await startChild(stateDir)
  const received = await sink.until('/slow', 2)
  expect(received.map(({ headers }) => [headers['upstash-message-id'], headers['upstash-retried']])).toEqual([
    [messageId, '0'],
    [messageId, '0'],
  ])
})

test('closing cuts the attempts in flight, and uses up no retry', async () => {
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

test('retries, delays, deduplication ids, pauses and pins survive a restart', async () => {
  const [stateDir, sink, clock] = [makeStateDir(), await makeSink(), virtualClock()]
  sink.answer('/down', () => ({ status: 500 }))
  const before = await startQstash({ stateDir, clock })
  const first = clientOf(before.url)
  await first.publish({ url: sink.at('/down'), retries: 2, retryDelay: '1000' })
  await first.publish({ url: sink.at('/delayed'), delay: 10 })
  const { messageId } = await first.publish({ url: sink.at('/'), deduplicationId: 'a' })
  await first.flowControl.pause('paused')
  await first.flowControl.pin('paused', { parallelism: 7 })
  await first.publish({ url: sink.at('/paused'), flowControl: { key: 'paused', parallelism: 1 } })
  await before.idle()
  await clock.advance(1000)
  await before.close()

  const after = await startQstash({ stateDir, clock })
  onTestFinished(after.close)
  const client = clientOf(after.url)
  expect(await client.publish({ url: sink.at('/'), deduplicationId: 'a' })).toMatchObject({
    ...{ messageId, deduplicated: true },
  })
  await after.idle()
  await clock.advance(8999)
  expect(sink.received('/down').map(({ headers }) => headers['upstash-retried'])).toEqual([...'012'])
  expect(sink.received('/delayed')).toEqual([])
  await clock.advance(1)
  expect(sink.received('/delayed')).toHaveLength(1)
  expect(sink.received('/paused')).toEqual([])
  expect(await client.flowControl.get('paused')).toMatchObject({
    ...{ isPaused: true, waitListSize: 1, parallelismMax: 7, isPinnedParallelism: true },
  })
  await client.flowControl.resume('paused')
  await sink.until('/paused', 1)
})

test('a finished message leaves no row', async () => {
  const { client, sink, advance, qstash, stateDir } = await makeQstash()
  sink.answer('/down', () => ({ status: 500 }))
  await client.batch(Array.from({ length: 50 }, () => ({ url: sink.at('/') })))
  await client.publish({ url: sink.at('/down'), retries: 0, failureCallback: sink.at('/failed') })
  await advance(0)
  await sink.until('/failed', 1)
  await qstash.close()
  expect(rowsIn(stateDir)).toBe(0)
})

function rowsIn(stateDir: string): number {
  const store = openStore(stateDir)
  const row = store.read('SELECT count(*) AS n FROM message').one()
  store.close()
  return Number(row?.['n'])
}

test('only the owner can read the messages, also those of an earlier version', async () => {
  const stateDir = makeStateDir()
  const file = join(stateDir, 'qstash.db')
  writeFileSync(file, '', { mode: 0o644 })
  const { client, sink } = await makeQstash({ stateDir })
  await client.publish({ url: sink.at('/kept') })
  await sink.until('/kept', 1)
  const files = readdirSync(stateDir).filter(name => name.startsWith('qstash.db'))
  expect(files).toContain('qstash.db')
  for (const name of files) expect(statSync(join(stateDir, name)).mode & 0o777, name).toBe(0o600)
})

test('a file of an earlier version is emptied', async () => {
  const stateDir = makeStateDir()
  const database = new DatabaseSync(join(stateDir, 'qstash.db'))
  database.exec('CREATE TABLE message (id TEXT, state TEXT NOT NULL); CREATE TABLE log (id TEXT)')
  database.exec("INSERT INTO message VALUES ('msg_1', 'queued')")
  database.close()
  const { client, sink } = await makeQstash({ stateDir })
  await client.publish({ url: sink.at('/after') })
  await sink.until('/after', 1)
  expect(sink.received()).toHaveLength(1)
})
