import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer }

export type Reply = { status?: number; headers?: Record<string, string>; body?: string | Buffer; hang?: true }

export type Sink = {
  /** The URL of a path of the sink. */
  at(path: string): string
  /** The requests that were received, all or those of one path. */
  received(path?: string): Received[]
  /** Sets the responses of a path, which are 200 otherwise. */
  answer(path: string, reply: (request: Received, count: number) => Reply | Promise<Reply>): void
  /** Resolves when the path has received this number of requests; throws after 10 s. */
  until(path: string, count: number): Promise<Received[]>
  close(): Promise<void>
}

/** A destination on the loopback interface. */
export async function startSink(): Promise<Sink> {
  const requests: Received[] = []
  const replies = new Map<string, (request: Received, count: number) => Reply | Promise<Reply>>()
  const received = (path?: string) => requests.filter(one => path === undefined || one.path === path)

  async function handle(request: Received, response: ServerResponse): Promise<void> {
    requests.push(request)
    const reply = replies.get(request.path)
    const {
      status = 200,
      headers = {},
      body,
      hang,
    } = (await reply?.(request, received(request.path).length)) ?? {}
    if (!hang) response.writeHead(status, headers).end(body)
  }
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void handle({ method, path, headers, body: Buffer.concat(chunks) }, response))
  })
  const { promise, resolve } = Promise.withResolvers<AddressInfo>()
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object') resolve(address)
  })
  const { port } = await promise
  return {
    at: path => `http://127.0.0.1:${port}${path}`,
    received,
    answer: (path, reply) => void replies.set(path, reply),
    async until(path, count) {
      for (let waited = 0; received(path).length < count; waited += 5) {
        if (waited > 10_000)
          throw new Error(`${path} received only ${received(path).length} of ${count} requests.`)
        await new Promise(done => setTimeout(done, 5))
      }
      return received(path)
    },
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
