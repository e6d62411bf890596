// Bodies that no route reads: a small one leaves its connection open for the next request, a large one does not lose its response.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { askBytes } from '../../support/abuse/raw.ts'
import { inTime, repeatedIfLate } from '../../support/late.ts'
import { sharedStack } from '../../support/stack.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld(await sharedStack())
})

type Sent = { status: number | undefined; reused: boolean }

/** Sends the request this number of times over one connection, and returns whether all responses were equal. */
async function inTurns(method: string, path: string, body: string, times: number): Promise<Sent[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { token: world.secret, 'content-type': 'application/json', 'content-length': body.length }
  const sent: Sent[] = []
  try {
    for (let turn = 0; turn < times; turn += 1) {
      const { promise, resolve, reject } = Promise.withResolvers<Sent>()
      const asked = request(new URL(path, world.stack.baseUrl), { agent, method, headers })
      asked.on('error', reject)
      asked.on('response', answer => {
        answer.resume()
        answer.on('end', () => resolve({ status: answer.statusCode, reused: asked.reusedSocket }))
      })
      asked.end(body)
      sent.push(await promise)
      await sleep(50) // gives the server time to close it
    }
  } finally {
    agent.destroy()
  }
  return sent
}

const nobody = '0'.repeat(32)

test.each([
  ['of an area', 'DELETE', () => world.path(`/sts/tokens/TA${nobody}`), 404],
  ['with an invalid sid', 'DELETE', () => world.path('/sts/tokens/TA0'), 400],
  ['with an unsupported method', 'PUT', () => world.path('/sts/tokens'), 405],
  ['to a path that is invalid', 'POST', () => '/v1/nothing', 404],
  ['of the edge', 'GET', () => '/.well-known/jwks.json', 200],
  ['with a method that the edge does not support', 'POST', () => '/.well-known/jwks.json', 405],
  ['to a path that the edge does not have', 'POST', () => '/nothing', 404],
])('a request %s can have a body that is not read', async (_, method, path, status) => {
  expect(await inTurns(method, path(), '{"unasked":true}', 3)).toEqual([
    { status, reused: false },
    { status, reused: true },
    { status, reused: true },
  ])
})

test('a body of more than 64 KiB gets a response, too', async () => {
  const path = world.path(`/sts/tokens/TA${nobody}`)
  const [first] = await inTurns('DELETE', path, ' '.repeat(64 * 1024 + 1), 1)
  expect(first?.status).toBe(404)
})

const part = Buffer.alloc(65_536)
const chunk = Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
const roster = (): string => world.path('/provision/oneroster')
const users = (): string => world.path('/users')
const signIn = () => '/api/auth/login'
const ofEdge =
  (path: string): (() => string) =>
  () =>
    path

test.each([
  ['roster of an unknown caller', 'POST', roster, 10, 'unknown', 401, false],
  ['chunked roster of an unknown caller', 'POST', roster, 10, 'unknown', 401, true],
  ['JSON of an unknown caller', 'POST', users, 1, 'unknown', 401, false],
  ['JSON that is too large', 'POST', users, 2, () => world.secret, 413, false],
  ['chunked JSON that is too large', 'POST', users, 6, () => world.secret, 413, true],
  ['chunked roster that is too large', 'POST', roster, 20, () => world.secret, 413, true],
  ['chunked sign-in that is too large', 'POST', signIn, 6, 'unknown', 413, true],
  ['body to a path that the edge does not have', 'POST', ofEdge('/nothing'), 6, 'unknown', 404, false],
  ['chunked body to a path that the edge does not have', 'POST', ofEdge('/nothing'), 6, 'unknown', 404, true],
  ['body with a method that the edge refuses', 'PUT', ofEdge('/console'), 6, 'unknown', 405, false],
  ['body to a published file', 'GET', ofEdge('/.well-known/jwks.json'), 6, 'unknown', 200, false],
  ['file at an invalid URL', 'PUT', () => `/v1/files/FI${nobody}/unknown`, 25, 'unknown', 404, false],
] as const)('a client that sends all of a %s before it reads gets the response', async (...row) => {
  const [, method, path, megabytes, secret, status, isChunked] = row
  const { hostname, port } = new URL(world.stack.baseUrl)
  const size = megabytes * 1024 * 1024
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`
  const token = typeof secret === 'string' ? secret : secret()
  const socket = connect(Number(port), hostname).pause()
  socket.write(
    `${method} ${path()} HTTP/1.1\r\nHost: x\r\ntoken: ${token}\r\n${framing}\r\nConnection: close\r\n\r\n`,
  )
  for (let sent = 0; sent < size; sent += part.length)
    if (!socket.write(isChunked ? chunk : part)) await once(socket, 'drain')
  if (isChunked) socket.write('0\r\n\r\n')
  let received = ''
  for await (const text of socket) {
    received += text
    if (received.includes('}')) break // the runtime closes the connection only after 5 seconds
  }
  expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\\r\\n\\r\\n\\{`))
})

test('a body that does not arrive does not delay the response', repeatedIfLate, async () => {
  const path = world.path(`/sts/tokens/TA${nobody}`)
  const head = `DELETE ${path} HTTP/1.1\r\nhost: localhost\r\ntoken: ${world.secret}\r\ncontent-length: 2\r\n\r\n`
  const startedAt = performance.now()
  expect(await askBytes(world.stack, head)).toBe('HTTP/1.1 404 Not Found')
  inTime(performance.now() - startedAt, 5000) // far below the timeout of a body that is read
})
