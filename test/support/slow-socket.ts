// A client of topics that reads at a given rate, on a TCP connection, because `WebSocket` always reads.
import { Buffer } from 'node:buffer'
import http from 'node:http'
import type { Socket } from 'node:net'

export type SlowSocket = {
  /** The lines that the client has received. */
  lines: string[]
  /** Sends commands in one frame. */
  send(...commands: object[]): void
  /** How the client reads: everything, at most a chunk (64 KiB) in each interval, or nothing. */
  read(mode: 'all' | 'nothing' | { everyMs: number }): void
  /** The code and reason with which the server has closed the connection. */
  closed: Promise<readonly [code: number, reason: string]>
  destroy(): void
}

/** Opens a connection, and answers the pings that the client reads. @param url begins with `ws:` */
export async function slowSocket(url: string): Promise<SlowSocket> {
  const { socket, head } = await upgraded(url)
  const lines: string[] = []
  const closed = Promise.withResolvers<readonly [number, string]>()
  let [buffer, timer]: [Buffer, NodeJS.Timeout | undefined] = [head, undefined]
  const receive = ({ opcode, body }: Frame) => {
    if (opcode === 8) closed.resolve([body.readUInt16BE(0), body.toString('utf8', 2)])
    if (opcode !== 1) return
    const received = body.toString().split('\n').filter(Boolean)
    if (received.includes('{}')) socket.write(textFrame('{}'))
    lines.push(...received.filter(line => line !== '{}'))
  }
  const take = (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk])
    for (let frame = firstFrame(buffer); frame; frame = firstFrame(buffer)) {
      buffer = buffer.subarray(frame.end)
      receive(frame)
    }
    if (timer) socket.pause()
  }
  socket.on('data', take)
  socket.on('error', () => {})
  take(Buffer.alloc(0))
  return {
    lines,
    closed: closed.promise,
    send: (...commands) => socket.write(textFrame(commands.map(each => JSON.stringify(each)).join('\n'))),
    read: mode => {
      clearInterval(timer)
      timer = typeof mode === 'object' ? setInterval(() => socket.resume(), mode.everyMs) : undefined
      if (mode === 'all') socket.resume()
      else socket.pause()
    },
    destroy: () => {
      clearInterval(timer)
      socket.destroy()
    },
  }
}

async function upgraded(url: string): Promise<{ socket: Socket; head: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ socket: Socket; head: Buffer }>()
  const key = Buffer.from('0123456789abcdef').toString('base64')
  const headers = {
    ...{ connection: 'Upgrade', upgrade: 'websocket' },
    ...{ 'sec-websocket-key': key, 'sec-websocket-version': '13' },
  }
  const request = http.get(url.replace(/^ws/, 'http'), { headers, agent: false })
  request.on('upgrade', (_, socket, head) => resolve({ socket: socket as Socket, head }))
  request.on('response', ({ statusCode }) => reject(new Error(`The server responded with ${statusCode}.`)))
  request.on('error', reject)
  return await promise
}

type Frame = { opcode: number; body: Buffer; end: number }

/** Returns the first frame, if it is complete. Servers do not mask frames (RFC 6455, 5.1). */
function firstFrame(buffer: Buffer): Frame | undefined {
  if (buffer.length < 2) return undefined
  const short = buffer.readUInt8(1) & 0x7f
  const start = short === 126 ? 4 : short === 127 ? 10 : 2
  if (buffer.length < start) return undefined
  const long = () => (short === 126 ? buffer.readUInt16BE(2) : Number(buffer.readBigUInt64BE(2)))
  const end = start + (start === 2 ? short : long())
  if (buffer.length < end) return undefined
  return { opcode: buffer.readUInt8(0) & 0x0f, body: buffer.subarray(start, end), end }
}

/** Returns a frame with a mask of zeros. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(body.length < 126 ? 6 : 8)
  head.writeUInt8(0x81, 0)
  if (body.length < 126) head.writeUInt8(0x80 | body.length, 1)
  else {
    head.writeUInt8(0xfe, 1)
    head.writeUInt16BE(body.length, 2)
  }
  return Buffer.concat([head, body])
}
