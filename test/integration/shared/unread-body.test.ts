// Bodies that no route asked for: the connection that brought one stays open for the next request.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { askBytes } from '../../support/abuse/raw.ts'
import { sharedStack } from '../../support/stack.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld(await sharedStack())
})

type Sent = { status: number | undefined; reused: boolean }

/** Sends it as often as that over one connection, and says whether it was the same each time. */
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
      await sleep(50) // for who wants to close it
    }
  } finally {
    agent.destroy()
  }
  return sent
}

const nobody = '0'.repeat(32)

test.each([
  ['of an area', 'DELETE', () => world.path(`/sts/tokens/TA${nobody}`), 404],
  ['with a sid that is none', 'DELETE', () => world.path('/sts/tokens/TA0'), 400],
  ['with a method that is none', 'PUT', () => world.path('/sts/tokens'), 405],
  ['to a path that is none', 'POST', () => '/v1/nothing', 404],
  ['of the edge', 'GET', () => '/.well-known/jwks.json', 200],
  ['with a method that the edge has not', 'POST', () => '/.well-known/jwks.json', 405],
  ['to a path that the edge has not', 'POST', () => '/nothing', 404],
])('a request %s may bring a body that nobody reads', async (_, method, path, status) => {
  expect(await inTurns(method, path(), '{"unasked":true}', 3)).toEqual([
    { status, reused: false },
    { status, reused: true },
    { status, reused: true },
  ])
})

test('one of more than 64 KiB is answered all the same', async () => {
  const path = world.path(`/sts/tokens/TA${nobody}`)
  const [first] = await inTurns('DELETE', path, ' '.repeat(64 * 1024 + 1), 1)
  expect(first?.status).toBe(404)
})

test('one that does not come does not hold the answer up', async () => {
  const path = world.path(`/sts/tokens/TA${nobody}`)
  const head = `DELETE ${path} HTTP/1.1\r\nhost: localhost\r\ntoken: ${world.secret}\r\ncontent-length: 2\r\n\r\n`
  const startedAt = performance.now()
  expect(await askBytes(world.stack, head)).toBe('HTTP/1.1 404 Not Found')
  expect(performance.now() - startedAt).toBeLessThan(5000) // far below what a body that is read may take
})
