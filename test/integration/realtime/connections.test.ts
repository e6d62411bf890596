// Authentication, permissions, expiry and limits of connections.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import {
  clientWith,
  connected,
  disconnectAll,
  expiringIn,
  jwtOf,
  rawSocket,
  subscribed,
} from '../../support/realtime.ts'
import { assemble, partsOf, rs256, rsaKey } from '../../support/sts-forge.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(disconnectAll)

const socketOf = () => rawSocket(world.stack.baseUrl)

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** A raw socket that is connected with the permissions. */
async function connectedSocket(permissions = ['subscribe', 'publish']) {
  const socket = await socketOf()
  socket.send({ id: 1, connect: { token: await jwtOf(world, permissions) } })
  await socket.reply(1).toHaveProperty('connect')
  return socket
}

test('a request without an upgrade is 426', async () => {
  const answer = await callerOf(world.stack)('GET', '/connection/websocket')
  problemOf(answer, 426)
  expect(answer.text('code')).toBe('upgrade_required')
})

describe('a connection', () => {
  test('gets its client, the interval of pings, and when to refresh', async () => {
    const socket = await socketOf()
    socket.send({ id: 1, connect: { token: await jwtOf(world, [], { expiresIn: 120 }), unknown: 1 } })
    await socket.reply(1).toMatchObject({
      connect: {
        client: expect.any(String),
        version: expect.any(String),
        ping: 25,
        pong: true,
        expires: true,
      },
    })
    const [{ connect }] = socket.lines as [{ connect: { ttl: number } }]
    expect(connect.ttl).toBeGreaterThan(80)
    expect(connect.ttl).toBeLessThanOrEqual(90)
    socket.send({ id: 2, ping: {} })
    await socket.reply(2).toEqual({ id: 2, ping: {} })
    socket.close()
  })

  test.each(['nonsense', 'a.b.c'])('with the token %s is closed with 3500', async token => {
    const socket = await socketOf()
    socket.send({ id: 1, connect: { token } })
    expect(await socket.closed).toEqual([3500, 'invalid token'])
  })

  test('with a token of another key or of a revoked issuer is closed with 3500', async () => {
    const { sid, call } = await world.credential(allow(['sp:IssueJwt'], ['auth/token']))
    const body = { applicationId: world.applicationSid, permissions: ['subscribe'] }
    const token = (await call('POST', '/auth/token', { body })).text('token')
    const { header, claims } = partsOf(token)
    const socket = await socketOf()
    socket.send({ id: 1, connect: { token: assemble(header, claims, rs256(rsaKey().privateKey)) } })
    expect(await socket.closed).toEqual([3500, 'invalid token'])
    const known = await socketOf()
    known.send({ id: 1, connect: { token } })
    await known.reply(1).toHaveProperty('connect')
    known.close()
    expect((await world.admin('DELETE', world.path(`/credentials/${sid}`))).status).toBe(200)
    const revoked = await socketOf()
    revoked.send({ id: 1, connect: { token } })
    expect(await revoked.closed).toEqual([3500, 'invalid token'])
  })

  test('with an expired token gets error 109, and the client refreshes the token', async () => {
    const token = await jwtOf(world, ['subscribe'])
    const socket = await socketOf()
    socket.send({ id: 1, connect: { token: expiringIn(world, token, -5) } })
    await socket.reply(1).toMatchObject({ error: { code: 109, message: 'token expired' } })
    socket.close()
    const client = clientWith(world.stack.baseUrl, expiringIn(world, token, -5), {
      getToken: () => Promise.resolve(token),
    })
    client.connect()
    await client.ready(10_000)
  })

  test('is closed with 3005 when its token expires, and not when it was refreshed', async () => {
    const token = await jwtOf(world, ['subscribe'])
    const [old, refreshed] = await Promise.all([socketOf(), socketOf()])
    const expiresAt = nowSeconds() + 7
    old.send({ id: 1, connect: { token: expiringIn(world, token, 7) } })
    refreshed.send({ id: 1, connect: { token: expiringIn(world, token, 7) } }, { id: 2, refresh: { token } })
    await refreshed.reply(2).toMatchObject({ refresh: { expires: true, ttl: expect.any(Number) } })
    expect(await old.closed).toEqual([3005, 'connection expired'])
    expect(nowSeconds()).toBeGreaterThanOrEqual(expiresAt)
    refreshed.send({ id: 3, subscribe: { channel: 'room.refreshed' } })
    await refreshed.reply(3).toHaveProperty('subscribe')
    refreshed.close()
  })

  test('is closed with 3005 by a refresh with an expired token, and its client comes back with the next one', async () => {
    const token = await jwtOf(world, ['subscribe'])
    const tokens = [expiringIn(world, token, -1), token]
    const getToken = () => Promise.resolve(tokens.shift() ?? '')
    const client = clientWith(world.stack.baseUrl, expiringIn(world, token, 20), { getToken })
    const codes: number[] = []
    client.on('connecting', ({ code }) => codes.push(code))
    client.connect()
    await expect.poll(() => codes).toEqual([0, 3005])
    await client.ready(10_000)
  })

  test('is closed with 3500 by a refresh with a token of another subject', async () => {
    const { call } = await world.credential(allow(['sp:IssueJwt'], ['auth/token']))
    const body = { applicationId: world.applicationSid, permissions: ['subscribe'] }
    const other = (await call('POST', '/auth/token', { body })).text('token')
    const socket = await connectedSocket()
    socket.send({ id: 2, refresh: { token: other } })
    expect(await socket.closed).toEqual([3500, 'invalid token'])
  })

  test.each<[string, string, number]>([
    ['text that is not JSON', 'nonsense', 3501],
    ['a command before connect', '{"id":1,"subscribe":{"channel":"a"}}', 3501],
    ['a command without an id', '{"connect":{"token":"x"}}', 3501],
    ['a command of more than 32 KiB', `{"id":1,"connect":{"token":"${'x'.repeat(33_000)}"}}`, 1009],
  ])('is closed by %s', async (_, frame, code) => {
    const socket = await socketOf()
    socket.send(frame)
    expect((await socket.closed)[0]).toBe(code)
  })
})

describe('a token', () => {
  test('may use the topics of its permissions only', async () => {
    const client = await connected(world, ['subscribe:room.*', 'publish:room.chat'])
    await subscribed(client, 'room.a.b')
    await client.publish('room.chat', {})
    const denied = { code: 103, message: 'permission denied' }
    await expect(client.publish('room.a', {})).rejects.toMatchObject(denied)
    await expect(client.history('other')).rejects.toMatchObject(denied)
    await expect(client.presence('room')).rejects.toMatchObject(denied)
    const socket = await connectedSocket(['subscribe:room.*'])
    socket.send(
      { id: 2, subscribe: { channel: 'other' } },
      { id: 3, subscribe: { channel: 'presence.room.a' } },
    )
    await socket.reply(2).toMatchObject({ error: { code: 103 } })
    await socket.reply(3).toHaveProperty('subscribe')
    socket.close()
  })

  test('may publish on no topic of the platform', async () => {
    const client = await connected(world)
    for (const topic of ['proctoring.exam', 'documents.a', 'monitor.x', 'sockets', 'presence.room'])
      await expect(client.publish(topic, {}), topic).rejects.toMatchObject({ code: 103 })
  })

  test('of a caller that is bound to an install may use the topics of the install only', async () => {
    const { call } = await world.credential(allow(['sp:IssueJwt'], ['auth/token']))
    const body = { applicationId: world.applicationSid, permissions: ['subscribe', 'publish'] }
    const token = (await call('POST', '/auth/token', { body })).text('token')
    const client = clientWith(world.stack.baseUrl, token)
    client.connect()
    await client.ready(10_000)
    await client.publish(`installs.${world.installSid}.chat`, {})
    for (const topic of ['chat', 'installs.AI0123.chat'])
      await expect(client.publish(topic, {}), topic).rejects.toMatchObject({ code: 103 })
    await expect(client.history('proctoring.exam_session')).rejects.toMatchObject({ code: 103 })
  })

  test('loses the subscriptions that its successor does not permit', async () => {
    const socket = await connectedSocket(['subscribe'])
    socket.send({ id: 2, subscribe: { channel: 'room.a' } }, { id: 3, subscribe: { channel: 'other' } })
    await socket.reply(3).toHaveProperty('subscribe')
    socket.send({ id: 4, refresh: { token: await jwtOf(world, ['subscribe:room.*']) } })
    await socket.reply(4).toHaveProperty('refresh')
    const pushes = socket.lines.filter(line => 'push' in line)
    expect(pushes).toEqual([
      { push: { channel: 'other', unsubscribe: { code: 2000, reason: 'permission denied' } } },
    ])
    socket.close()
  })

  test('sees nothing of another application', async () => {
    const other = await makeWorld()
    const [mine, theirs] = await Promise.all([connected(world), connected(other)])
    const [{ all: ownMessages }, { all }] = await Promise.all([
      subscribed(mine, 'room.shared'),
      subscribed(theirs, 'room.shared'),
    ])
    await mine.publish('room.shared', { secret: true })
    await expect.poll(() => ownMessages.length).toBe(1)
    expect(await theirs.history('room.shared', { limit: 10 })).toMatchObject({ publications: [], offset: 0 })
    expect((await theirs.presenceStats('room.shared')).numClients).toBe(1)
    expect(all).toEqual([])
  })
})

describe('a command', () => {
  test.each<[string, object, number]>([
    ['an unknown method', { rpc: {} }, 108],
    ['no method', {}, 107],
    ['an invalid body', { subscribe: { channel: 5 } }, 107],
    ['an empty topic', { subscribe: { channel: '' } }, 107],
    ['a malformed topic', { subscribe: { channel: 'no spaces' } }, 102],
  ])('with %s is refused', async (_, members, code) => {
    const socket = await connectedSocket()
    socket.send({ id: 2, ...members })
    await socket.reply(2).toMatchObject({ error: { code } })
    socket.close()
  })

  test('subscribes a topic once, and a connection to at most 128', async () => {
    const socket = await connectedSocket()
    const topics = Array.from({ length: 129 }, (_, at) => ({
      id: 100 + at,
      subscribe: { channel: `many.${at}` },
    }))
    socket.send(...topics, { id: 2, subscribe: { channel: 'many.0' } })
    await socket.reply(228).toMatchObject({ error: { code: 106 } })
    await socket.reply(227).toHaveProperty('subscribe')
    await socket.reply(2).toMatchObject({ error: { code: 105 } })
    socket.close()
  })

  test('is refused with 111 beyond 50 in a second', async () => {
    const socket = await connectedSocket()
    const commands = Array.from({ length: 120 }, (_, at) => ({ id: 10 + at, ping: {} }))
    socket.send(...commands)
    await socket.reply(129).toMatchObject({ error: { code: 111, temporary: true } })
    const accepted = socket.lines.filter(line => 'ping' in line)
    expect(accepted.length).toBeGreaterThanOrEqual(49) // and the connect, perhaps in the same second
    expect(accepted.length).toBeLessThanOrEqual(100)
    socket.close()
  })
})
