import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Takes in what is delivered to webhook endpoints, on a loopback port. */
export async function startReceiver() {
  const bodies: string[] = []
  let status = 204
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.sendDate = false
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a server that listens on a port
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/webhooks`,
    bodies,
    /** Answers with the status from now on. */
    answer(other: number) {
      status = other
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
