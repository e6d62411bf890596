import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Receives webhook deliveries on a loopback port. */
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
    /** Sets the status of the following responses. */
    setStatus(next: number) {
      status = next
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
