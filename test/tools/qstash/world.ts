import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Receiver } from '@upstash/qstash'
import { onTestFinished, vi } from 'vitest'
import { type VirtualClock, virtualClock } from '../../../tools/qstash/clock.ts'
import { type Qstash, type QstashOptions, startQstash } from '../../../tools/qstash/server.ts'
import { type Sink, startSink } from './sink.ts'

export type QstashWorld = {
  qstash: Qstash
  clock: VirtualClock
  client: Client
  receiver: Receiver
  sink: Sink
  stateDir: string
  /** Waits for the attempts in flight, and advances the time. */
  advance(ms: number): Promise<void>
  /** Calls the server without the client. */
  call(method: string, path: string, init?: { body?: unknown; token?: string }): Promise<Response>
  /** Calls the server and returns the parsed response. */
  read<Body>(method: string, path: string, body?: unknown): Promise<Body>
}

/** A server with its own state directory and virtual clock, and a destination for its messages. */
export async function makeQstash(options: Partial<QstashOptions> = {}): Promise<QstashWorld> {
  const stateDir = makeStateDir()
  const clock = virtualClock()
  const sink = await startSink()
  onTestFinished(sink.close)
  const qstash = await startQstash({ stateDir, clock, controls: true, ...options })
  onTestFinished(qstash.close)
  const call: QstashWorld['call'] = (method, path, { body, token = qstash.token } = {}) =>
    fetch(`${qstash.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    ...{ qstash, clock, sink, stateDir, client: clientOf(qstash.url) },
    receiver: new Receiver({
      currentSigningKey: qstash.signingKeys.current,
      nextSigningKey: qstash.signingKeys.next,
    }),
    async advance(ms) {
      await qstash.idle()
      await clock.advance(ms)
    },
    call,
    read: async (method, path, body) => JSON.parse(await (await call(method, path, { body })).text()),
  }
}

/** The public token of the service's development server. */
export const token = 'eyJVc2VySUQiOiJkZWZhdWx0VXNlciIsIlBhc3N3b3JkIjoiZGVmYXVsdFBhc3N3b3JkIn0='

export function clientOf(baseUrl: string): Client {
  silenceClient()
  return new Client({ baseUrl, token, retry: false, enableTelemetry: false })
}

/** The client prints each error that it also throws. */
function silenceClient(): void {
  if (vi.isMockFunction(console.error)) return
  const print = console.error
  const spy = vi.spyOn(console, 'error').mockImplementation((...printed) => {
    if (!String(printed[0]).startsWith('[Upstash QStash]')) print(...printed)
  })
  onTestFinished(() => spy.mockRestore())
}

export function makeStateDir(): string {
  const stateDir = mkdtempSync(join(tmpdir(), 'qstash-'))
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }))
  return stateDir
}

/** Delays the responses of a path until it is opened, and counts the greatest number of waiting requests. */
export function gate(sink: Sink, path: string) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let waiting = 0
  let most = 0
  sink.answer(path, async () => {
    waiting += 1
    most = Math.max(most, waiting)
    await opened
    await new Promise(done => setTimeout(done, 5))
    waiting -= 1
    return {}
  })
  return { open, most: () => most }
}
