// Faults around deliveries, injected from outside of the code under test.

import { EventEmitter, once } from 'node:events'
import http, { createServer, IncomingMessage, Server, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Client } from '@upstash/qstash'
import { callbacks } from '../../src/platform/webhooks/delivery/queue.ts'

export const isRelay = ({ pathname }: URL): boolean => pathname === callbacks.relay

/** Redirects the requests of this process over node:http, which its QStash sends, to `to`. Returns a function that stops it. */
export function divertRequests(to: (url: URL) => URL): () => void {
  const { request } = http
  const diverted = (...[url, options, callback]: Parameters<typeof request>) =>
    request(to(new URL(url)), options, callback)
  Object.assign(http, { request: diverted })
  return () => void Object.assign(http, { request })
}

export type Refusal = { count(): number; stop(): void }

/** Returns 500 from servers of this process for matching paths. Stop it. */
export function refuseRequests(pattern: RegExp): Refusal {
  return interceptRequests(pattern, response => response.writeHead(500).end())
}

/** Keeps requests to servers of this process with matching paths, until it is stopped. */
export function delayRequests(pattern: RegExp): Refusal {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { count, stop } = interceptRequests(pattern, (_, serve) => void promise.then(serve))
  return {
    count,
    stop() {
      stop()
      resolve()
    },
  }
}

function interceptRequests(
  pattern: RegExp,
  intercept: (response: ServerResponse, serve: () => void) => void,
): Refusal {
  let count = 0
  const { emit } = EventEmitter.prototype
  function intercepting(this: Server, event: string | symbol, ...given: unknown[]): boolean {
    const [request, response] = given
    const isAsked = request instanceof IncomingMessage && response instanceof ServerResponse
    if (event !== 'request' || !isAsked || !pattern.test(request.url ?? ''))
      return emit.call(this, event, ...given)
    count += 1
    intercept(response, () => emit.call(this, event, ...given))
    return true
  }
  Object.assign(Server.prototype, { emit: intercepting })
  return { count: () => count, stop: () => void Reflect.deleteProperty(Server.prototype, 'emit') }
}

type Served = { url: string; token: string }

/** The official client of a local QStash. */
export const clientOf = ({ url, token }: Served): Client =>
  new Client({ baseUrl: url, token, retry: false, enableTelemetry: false })

/** Calls the controls of a local QStash (tools/qstash/api/controls.ts). @throws Error when they refuse */
export async function control(
  { url, token }: Served,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(new URL(`/__test/${path}`, url), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`The controls answered ${response.status}.`)
  return response.json()
}

/** One request of a server whose responses the test supplies. */
export type TestRequest = {
  path: string
  headers: Record<string, string>
  body: string
  /** Resolves when the client has disconnected, or has the response. */
  gone: Promise<void>
}

/** Sends a status, or nothing: then the connection is cut. */
type Answering = (asked: TestRequest) => Promise<number | undefined>

export type Answerer = { port: number; url: string; close(): Promise<void> }

/** A server on 127.0.0.1 that calls a function for each response. Close it. */
export const startAnswerer = (answering: Answering): Promise<Answerer> =>
  serveWith(async (request, response) => {
    const gone = Promise.withResolvers<void>()
    response.once('close', gone.resolve)
    const body = (await buffer(request)).toString()
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const status = await answering({ path: request.url ?? '', headers, body, gone: gone.promise })
    if (status === undefined) response.destroy()
    else response.writeHead(status).end()
  })

/** A server on 127.0.0.1. Close it. */
export async function serveWith(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Answerer> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
