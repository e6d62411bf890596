// A reverse proxy that ends TLS, as in the guide to self-hosting, and clients with other addresses.
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryDirectory } from './directory.ts'

/** Linux has all of 127.0.0.0/8; elsewhere a client has 127.0.0.1 only. */
export const hasProxy = process.platform === 'linux' && spawnSync('openssl', ['version']).status === 0
if (!hasProxy) console.log('This machine has no openssl or one loopback address: no proxy is tried.')

export type Certificate = { key: string; cert: string }

/** The files of a certificate of this machine, for a day. */
export function makeCertificate(): Certificate {
  const directory = temporaryDirectory()
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const form = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const names = ['-subj', '/CN=exams.school.example', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', ...form, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key, cert }
}

/** A proxy on 127.0.0.1 that sets X-Forwarded-For and X-Forwarded-Proto, and drops what the client sends. */
export async function startProxy(target: string, { key, cert }: Certificate) {
  const server = https.createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (request, response) => {
      const { method, url, headers, socket } = request
      const upstream = http.request(new URL(url ?? '', target), {
        method,
        headers: {
          ...headers,
          'x-forwarded-for': socket.remoteAddress,
          'x-forwarded-proto': 'https',
          connection: 'close',
        },
      })
      upstream.on('response', answer => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      upstream.on('error', () => response.destroy())
      request.pipe(upstream)
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

export type Reply = { status: number; headers: IncomingHttpHeaders; body: string }
export type RequestOptions = { body?: unknown; headers?: Record<string, string>; cert?: string }

/** Sends a request from an address of this machine. */
export async function sendFrom(
  address: string,
  method: string,
  url: string,
  { body, headers = {}, cert }: RequestOptions = {},
): Promise<Reply> {
  const sent = body === undefined ? '' : JSON.stringify(body)
  const options = {
    ...{ method, localAddress: address, agent: false as const },
    headers: {
      ...(sent && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) }),
      ...headers,
    },
  }
  const request = url.startsWith('https:')
    ? https.request(url, { ...options, ...(cert && { ca: readFileSync(cert) }) })
    : http.request(url, options)
  request.end(sent)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}
