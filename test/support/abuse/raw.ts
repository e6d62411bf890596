// Requests that `fetch` would correct or refuse to send.
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Stack } from '../../../tools/stack/stack.ts'
import { Answer } from '../client.ts'

type RawRequest = {
  headers?: Record<string, string>
  body?: readonly (Uint8Array | string)[]
  withinMs?: number
}

const usualMs = 10_000

/**
 * Calls `giveUp` when the socket has been silent for this time, in tenths in which this process has run. A timeout of the
 * socket also counts a stall of the process, in which the endpoint of the database, which is part of it, answers no one.
 */
function watchSilence(socket: Socket, withinMs: number, giveUp: () => void): void {
  let left = 10
  let seen = 0
  const timer = setInterval(() => {
    const bytes = socket.bytesRead + socket.bytesWritten
    left = bytes === seen ? left - 1 : 10
    seen = bytes
    if (left === 0) giveUp()
  }, withinMs / 10)
  socket.on('close', () => clearInterval(timer))
}

/** Sends the path unchanged, and a body in chunks of unknown length. @throws Error when there is no response in 10 s */
export function askRaw(
  { baseUrl }: Pick<Stack, 'baseUrl'>,
  method: string,
  path: string,
  { headers = {}, body = [], withinMs = usualMs }: RawRequest = {},
) {
  const { hostname, port } = new URL(baseUrl)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const asked = request({ hostname, port, method, path, headers, agent: false })
  asked.on('socket', socket =>
    watchSilence(socket, withinMs, () => asked.destroy(new Error(`${method} ${path} hangs.`))),
  )
  asked.on('error', reject)
  asked.on('response', async answer => {
    const parts: Buffer[] = []
    for await (const part of answer) parts.push(part)
    const entries = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const status = answer.statusCode ?? 0
    resolve(new Answer(new Response(null, { status, headers: entries }), Buffer.concat(parts).toString()))
    asked.destroy()
  })
  // Node would send the body of a DELETE without announcing it.
  if (body.length > 0) asked.setHeader('transfer-encoding', 'chunked')
  for (const part of body) asked.write(part)
  asked.end()
  return promise
}

/** Sends bytes unchanged, and returns the first line of the response; undefined when the connection is closed. */
export function askBytes({ baseUrl }: Stack, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
  let text = ''
  const end = () => {
    resolve(text.split('\r\n')[0] ?? '')
    socket.destroy()
  }
  watchSilence(socket, usualMs, () => {
    reject(new Error(`${bytes.slice(0, 80)} hangs.`))
    socket.destroy()
  })
  socket.on('data', part => {
    text += part.toString('latin1')
    if (text.includes('\r\n')) end()
  })
  socket.on('close', end)
  socket.on('error', end)
  return promise
}
