// The server of a system that listens on another address than 127.0.0.1. It forwards requests to the edge, which listens
// on loopback, with the address of the client: workerd does not pass the address of its peer on to a Worker.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { lingerBounds } from '../../src/shared/http/unread-body.ts'
import { Problem, type ProblemCode } from '../../src/shared/problems/problem.ts'
import { clientAddress, parseNetworks } from '../../src/shared/values/client-address.ts'
import { upgradesTo } from './front-upgrade.ts'

type FrontOptions = {
  host: string
  port: number
  /** The port of the edge on 127.0.0.1. */
  edgePort: number
  trustedProxies: string
}

/** Headers of one connection (RFC 9110, section 7.6.1), and those that only a proxy or the runtime may set. */
const dropped = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['cf-connecting-ip', 'mf-cf-blob'],
])

/** The longest upload is a roster, for which the edge allows 5 minutes. */
const requestTimeoutMs = 330_000

/** Less than the 5 s after which workerd closes an idle connection, so that no request is sent on a closed one. */
const idleTimeoutMs = 3000

const drainTimeoutMs = 10_000
const pollMs = 20

/** Starts the server. `close` finishes requests in progress, for at most 10 s. */
export async function startFront(options: FrontOptions): Promise<{ close(): Promise<void> }> {
  const { host, port, edgePort, trustedProxies } = options
  const trusted = parseNetworks(trustedProxies)
  const agent = new http.Agent({ keepAlive: true, timeout: idleTimeoutMs, scheduling: 'lifo' })
  let isClosing = false

  /** The headers for the edge, with the address of the client. */
  const headersFor = ({ headers, socket }: IncomingMessage): IncomingHttpHeaders => ({
    ...toEdge(headers),
    'x-forwarded-for': clientAddress(socket.remoteAddress ?? '', textOf(headers['x-forwarded-for']), trusted),
  })
  const upgrades = upgradesTo({ edgePort, headersFor, headersBack: withoutDropped })

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '', socket } = request
    // The client has reset the connection. Without its address, the request would count for this machine.
    if (!socket.remoteAddress) {
      socket.destroy()
      return
    }
    if (!url.startsWith('/')) {
      refuse(response, 'invalid_request', 'Expected a path as the target.')
      return
    }
    const upstream = http.request({
      ...{ agent, host: '127.0.0.1', port: edgePort, method, path: url },
      headers: headersFor(request),
    })
    let isAnswered = false
    upstream.on('response', answer => {
      response.writeHead(answer.statusCode ?? 500, {
        ...withoutDropped(answer.headers),
        ...(isClosing && { connection: 'close' }),
      })
      answer.pipe(response, { end: false })
      answer.on('end', () => {
        isAnswered = true
        if (request.complete) response.end()
        else linger(request, response)
      })
      answer.on('error', () => response.destroy())
    })
    upstream.on('error', () => {
      if (isAnswered) return // the edge has responded, and closed the connection before it received the whole body
      if (response.headersSent) response.destroy()
      else refuse(response, 'not_ready', 'The system is starting or stopping.')
    })
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  }

  const server = http.createServer(
    {
      requestTimeout: requestTimeoutMs,
      // Without the upgrade, the request of another protocol, such as h2c, gets a response.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    forward,
  )
  server.on('upgrade', (request, socket, head) => {
    if (request.socket.remoteAddress && request.url?.startsWith('/')) upgrades.upgrade(request, socket, head)
    else socket.destroy()
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async close() {
      isClosing = true
      const closed = once(server, 'close')
      server.close()
      upgrades.closeAll()
      const end = Date.now() + drainTimeoutMs
      for (let isOpen = true; isOpen && Date.now() < end; ) {
        server.closeIdleConnections()
        isOpen = await Promise.race([closed.then(() => false), sleep(pollMs, true)])
      }
      server.closeAllConnections()
      await closed
      agent.destroy()
    },
  }
}

/**
 * Reads and discards the rest of the body, and then ends the response. If this has a length, the client already has all of it. Node's
 * client cannot pass the rest on: it sends nothing after a response.
 */
function linger(request: IncomingMessage, response: ServerResponse): void {
  response.flushHeaders() // those of a response without a body
  const { maxBytes, withinMs } = lingerBounds
  const end = () => response.end()
  const giveUp = () => response.end(() => request.destroy())
  let size = 0
  request.unpipe().on('data', (part: Buffer) => {
    size += part.byteLength
    if (size > maxBytes) giveUp()
  })
  const timer = setTimeout(giveUp, withinMs)
  request
    .once('end', end)
    .once('close', () => clearTimeout(timer))
    .resume()
}

const textOf = (header: string | string[] | undefined): string | null => header?.toString() ?? null

const withoutDropped = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))

/** Keeps the framing of the body: without a length it must stay chunked, whatever the method. */
const toEdge = (headers: IncomingHttpHeaders): IncomingHttpHeaders => ({
  ...withoutDropped(headers),
  ...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
})

function refuse(response: ServerResponse, code: ProblemCode, detail: string): void {
  const { status, headers, body } = new Problem(code, detail).toResponse(randomUUID())
  response.writeHead(status, { ...headers, connection: 'close' }).end(body)
}
