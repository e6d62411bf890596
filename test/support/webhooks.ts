// Webhook endpoints, receivers for them on loopback, and the delivery log.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { newSid } from '../../db/sid.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import type { Answer, Call } from './client.ts'
import { badPaths } from './problem.ts'
import { stackOfFork, type TestOptions, testStack, usualDatabase } from './stack.ts'
import type { World } from './world.ts'

export type Row = Record<string, unknown>

/** One received delivery. Header names are in lower case; the time is in epoch ms. */
export type Received = { body: string; headers: Record<string, string>; at: number }

/** `drop` closes the connection without a response, `hang` never responds. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: string } | 'drop' | 'hang'

/** The address of one endpoint's deliveries. */
export type Receiver = {
  url: string
  received: Received[]
  /** Responses in order, the last one for all further requests; 204 if there are none. A promise holds its request. */
  replies: (Reply | Promise<Reply>)[]
}

export type Sink = {
  /** A new receiver, at a path of the one server. */
  receiver(...replies: Receiver['replies']): Receiver
  close(): Promise<void>
}

function give(reply: Reply, response: ServerResponse): void {
  if (reply === 'hang') return
  if (reply === 'drop') {
    response.destroy()
    return
  }
  const { status = 200, headers = {}, body = '' } = reply
  response.writeHead(status, headers).end(body)
}

const headersOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))

/** A server on 127.0.0.1 that records its requests. Close it. */
export async function startSink(): Promise<Sink> {
  const receivers = new Map<string, Receiver>()
  const server = createServer(async (request, response) => {
    const receiver = receivers.get(request.url ?? '')
    const body = await buffer(request).then(String, () => undefined)
    if (body === undefined) return // the sender was killed
    if (!receiver) return give({ status: 404 }, response)
    receiver.received.push({ body, headers: headersOf(request), at: Date.now() })
    const [reply = { status: 204 }, ...more] = receiver.replies
    if (more.length > 0) receiver.replies = more
    give(await reply, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sink has no port.')
  return {
    receiver(...replies) {
      const path = `/hook-${receivers.size}`
      const receiver = { url: `http://127.0.0.1:${address.port}${path}`, received: [], replies }
      receivers.set(path, receiver)
      return receiver
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const webhookOptions = ({
  database = usualDatabase,
  ...options
}: Partial<TestOptions> = {}): TestOptions => ({ database, ...options })

/** A separate stack, on the kind of database of the project. Close it. */
export const webhookStack = (options?: Partial<TestOptions>): Promise<Stack> =>
  testStack(webhookOptions(options))

/**
 * A stack and a sink for all tests of a file. Files with the same options share the fork's stack; a database that the file
 * names, or a QStash that it controls, belongs to the file and is closed after it.
 * @param withinMs the timeout of the start, if it is longer than that of other hooks
 */
export function stackWithSink(options: Partial<TestOptions> = {}, withinMs?: number) {
  const isShared = !(options.database || options.qstash)
  const started: { stack?: Stack; sink?: Sink } = {}
  beforeAll(async () => {
    started.stack = await (isShared ? stackOfFork(webhookOptions(options)) : webhookStack(options))
    started.sink = await startSink()
  }, withinMs)
  afterAll(async () => {
    if (!isShared) await started.stack?.close()
    await started.sink?.close()
  })
  return started as { readonly stack: Stack; readonly sink: Sink } // in tests, which run after both have started
}

export const endpointSecret = 'correct horse battery staple'

export type Endpoint = { id: string; at: string; secret: string; receiver: Receiver; record: Row }

/** An endpoint for published `document.updated` events by default. */
export async function makeEndpoint(
  { admin }: Pick<World, 'admin'>,
  receiver: Receiver,
  members: { secret?: string; events?: string[]; filter?: Row } = {},
): Promise<Endpoint> {
  const body = { url: receiver.url, secret: endpointSecret, events: ['document.updated'], ...members }
  const answer = await admin('POST', '/api/webhooks', { body })
  expect(answer.status, answer.raw).toBe(201)
  const id = answer.text('id')
  return { id, at: `/api/webhooks/${id}`, secret: body.secret, receiver, record: answer.body }
}

/** Runs an operation on an endpoint that must be granted. */
export async function act(
  { admin }: Pick<World, 'admin'>,
  { at }: Pick<Endpoint, 'at'>,
  operation: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await admin('POST', `${at}/${operation}`, body === undefined ? {} : { body })
  expect(answer.status, answer.raw).toBeLessThan(300)
  return answer
}

/** Publishes an event and returns its id. */
export async function publish(
  { admin }: Pick<World, 'admin'>,
  payload: Row = {},
  type = 'document.updated',
): Promise<string> {
  const body = { topic: 'courses.syllabus', type, payload }
  const answer = await admin('POST', '/api/events', { body })
  expect(answer.status, answer.raw).toBe(202)
  return answer.text('id')
}

/** Waits until no delivery of the application is pending, in longer and longer pauses. If some are pending at first, `publish` is called once. */
export async function settled({ stack: { db }, applicationSid }: World, publish?: () => Promise<void>) {
  const end = performance.now() + 60_000
  for (let pause = 20; ; pause = Math.min(1.4 * pause, 250)) {
    const { rows } = await db.execute<{ pending: number }>(sql`
      select count(*)::int pending from webhook_delivery where application_sid = ${applicationSid.slice(2)}::uuid and status = 'pending'`)
    if (rows[0]?.pending === 0) return
    if (pause === 20) await publish?.()
    expect(performance.now(), `${rows[0]?.pending} deliveries are pending`).toBeLessThan(end)
    await sleep(pause)
  }
}

/** Waits for this number of requests. */
export async function arrived({ received }: Receiver, count: number): Promise<void> {
  const isThere = () => expect(received.length, 'deliveries').toBeGreaterThanOrEqual(count)
  await vi.waitFor(isThere, { timeout: 60_000, interval: 20 })
}

/** The rows of a response that is an array. */
export function rowsOf(answer: Answer): Row[] {
  expect(answer.status, answer.raw).toBe(200)
  const { json } = answer
  if (!Array.isArray(json)) throw new Error(`No array: ${answer.raw}`)
  return json
}

/** The delivery log, newest first. */
export const logOf = async ({ admin }: { admin: Call }, query = ''): Promise<Row[]> =>
  rowsOf(await admin('GET', `/api/webhooks/logs?${query}`))

export const deadLettersOf = async ({ admin }: { admin: Call }, query = ''): Promise<Row[]> =>
  rowsOf(await admin('GET', `/api/webhooks/dead-letters?${query}`))

/** The ids of the received events, in order. */
export const eventIds = ({ received }: Receiver): string[] =>
  received.map(({ body }) => {
    const event: { id: string } = JSON.parse(body)
    return event.id
  })

/** The members of the errors of a 400, each once. */
export const badMembers = (answer: Answer): string[] => [...new Set(badPaths(answer))].toSorted()

export type Operation = { name: string; path: string; body?: unknown; status: number }

/**
 * Every operation on an endpoint and a delivery that has ended, by the name of its route, in an order in which all are
 * granted.
 */
export const operationsOn = (webhook: string, delivery: string, retry: string): Operation[] => {
  const [list, session] = ['/api/webhooks', `sessionSid=${newSid('ES')}`]
  const [one, ended] = [`${list}/${webhook}`, `${list}/deliveries/${delivery}`]
  const create = { url: 'https://lms.example.com/', secret: endpointSecret, events: ['socket.message'] }
  return [
    { name: 'GET /api/webhooks', path: list, status: 200 },
    { name: 'POST /api/webhooks', path: list, body: create, status: 201 },
    { name: 'GET /api/webhooks/logs', path: `${list}/logs`, status: 200 },
    { name: 'GET /api/webhooks/deliveries', path: `${list}/deliveries?${session}`, status: 200 },
    { name: 'GET /api/webhooks/dead-letters', path: `${list}/dead-letters`, status: 200 },
    { name: 'GET /api/webhooks/{webhookSid}', path: one, status: 200 },
    { name: 'PUT /api/webhooks/{webhookSid}', path: one, body: { filter: {} }, status: 200 },
    { name: rotation, path: `${one}/rotate-secret`, body: { secret: 'another secret' }, status: 200 },
    { name: 'POST /api/webhooks/{webhookSid}/test', path: `${one}/test`, status: 202 },
    {
      name: 'POST /api/webhooks/{webhookSid}/recover',
      path: `${one}/recover`,
      body: { since: '2026-01-01T00:00:00Z' },
      status: 202,
    },
    { name: 'GET /api/webhooks/deliveries/{deliverySid}', path: ended, status: 200 },
    { name: 'POST /api/webhooks/deliveries/{deliverySid}/retry', path: `${ended}/retry`, status: 202 },
    { name: `POST ${retryPath}`, path: retryPath, body: longAgo, status: 202 },
    { name: 'GET /api/webhooks/retries/{retrySid}', path: `${list}/retries/${retry}`, status: 200 },
    { name: 'POST /api/webhooks/{webhookSid}/deactivate', path: `${one}/deactivate`, status: 200 },
    { name: 'POST /api/webhooks/{webhookSid}/activate', path: `${one}/activate`, status: 200 },
    { name: 'DELETE /api/webhooks/{webhookSid}', path: one, status: 204 },
  ]
}

/** Sends an operation. */
export const ask = (
  call: Call,
  { name, path, body }: Operation,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call(name.split(' ', 1)[0] ?? '', path, { headers, ...(body !== undefined && { body }) })

const rotation = 'POST /api/webhooks/{webhookSid}/rotate-secret'
const retryPath = '/api/webhooks/deliveries/retry'
const longAgo = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }

/** An endpoint with one finished delivery, and a retry without deliveries. */
export async function delivered(world: World, sink: Sink) {
  const endpoint = await makeEndpoint(world, sink.receiver())
  const eventId = await publish(world, { page: 7 })
  await settled(world)
  const [row = {}] = await logOf(world, `webhookId=${endpoint.id}`)
  const retry = await world.admin('POST', retryPath, { body: longAgo })
  const ids = { deliveryId: String(row['deliveryId']), attemptId: String(row['id']) }
  return { endpoint, eventId, retryId: retry.text('id'), ...ids }
}
