// Simulates the distance between two regions.

import { once } from 'node:events'
import net from 'node:net'

export type DelayedProxy = {
  port: number
  /** Sets the round-trip time in ms, for all connections. */
  setRoundTrip(ms: number): void
  close(): Promise<void>
}

/** Forwards connections to a port of 127.0.0.1. Delays all bytes of each direction by half of the round-trip time. */
export async function startDelayedProxy(targetPort: number): Promise<DelayedProxy> {
  let delayMs = 0
  const sockets = new Set<net.Socket>()
  const forward = (from: net.Socket, to: net.Socket) => {
    sockets.add(from)
    from.setNoDelay(true)
    from.on('data', bytes => setTimeout(() => to.writable && to.write(bytes), delayMs))
    from.on('end', () => setTimeout(() => to.end(), delayMs))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      setTimeout(() => to.destroy(), delayMs)
    })
  }
  const server = net.createServer(client => {
    const target = net.connect(targetPort, '127.0.0.1')
    forward(client, target)
    forward(target, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    port: address.port,
    setRoundTrip(ms) {
      delayMs = ms / 2
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
