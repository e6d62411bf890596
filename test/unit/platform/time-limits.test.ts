// Every wait for another system has a time limit.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../../../db/client.ts'
import { newSid } from '../../../db/sid.ts'
import { senderOf } from '../../../src/platform/mail/sender.ts'
import { queueOf } from '../../../src/platform/webhooks/delivery/queue.ts'
import { callPlatform } from '../../../src/realtime/hub/platform.ts'
import { authenticate } from '../../../src/realtime/shard/authenticate.ts'
import { pingSeconds } from '../../../src/realtime/shard/limits.ts'
import { toProblem } from '../../../src/shared/problems/failure.ts'
import { callRealtime, endedPath } from '../../../src/shared/realtime/client.ts'
import { projectFile } from '../../../tools/project.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const keys = { QSTASH_CURRENT_SIGNING_KEY: 'x', QSTASH_NEXT_SIGNING_KEY: 'x' }

/** A service that never responds, and records its abort. Time limits pass at once, and are recorded. */
function silence() {
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    limits.push(ms)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  const via = {
    fetch: (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        if (init?.signal?.aborted) reject(init.signal.reason)
      }),
  }
  return { limits, via }
}

test('a database that does not respond is abandoned after 31 seconds, and the client may retry', async () => {
  const { limits, via } = silence()
  const db = connect('postgres://a:b@db.localhost/x', via)
  const failed = await db.execute(sql`select 1`).catch(toProblem)
  expect(failed).toMatchObject({ code: 'database_unavailable', headers: { 'retry-after': '1' } })
  expect(limits).toEqual([31_000])
})

test('a mail provider that does not respond is abandoned after 15 seconds', async () => {
  const { limits, via } = silence()
  const mail = { to: 'ada@school.example', subject: 'Hello', text: 'Hello' }
  await expect(senderOf({ MAIL_CATCHER: via })(mail)).rejects.toThrow('late')
  expect(limits).toEqual([15_000])
})

test('a queue that does not respond is abandoned after 8 seconds', async () => {
  vi.useFakeTimers()
  const fetched = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
  const [queue, sid] = [queueOf({ QSTASH_TOKEN: 'x', ...keys }, 'https://id.example'), newSid('WH')]
  const delivery = { sid: newSid('WD'), round: 0 }
  const calls: (() => Promise<void>)[] = [
    () => queue.publish([{ endpointSid: sid, deliveries: [delivery], delayMs: 0 }]),
    () => queue.pause(sid, 30),
    () => queue.resume(sid),
    () => queue.release(sid),
    () => queue.unthrottle(sid),
  ]
  const ended = vi.fn()
  for (const call of calls) call().catch(ended)
  await vi.advanceTimersByTimeAsync(7_999)
  expect(fetched).toHaveBeenCalledTimes(calls.length)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended.mock.calls).toEqual(calls.map(() => [new Error('QStash does not respond.')]))
})

/** A Worker that never responds, until the call is given up. */
const silentWorker = {
  fetch: (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    }),
}

/** Expects that a call of a Worker that does not respond ends after this time, and not before. */
async function endsAfter(ms: number, call: () => Promise<unknown>) {
  vi.useFakeTimers()
  const ended = vi.fn()
  call().catch(ended)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended.mock.calls).toEqual([
    [expect.objectContaining({ message: expect.stringContaining('in time') })],
  ])
}

test('a token that the platform does not authenticate is abandoned after 20 seconds, before its connection is stale', async () => {
  const seconds = 20
  await endsAfter(seconds * 1000, () => authenticate(silentWorker, 'token'))
  expect(seconds).toBeLessThan(pingSeconds)
})

test('Workers that do not respond to each other are abandoned after 40 and 15 seconds', async () => {
  await endsAfter(40_000, () => callPlatform({ platform: silentWorker }, '/internal/events', {}))
  await endsAfter(15_000, () => callRealtime(silentWorker, endedPath, {}))
})

test('a Worker that stops in the middle of its response is abandoned after the same time', async () => {
  const via = {
    fetch: (_: unknown, init?: RequestInit) =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('{"half":'))
              init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
            },
          }),
        ),
      ),
  }
  await endsAfter(40_000, async () => (await callPlatform({ platform: via }, '/internal/events', {})).json())
  expect(vi.getTimerCount()).toBe(0)
})

test('a response of a Worker keeps its status, its headers and its body, also if it has none', async () => {
  const responses = [
    new Response(null, { status: 204, headers: { etag: '"1"' } }),
    Response.json({ a: 1 }, { status: 201 }),
  ]
  const via = { fetch: () => Promise.resolve(responses.shift() ?? Response.error()) }
  const [empty, full] = [await callRealtime(via, endedPath, {}), await callRealtime(via, endedPath, {})]
  expect([empty.status, empty.headers.get('etag'), empty.body]).toEqual([204, '"1"', null])
  expect([full.status, await full.json()]).toEqual([201, { a: 1 }])
})

test('no timer is left after the response of a Worker, so that an object can hibernate', async () => {
  vi.useFakeTimers()
  const via = { fetch: () => Promise.resolve(new Response('{}')) }
  await callPlatform({ platform: via }, '/internal/events', {})
  expect(vi.getTimerCount()).toBe(0)
})

test('a response that is no success fails, with the path and the status', async () => {
  const via = { fetch: () => Promise.resolve(new Response(null, { status: 503 })) }
  await expect(authenticate(via, 'token')).rejects.toThrow(/\/internal\/connections.* 503/)
  await expect(callRealtime(via, endedPath, {})).rejects.toThrow(/\/internal\/ended.* 503/)
})

/** The calls of `fetch` in the code of the Workers, with the lines around them. */
function fetches() {
  return [
    'db',
    'src/edge',
    'src/platform',
    'src/proctoring',
    'src/realtime',
    'src/shared',
    'src/sts',
  ].flatMap(folder =>
    readdirSync(projectFile(folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .flatMap(name => {
        const text = readFileSync(projectFile(join(folder, name)), 'utf8')
        return [...text.matchAll(/await (?:(\w+)\.)?fetch\((?:[^()]|\([^()]*\))*\)/g)].map(
          ([call, whom = '']) => ({
            file: join(folder, name),
            call,
            whom,
          }),
        )
      }),
  )
}

// Calls within this system, which have its own limits.
const within = ['ASSETS', 'STS', 'PLATFORM', 'PROCTORING']

test('every call to another system has a time limit', () => {
  const outgoing = fetches().filter(({ whom }) => !within.includes(whom))
  expect(outgoing.map(({ file }) => file).toSorted()).toEqual([
    'db/client.ts',
    'src/edge/metrics.ts',
    'src/platform/mail/sender.ts',
    'src/platform/webhooks/delivery/send.ts',
    'src/shared/call-worker.ts',
    'src/shared/target/resolve.ts',
  ])
  for (const { file, call } of outgoing)
    expect([file, call]).toEqual([file, expect.stringContaining('signal')])
})
