// The HTTP server of the Neon endpoint: what it refuses, and clients or databases that disappear in the middle.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHttpServer } from '../../tools/neon/http-server.ts'
import { connectionString, neonDatabase, ownNeonDriver, problemOf } from '../support/neon-databases.ts'

ownNeonDriver()

const requestOf = (body: string, ...headers: string[]) =>
  [
    'POST /sql HTTP/1.1',
    `Neon-Connection-String: ${connectionString}`,
    'Neon-Raw-Text-Output: true',
    'Neon-Array-Mode: true',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n')

const query = (text: string) => JSON.stringify({ query: text, params: [] })
const one = query('select 1 n')

/** A connection whose received bytes are kept as text. */
function client(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let text = ''
  socket.on('data', chunk => {
    text += chunk.toString('latin1')
  })
  return { socket, received: () => text, closed: once(socket, 'close') }
}

const isAlive = (socket: Socket) => socket.readyState === 'open'

describe('the endpoint on Postgres', () => {
  const { sql, endpoint } = neonDatabase('Postgres')

  const refused: [status: number, what: string, bytes: string][] = [
    [400, 'another protocol', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001'],
    [400, 'HTTP/1.0', 'POST /sql HTTP/1.0\r\n\r\n'],
    [400, 'a request line that is malformed', 'POST  /sql\r\n\r\n'],
    [400, 'a header without a name', requestOf(one, ': x')],
    [400, 'a header that is folded', requestOf(one, ' folded')],
    [400, 'a header with a control character', requestOf(one, 'a: \u0000')],
    [400, 'two lengths', requestOf(one, 'Content-Length: 0')],
    [400, 'a length that is no number', 'POST /sql HTTP/1.1\r\nContent-Length: -1\r\n\r\n'],
    [400, 'a second request in advance', requestOf(one) + requestOf(one)],
    [404, 'another method', 'GET /sql HTTP/1.1\r\n\r\n'],
    [404, 'another path', 'POST /other HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
    [411, 'chunks', 'POST /sql HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    [413, 'a body above the limit', `POST /sql HTTP/1.1\r\nContent-Length: ${64 * 1024 * 1024 + 1}\r\n\r\n`],
    [417, 'an expectation', requestOf(one, 'Expect: 100-continue')],
    [431, 'headers without an end', `POST /sql HTTP/1.1\r\na: ${'a'.repeat(17_000)}`],
    [431, 'headers above the limit', requestOf(one, `a: ${'a'.repeat(17_000)}`)],
  ]
  test.each(refused)('responds with %i to %s, and closes the connection', async (status, _, bytes) => {
    const before = endpoint().roundTrips()
    const { socket, received, closed } = client(endpoint().port)
    socket.write(bytes, 'latin1')
    await closed
    const [head = '', body = ''] = received().split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toContain('connection: close')
    expect(JSON.parse(body)).toEqual({ message: expect.any(String) })
    expect(endpoint().roundTrips()).toBe(before)
    expect(await sql`select 1 n`).toEqual([{ n: 1 }])
  })

  test('a request may arrive in any pieces, and the connection stays open', async () => {
    const { socket, received } = client(endpoint().port)
    for (const byte of requestOf(query("select 'ž' n"))) {
      socket.write(byte)
      await sleep(0)
    }
    await expect.poll(received).toContain('"rows":[["Å¾"]]') // 'ž' as Latin-1
    socket.write(requestOf(query('select 2 n')))
    await expect.poll(received).toContain('"rows":[["2"]]')
    expect(isAlive(socket)).toBe(true)
    socket.destroy()
  })

  test('a client that asks for it gets a closed connection', async () => {
    const { socket, received, closed } = client(endpoint().port)
    socket.write(requestOf(one, 'Connection: close'))
    await closed
    expect(received()).toMatch(/^HTTP\/1.1 200 OK\r\nconnection: close\r\n/)
    expect(received()).toContain('"rows":[["1"]]')
  })

  const sleeping = async () =>
    Number(
      (
        await sql`select count(*) from pg_stat_activity where query like '%pg_sleep(3%' and state = 'active'
      and pid <> pg_backend_pid()`
      )[0]?.['count'],
    )

  test('a second request during the first one ends the connection after the first response', async () => {
    const { socket, received, closed } = client(endpoint().port)
    socket.write(requestOf(query('select pg_sleep(3), 1')))
    await expect.poll(sleeping).toBe(1)
    socket.write(requestOf(query("insert into account (email) values ('early')")))
    await closed
    expect(received().match(/HTTP\/1.1/g)).toHaveLength(1)
    expect(await sql`select * from account`).toEqual([])
  })

  test.each(['closes', 'half closes', 'resets'])(
    'a client that %s its connection cancels its statement',
    async how => {
      const { socket, closed } = client(endpoint().port)
      socket.write(requestOf(query('select pg_sleep(30)')))
      await expect.poll(sleeping).toBe(1)
      if (how === 'closes') socket.destroy()
      if (how === 'half closes') socket.end()
      if (how === 'resets') socket.resetAndDestroy()
      await closed
      await expect.poll(sleeping).toBe(0)
    },
  )

  test('clients that leave in the middle of a response leave no connection behind', async () => {
    const connections = async () =>
      Number(
        (await sql`select count(*) from pg_stat_activity where backend_type = 'client backend'`)[0]?.[
          'count'
        ],
      )
    for (let times = 0; times < 20; times++) {
      const { socket, closed } = client(endpoint().port)
      socket.write(requestOf(query("select repeat('x', 10000000)")))
      await once(socket, 'data')
      socket.resetAndDestroy()
      await closed
    }
    expect(await connections()).toBeLessThanOrEqual(16)
    expect(await sql.transaction(Array.from({ length: 3 }, () => sql`select 1 n`))).toHaveLength(3)
  })

  test('a statement that waits for a connection for more than five seconds is executed: the database is busy, not lost', async () => {
    const busy = Array.from({ length: 16 }, () => sql`select pg_sleep(5.3)`)
    const waiting = sql`select 1 n`
    await Promise.all([...busy, waiting])
    expect(await waiting).toEqual([{ n: 1 }])
  })

  test('a session that is killed in the middle of a response is 503, and the next request works', async () => {
    const rows = sql`select i, repeat('x', 10000), case when i = 5000 then pg_terminate_backend(pg_backend_pid()) end
      from generate_series(1, 20000) i`
    expect((await problemOf(rows)).message).toContain('HTTP status 503')
    for (let times = 0; times < 20; times++) expect(await sql`select 1 n`).toEqual([{ n: 1 }])
  })

  test('a server that crashes in the middle of a response is 503, and is used again when it is back', async () => {
    const rows = sql`select repeat('x', 1000), pg_sleep(0.001) from generate_series(1, 30000)`
    const lost = problemOf(rows)
    const active = () =>
      sql`select pid from pg_stat_activity where query like '%pg_sleep(0.001%' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await active()).length).toBe(1)
    process.kill(Number((await active())[0]?.['pid']), 'SIGKILL')
    expect((await lost).message).toContain('HTTP status 503')
    await expect.poll(() => sql`select 1 n`.catch(() => 'not yet'), { timeout: 20_000 }).toEqual([{ n: 1 }])
  })
})

describe('the HTTP server', () => {
  const large = Buffer.alloc(30_000_000, ' ')
  let server: Awaited<ReturnType<typeof startHttpServer>>
  beforeAll(async () => {
    server = await startHttpServer(async () => ({ status: 200, body: large }), { requestTimeoutMs: 200 })
  })
  afterAll(() => server.close())

  test('ends a connection whose request stays incomplete, but not an idle one', async () => {
    const idle = client(server.port)
    for (const part of ['POST', requestOf(one).slice(0, 40), requestOf(one).slice(0, -1)]) {
      const { socket, received, closed } = client(server.port)
      socket.write(part)
      await closed
      expect(received()).toMatch(/^HTTP\/1.1 408 /)
    }
    expect(isAlive(idle.socket)).toBe(true)
    idle.socket.destroy()
  })

  test('closing sends responses completely, and does not wait for clients that read nothing', async () => {
    const closing = await startHttpServer(async () => ({ status: 200, body: large }))
    const [reading, stuck, idle] = [client(closing.port), client(closing.port), client(closing.port)]
    stuck.socket.write(requestOf(one))
    await once(stuck.socket, 'data')
    stuck.socket.pause()
    reading.socket.write(requestOf(one))
    await once(reading.socket, 'data')
    await closing.close()
    await reading.closed
    await idle.closed
    expect(reading.received()).toHaveLength(reading.received().indexOf('\r\n\r\n') + 4 + large.length)
    stuck.socket.destroy()
  })
})
