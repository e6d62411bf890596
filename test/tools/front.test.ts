// The server of a system that listens on another address than 127.0.0.1.
import { once } from 'node:events'
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFront } from '../../tools/stack/front.ts'
import { freePort } from '../support/start.ts'

type Received = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }

let received: Received[] = []
let reply: (request: IncomingMessage, response: ServerResponse) => void
const edge = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request
  received.push({ method, url, headers, body: await text(request) })
  reply(request, response)
})

let port: number
let front: { close(): Promise<void> }
const trustedProxies = '127.0.0.1'
beforeAll(async () => {
  edge.listen(0, '127.0.0.1')
  await once(edge, 'listening')
  port = await freePort()
  const { port: edgePort } = edge.address() as AddressInfo
  front = await startFront({ host: '127.0.0.1', port, edgePort, trustedProxies })
})
afterAll(async () => {
  await front?.close()
  edge.close()
})
beforeEach(() => {
  received = []
  reply = (_, response) => response.end('done')
})

type Sent = { method?: string; headers?: Record<string, string>; body?: string; from?: string }

/** Sends a request from an address of this machine. Without a length, the body is chunked. */
async function send({ method = 'POST', headers = {}, body = '', from = '127.0.0.1' }: Sent = {}) {
  const request = http.request({
    ...{ host: '127.0.0.1', port, method, headers, path: '/some/path?a=1', localAddress: from, agent: false },
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

/** Sends text on a connection, and returns what comes back until the server closes it. */
function sendRaw(content: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(content)
  return text(socket)
}

test('a request reaches the edge with its method, path, headers and body, and the response the client', async () => {
  reply = (_, response) =>
    response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-request-id': 'r-1' }).end('created')
  const answer = await send({ headers: { 'content-type': 'text/plain', token: 't' }, body: 'sent' })
  expect(answer).toMatchObject({ status: 201, body: 'created', headers: { 'set-cookie': ['a=1', 'b=2'] } })
  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/some/path?a=1',
      body: 'sent',
      headers: { token: 't', host: `127.0.0.1:${port}` },
    },
  ])
})

test('the edge gets the address of the client alone: from a trusted proxy its last entry, and else that of the peer', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'cf-connecting-ip': '192.0.2.66' }
  await send({ headers })
  await send()
  expect(received.map(each => each.headers['x-forwarded-for'])).toEqual(['198.51.100.7', '127.0.0.1'])
  expect(received.map(each => each.headers['cf-connecting-ip'])).toEqual([undefined, undefined])
})

test.runIf(process.platform === 'linux')(
  'X-Forwarded-For of a peer that is not trusted is ignored',
  async () => {
    await send({ from: '127.0.0.2', headers: { 'x-forwarded-for': '198.51.100.7, 127.0.0.1' } })
    expect(received[0]?.headers['x-forwarded-for']).toBe('127.0.0.2')
  },
)

test('a body keeps its framing, so that the edge reads no second request in it', async () => {
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n'
  for (const method of ['POST', 'DELETE', 'GET']) {
    await send({ method, body: hidden, headers: { 'transfer-encoding': 'chunked' } })
    await send({ method, body: hidden, headers: { 'content-length': String(hidden.length) } })
    const connection = { connection: 'content-length, transfer-encoding' }
    await send({ method, body: hidden, headers: { 'content-length': String(hidden.length), ...connection } })
  }
  await sleep(50)
  expect(received.map(({ url, body }) => [url, body])).toEqual(Array(9).fill(['/some/path?a=1', hidden]))
})

test('a request with two lengths, or a target that is not a path, does not reach the edge', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: x\r\n'
  const both = `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
  expect(await sendRaw(both)).toMatch(/^HTTP\/1.1 400 /)
  expect(await sendRaw('GET http://elsewhere.example/ HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(
    /^HTTP\/1.1 400 /,
  )
  expect(received).toEqual([])
})

test('a client that closes its connection ends the request at the edge', async () => {
  const ended = Promise.withResolvers<void>()
  reply = request => request.socket.once('close', ended.resolve)
  const request = http.request({ host: '127.0.0.1', port, agent: false })
  request.on('error', () => {})
  request.end()
  await expect.poll(() => received.length).toBe(1)
  request.destroy()
  await ended.promise
})

/** Another front, before an edge that responds in this way without reading the request first. */
async function frontOf(respond: http.RequestListener) {
  const early = createServer(respond).listen(0, '127.0.0.1')
  await once(early, 'listening')
  const own = await freePort()
  const { port: edgePort } = early.address() as AddressInfo
  const started = await startFront({ host: '127.0.0.1', port: own, edgePort, trustedProxies })
  return {
    port: own,
    async [Symbol.asyncDispose]() {
      await started.close()
      early.close()
    },
  }
}

test('a client that sends all before it reads gets the response of an edge that responds early', async () => {
  const size = 8 * 1024 * 1024
  await using early = await frontOf((request, response) => {
    response.writeHead(401, { 'content-length': 7 }).write('refused')
    request.resume().on('end', () => response.end())
  })
  const socket = connect(early.port, '127.0.0.1').pause()
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`)
  for (let sent = 0; sent < size; sent += 65_536) {
    if (!socket.write(Buffer.alloc(65_536))) await once(socket, 'drain')
  }
  expect(await text(socket)).toMatch(/^HTTP\/1.1 401 [\s\S]*\r\n\r\nrefused$/)
})

test('a response without a body does not wait for the rest of the request', async () => {
  await using early = await frontOf((_, response) => void response.writeHead(204).end())
  const socket = connect(early.port, '127.0.0.1')
  try {
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx')
    const [head] = await once(socket, 'data')
    expect(String(head)).toMatch(/^HTTP\/1.1 204 /)
  } finally {
    socket.destroy()
  }
})

test('without the edge the response is 503 with a problem', async () => {
  const other = await freePort()
  const lonely = await startFront({
    host: '127.0.0.1',
    port: other,
    edgePort: await freePort(),
    trustedProxies,
  })
  const response = await fetch(`http://127.0.0.1:${other}/`)
  expect([response.status, response.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
  expect(await response.json()).toMatchObject({ code: 'not_ready', status: 503 })
  await lonely.close()
})

test('closing finishes requests in progress, takes no other one, and keeps no connection', async () => {
  const own = await freePort()
  const { port: edgePort } = edge.address() as AddressInfo
  const closing = await startFront({ host: '127.0.0.1', port: own, edgePort, trustedProxies })
  const release = Promise.withResolvers<void>()
  reply = async (_, response) => {
    await release.promise
    response.end('late')
  }
  const agent = new http.Agent({ keepAlive: true })
  const request = http.get({ host: '127.0.0.1', port: own, agent })
  await expect.poll(() => received.length).toBe(1)
  const closed = closing.close()
  await sleep(50)
  await expect(fetch(`http://127.0.0.1:${own}/`)).rejects.toThrow()
  release.resolve()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(await text(response)).toBe('late')
  await closed
  agent.destroy()
})
