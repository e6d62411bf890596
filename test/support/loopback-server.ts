import { once } from 'node:events'
import { createAdaptorServer } from '@hono/node-server'

/** Starts a server on a free port of the loopback address. It closes at the end of the `await using` block. */
export async function listenOnLoopback(fetch: (request: Request) => Promise<Response>) {
  const server = createAdaptorServer({ fetch, hostname: '127.0.0.1' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}
