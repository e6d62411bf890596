// A proxy in front of the system that compresses the files of the console, as docs/guides/self-host.md describes for
// Caddy and nginx.

import { createServer, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export type CompressingProxy = { origin: string; close(): void }

const passedOn = ['accept', 'cookie', 'x-background', 'x-forwarded-for']

const compress = promisify(gzip)
const hopByHop = ['content-length', 'transfer-encoding', 'connection']

/** Returns the response of the system to a read, without its compression. */
function forwarded(target: string, { url, headers }: IncomingMessage): Promise<Response> {
  const sent = new Headers()
  for (const name of passedOn) {
    const value = headers[name]
    if (typeof value === 'string') sent.set(name, value)
  }
  return fetch(`${target}${url}`, { headers: sent })
}

/** Starts the proxy on a free port. It passes reads on. */
export async function startCompressingProxy(target: string): Promise<CompressingProxy> {
  const files = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const { url = '' } = request
    const answer = await forwarded(target, request)
    const body = files.get(url) ?? (await compress(Buffer.from(await answer.arrayBuffer())))
    if (url.startsWith('/console/assets/')) files.set(url, body)
    for (const [name, value] of answer.headers) if (!hopByHop.includes(name)) response.setHeader(name, value)
    response.writeHead(answer.status, { 'content-encoding': 'gzip', 'content-length': body.length }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
