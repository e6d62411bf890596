// A bare Durable Object with hibernating sockets that sends each message to all of its sockets: the limit of the runtime.

import { freePort } from '../test/support/start.ts'
import { startRuntime } from '../tools/stack/runtime.ts'

// It speaks as much of the protocol as the client of the bench: `connect`, `subscribe` with recovery, `publish` and `ping`, with
// nothing checked and nothing stored: it has the last 1,000 publications of each topic in memory.
const script = `
import { DurableObject } from 'cloudflare:workers'
export class Echo extends DurableObject {
  topics = new Map()
  fetch() {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }
  topic(name) {
    if (!this.topics.has(name)) this.topics.set(name, { offset: 0, last: [] })
    return this.topics.get(name)
  }
  webSocketMessage(socket, text) {
    for (const line of text.split('\\n')) {
      const { id, publish, subscribe } = JSON.parse(line)
      if (publish) this.publish(socket, id, publish)
      else if (subscribe) this.subscribe(socket, id, subscribe)
      else if (id) socket.send(JSON.stringify({ id, connect: {} }))
    }
  }
  publish(socket, id, { channel, data }) {
    const topic = this.topic(channel)
    const pub = { offset: ++topic.offset, data }
    topic.last.push(pub)
    if (topic.last.length > 1000) topic.last.shift()
    const push = JSON.stringify({ push: { channel, pub } })
    for (const each of this.ctx.getWebSockets()) if (each.deserializeAttachment() === channel) each.send(push)
    socket.send(JSON.stringify({ id, publish: {} }))
  }
  subscribe(socket, id, { channel, recover }) {
    const { offset, last } = this.topic(channel)
    socket.serializeAttachment(channel)
    const recovered = recover ? { recovered: true, publications: last } : {}
    socket.send(JSON.stringify({ id, subscribe: { epoch: '', offset, ...recovered } }))
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
