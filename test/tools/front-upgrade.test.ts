// WebSockets through the server of a system that listens on another address than 127.0.0.1.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFront } from '../../tools/stack/front.ts'
import { freePort } from '../support/start.ts'

const received: IncomingHttpHeaders[] = []
const open = new Set<object>()
const edge = createServer((_, response) => response.writeHead(426).end('no'))
edge.on('upgrade', ({ headers, url }, socket, head) => {
  received.push(headers)
  if (url !== '/echo') {
    socket.end('HTTP/1.1 503 Full\r\ncontent-length: 4\r\nx-reason: full\r\n\r\nfull')
    return
  }
  open.add(socket)
  socket.on('close', () => open.delete(socket))
  socket.on('error', () => {})
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nfirst ')
  socket.write(head)
  socket.pipe(socket)
})

let port: number
let front: { close(): Promise<void> }
beforeAll(async () => {
  edge.listen(0, '127.0.0.1')
  await once(edge, 'listening')
  port = await freePort()
  const { port: edgePort } = edge.address() as AddressInfo
  front = await startFront({ host: '127.0.0.1', port, edgePort, trustedProxies: '' })
})
afterAll(() => {
  edge.close()
})

/** Sends an upgrade, and returns the socket and what it receives. */
function upgrade(path: string, head = '', protocol = 'websocket') {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: any\r\nconnection: Upgrade\r\nupgrade: ${protocol}\r\nx-forwarded-for: 1.2.3.4\r\n\r\n${head}`,
  )
  const answer = { text: '' }
  socket.on('data', chunk => {
    answer.text += chunk
  })
  socket.on('error', () => {})
  return { socket, answer, closed: once(socket, 'close') }
}

test('an upgrade reaches the edge with the address of the client, and then bytes pass in both directions', async () => {
  const { socket, answer } = upgrade('/echo', 'early ')
  await expect.poll(() => answer.text).toMatch(/^HTTP\/1.1 101 .*\r\n\r\nfirst early $/s)
  socket.write('late')
  await expect.poll(() => answer.text).toMatch(/late$/)
  expect(received.at(-1)).toMatchObject({ upgrade: 'websocket', 'x-forwarded-for': '127.0.0.1' })
  socket.destroy()
  await expect.poll(() => open.size).toBe(0)
})

test('a refused upgrade reaches the client', async () => {
  const { answer, closed } = upgrade('/full')
  await closed
  expect(answer.text).toMatch(/^HTTP\/1.1 503 Full.*x-reason: full.*full$/s)
})

test('an upgrade to another protocol is a request', async () => {
  const { socket, answer } = upgrade('/echo', '', 'h2c')
  await expect.poll(() => answer.text).toMatch(/^HTTP\/1.1 426/)
  socket.destroy()
})

test('closing the server closes open sockets', async () => {
  const { answer, closed } = upgrade('/echo')
  await expect.poll(() => answer.text).toMatch(/first/)
  await front.close()
  await closed
  await expect.poll(() => open.size).toBe(0)
})
