// The requests of the tests. By `fetch`, over a connection for each, a request takes half as much CPU again in all processes.

import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** A response with its whole body. */
export type Received = { status: number; headers: Headers; raw: string }

export type Sent = { method: string; headers: Headers; body?: string | Blob | null }

/** Closes a connection after 3 s, before the runtime, which closes idle connections after 5 s. */
const agent = new http.Agent({ keepAlive: true, timeout: 3000, scheduling: 'lifo' })

/** Sends a request as `fetch` does, over a kept connection. @throws TypeError as `fetch` when the connection breaks */
export async function exchange(url: URL, { method, headers, body = null }: Sent): Promise<Received> {
  const content = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : Buffer.from(body ?? '')
  const sent: Record<string, string> = { accept: '*/*', 'user-agent': 'node', ...Object.fromEntries(headers) }
  if (body !== null || method === 'POST' || method === 'PUT') sent['content-length'] = String(content.length)
  const send = (via: http.Agent | false) =>
    attempt(http.request(url, { agent: via, method, headers: sent }), content)
  try {
    return await send(agent).catch(error => {
      if (!(error instanceof Closed)) throw error
      return send(false) // the other kept connections can be closed, too
    })
  } catch (error) {
    throw new TypeError('fetch failed', { cause: error })
  }
}

/** The system closed a kept connection before it got the request. */
class Closed extends Error {}

async function attempt(request: ClientRequest, content: Buffer): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve)
  request.on('error', error => reject(request.reusedSocket ? new Closed('', { cause: error }) : error))
  request.end(content)
  const response = await promise
  const headers = new Headers()
  for (let at = 0; at + 1 < response.rawHeaders.length; at += 2)
    headers.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '')
  return { status: response.statusCode ?? 0, headers, raw: await text(response) }
}
