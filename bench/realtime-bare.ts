// A bare Durable Object with hibernating sockets that sends each message to all of its sockets: the limit of the runtime.

import { freePort } from '../test/support/start.ts'
import { startRuntime } from '../tools/stack/runtime.ts'

// It speaks as much of the protocol as the client of the bench: `connect`, `subscribe` and `publish`, with nothing checked
// or stored.
const script = `
import { DurableObject } from 'cloudflare:workers'
export class Echo extends DurableObject {
  offset = 0
  fetch() {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }
  webSocketMessage(socket, text) {
    const { id, publish, subscribe } = JSON.parse(text)
    if (publish) {
      const push = JSON.stringify({ push: { channel: publish.channel, pub: { offset: ++this.offset, data: publish.data } } })
      for (const each of this.ctx.getWebSockets()) if (each.deserializeAttachment()) each.send(push)
      socket.send(JSON.stringify({ id, publish: {} }))
    } else if (subscribe) {
      socket.serializeAttachment(true)
      socket.send(JSON.stringify({ id, subscribe: {} }))
    } else socket.send(JSON.stringify({ id, connect: {} }))
  }
}
export default { fetch: (request, env) => env.ECHO.get(env.ECHO.idFromName('echo')).fetch(request) }`

/** Serves the object on a free port. The caller closes it. */
export async function startEcho(): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort()
  const runtime = await startRuntime({
    cf: false,
    host: '127.0.0.1',
    port: 0,
    workers: [
      {
        name: 'echo',
        modules: [{ type: 'ESModule', path: 'echo.js', contents: script }],
        compatibilityDate: '2026-07-01',
        durableObjects: { ECHO: { className: 'Echo', useSQLite: true } },
        unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      },
    ],
  })
  return { url: `ws://127.0.0.1:${port}/`, close: () => runtime.dispose() }
}
