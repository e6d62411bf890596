// A small HTTP/1.1 server on raw sockets: node:http takes 40 µs more of CPU for each request.

import { STATUS_CODES } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type HttpRequest, RequestError, requestReader } from './http-request.ts'

/** `body` is JSON. */
export type HttpResponse = { status: number; body: Buffer }

/** Responds to a request. `disconnected` aborts when the client has closed its connection. */
export type Handler = (request: HttpRequest, disconnected: AbortSignal) => Promise<HttpResponse>

type ServerOptions = {
  /** From the first byte of a request to its last one. */
  requestTimeoutMs?: number
}

type Connection = {
  /** Ends the connection, after the response in progress. */
  close(): void
}

const lingerMs = 5_000 // for a client to read the last response
const keepAliveMs = 60_000 // detects clients whose machine has disappeared
const noBytes = Buffer.alloc(0)
const noop = () => {}

/** Serves on a free port of 127.0.0.1. Only clients close idle connections, so that none is reset when it is used again. */
export async function startHttpServer(
  handle: Handler,
  { requestTimeoutMs = 60_000 }: ServerOptions = {},
): Promise<{ port: number; close(): Promise<void> }> {
  const connections = new Set<Connection>()
  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs },
    socket => {
      const connection = serve(socket, handle, requestTimeoutMs)
      connections.add(connection)
      socket.once('close', () => connections.delete(connection))
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.on('error', noop) // a connection could not be accepted; its client sees that
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const connection of connections) connection.close()
      }),
  }
}

/** Serves the requests of one connection, one after the other. */
function serve(socket: Socket, handle: Handler, requestTimeoutMs: number): Connection {
  const disconnected = new AbortController()
  const read = requestReader()
  let timeout: NodeJS.Timeout | undefined
  let state: 'open' | 'responding' | 'last' | 'ended' = 'open'

  /** Sends the last response and closes. What the client still sends is read, else it would reset the connection. */
  function end(last: Buffer = noBytes) {
    state = 'ended'
    clearTimeout(timeout)
    timeout = setTimeout(() => socket.destroy(), lingerMs)
    socket.end(last)
  }

  function refuse(error: unknown) {
    const { status, message } = error instanceof RequestError ? error : new RequestError(500, String(error))
    end(encode({ status, body: Buffer.from(JSON.stringify({ message })) }, 'connection: close\r\n'))
  }

  async function respond(request: HttpRequest) {
    state = request.headers.get('connection')?.toLowerCase() === 'close' ? 'last' : 'responding'
    const response = await handle(request, disconnected.signal)
    if (socket.destroyed) return
    if (isLast()) return end(encode(response, 'connection: close\r\n'))
    state = 'open'
    socket.write(encode(response))
  }

  /** A function, because the compiler does not see that `state` changes during an await. */
  const isLast = () => state === 'last'

  function receive(chunk: Buffer) {
    if (state === 'responding') state = 'last' // a request must wait for the response to the previous one
    if (state !== 'open') return
    const request = read(chunk)
    if (!request) {
      timeout ??= setTimeout(
        () => refuse(new RequestError(408, 'the request is incomplete')),
        requestTimeoutMs,
      )
      return
    }
    clearTimeout(timeout)
    timeout = undefined
    respond(request).catch(refuse)
  }

  socket.on('error', noop) // `close` follows
  socket.on('data', chunk => {
    try {
      receive(chunk)
    } catch (error) {
      refuse(error)
    }
  })
  socket.once('close', () => {
    clearTimeout(timeout)
    disconnected.abort()
  })
  return {
    close() {
      if (state === 'responding') state = 'last'
      else if (state === 'open' && socket.writableLength > 0) end()
      else if (state === 'open') socket.destroy()
    },
  }
}

function encode({ status, body }: HttpResponse, headers = ''): Buffer {
  const head =
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const bytes = Buffer.allocUnsafe(head.length + body.length)
  bytes.write(head, 'latin1')
  body.copy(bytes, head.length)
  return bytes
}
