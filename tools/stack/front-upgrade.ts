// WebSockets through the server of front.ts: passes the upgrade on, and then the bytes of both directions.

import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

type UpgradeOptions = {
  edgePort: number
  /** Returns the headers for the edge. */
  headersFor(request: IncomingMessage): IncomingHttpHeaders
  /** Returns the headers of a response for the client. */
  headersBack(headers: IncomingHttpHeaders): IncomingHttpHeaders
}

/** Returns the handler of upgrades, and a function that closes the open sockets. */
export function upgradesTo({ edgePort, headersFor, headersBack }: UpgradeOptions) {
  const sockets = new Set<Duplex>()

  function upgrade(request: IncomingMessage, client: Duplex, head: Buffer): void {
    sockets.add(client)
    client.on('close', () => sockets.delete(client))
    client.on('error', () => client.destroy())
    const { method, url } = request
    const upstream = http.request({
      ...{ host: '127.0.0.1', port: edgePort, method, path: url, agent: false },
      headers: { ...headersFor(request), connection: 'Upgrade', upgrade: 'websocket' },
    })
    upstream.on('upgrade', (answer, edge, first) => {
      client.write(headOf(101, 'Switching Protocols', answer.rawHeaders))
      client.write(first)
      edge.on('error', () => client.destroy())
      edge.on('close', () => client.destroy())
      client.on('close', () => edge.destroy())
      edge.write(head)
      edge.pipe(client).pipe(edge)
    })
    upstream.on('response', answer => {
      const headers = Object.entries({ ...headersBack(answer.headers), connection: 'close' })
      client.write(headOf(answer.statusCode ?? 500, answer.statusMessage ?? '', headers.flat().map(String)))
      answer.pipe(client)
    })
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
    upstream.end()
  }

  return {
    upgrade,
    closeAll: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Returns the head of a response. @param headers names and values in turn */
function headOf(status: number, text: string, headers: readonly string[]): string {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []))
  return [`HTTP/1.1 ${status} ${text}`, ...lines, '', ''].join('\r\n')
}
