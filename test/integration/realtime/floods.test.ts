// What one client can make the server do.
import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { encodeAwareness } from '../../../src/realtime/document/awareness.ts'
import {
  awarenessMessage,
  queryAwareness,
  step1,
  updateMessage,
} from '../../../src/realtime/document/messages.ts'
import { maxLines } from '../../../src/realtime/protocol/commands.ts'
import {
  maxCommands,
  maxSubscribes,
  maxTopics,
  repliedPerSecond,
  replyBurst,
  subscribesPerSecond,
} from '../../../src/realtime/shard/limits.ts'
import { disconnectDocuments, rawDocument, synced } from '../../support/documents.ts'
import { connected, disconnectAll, expiringIn, jwtOf, rawSocket } from '../../support/realtime.ts'
import { makeWorld } from '../../support/world.ts'

afterAll(() => {
  disconnectAll()
  disconnectDocuments()
})

test('subscribes beyond the topics of two connections are refused, and ask the platform nothing', {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld()
  const socket = await rawSocket(world.stack.baseUrl)
  socket.send({ id: 1, connect: { token: await jwtOf(world, ['subscribe']) } })
  await socket.reply(1).toHaveProperty('connect')
  const before = world.stack.roundTrips()
  const count = 600
  const channel = () => `session.ES${randomBytes(16).toString('hex')}`
  const sentAt = Date.now()
  socket.send(...Array.from({ length: count }, (_, n) => ({ id: n + 2, subscribe: { channel: channel() } })))
  await expect.poll(() => socket.lines.length, { timeout: 60_000 }).toBe(count + 1)
  const codes = socket.lines.map(line => (line['error'] as { code: number } | undefined)?.code)
  const refused = codes.filter(code => code === 111).length
  const seconds = Math.ceil((Date.now() - sentAt) / 1000)
  const most = maxSubscribes + seconds * subscribesPerSecond
  expect(refused).toBeGreaterThanOrEqual(Math.max(1, count - most))
  expect(codes.filter(code => code === 103).length).toBe(count - refused)
  expect(world.stack.roundTrips() - before).toBeLessThanOrEqual(count - refused + maxTopics)
  socket.close()
})

test('connects beyond the commands of a second are refused, and ask the platform nothing', async () => {
  const world = await makeWorld()
  const socket = await rawSocket(world.stack.baseUrl)
  const token = expiringIn(world, await jwtOf(world, ['subscribe']), -5)
  const count = 300
  socket.send(...Array.from({ length: count }, (_, n) => ({ id: n + 1, connect: { token } })))
  await expect.poll(() => socket.lines.length).toBe(count)
  const codes = socket.lines.map(line => (line['error'] as { code: number }).code)
  // The commands may arrive in two seconds.
  expect(codes.filter(code => code === 109).length).toBeLessThanOrEqual(2 * maxCommands)
  expect(new Set(codes)).toEqual(new Set([109, 111]))
  socket.close()
})

test('a client that sends more lines than a second allows is closed with 3501', async () => {
  const world = await makeWorld()
  const lines = (count: number) => Array.from({ length: count }, () => '{ }')
  const [atOnce, inFrames] = [await rawSocket(world.stack.baseUrl), await rawSocket(world.stack.baseUrl)]
  atOnce.send(...lines(maxLines + 1))
  for (let sent = 0; sent <= 2 * maxLines; sent += 500) inFrames.send(...lines(500))
  expect(await Promise.all([atOnce.closed, inFrames.closed])).toEqual([
    [3501, 'bad request'],
    [3501, 'bad request'],
  ])
})

test('a client that asks for more of the histories than its replies may have gets 111, and goes on later', {
  timeout: 180_000,
}, async () => {
  const world = await makeWorld()
  const publisher = await connected(world)
  const text = 'x'.repeat(30_000)
  for (let n = 0; n < 30; n++) await publisher.publish('room.large', { text })
  const socket = await rawSocket(world.stack.baseUrl)
  socket.send({ id: 1, connect: { token: await jwtOf(world, ['subscribe']) } })
  await socket.reply(1).toHaveProperty('connect')
  const count = maxCommands - 2
  const history = { channel: 'room.large', limit: -1 }
  const sentAt = Date.now()
  socket.send(...Array.from({ length: count }, (_, n) => ({ id: n + 2, history })))
  await expect.poll(() => socket.lines.length, { timeout: 90_000 }).toBe(count + 1)
  const replies = socket.lines.filter(line => 'history' in line)
  const characters = JSON.stringify(replies[0]).length
  expect(replies.length).toBeGreaterThan(1)
  const allowed = replyBurst + ((Date.now() - sentAt) / 1000) * repliedPerSecond
  expect(replies.length * characters).toBeLessThanOrEqual(allowed + 2 * characters)
  // A slow machine may take so long that all of them are within the limit.
  const codes = socket.lines.flatMap(({ error }) => (error ? [(error as { code: number }).code] : []))
  expect(codes).toEqual(Array(count - replies.length).fill(111))
  let id = count + 1
  await expect
    .poll(
      () => {
        id += 1
        socket.send({ id, history })
        return socket.lines.some(line => 'history' in line && Number(line['id']) > count + 1)
      },
      { interval: 500 },
    )
    .toBe(true)
  socket.close()
})

test('a client that asks for the awareness of a document too often is closed with 4503', async () => {
  const world = await makeWorld()
  const token = await jwtOf(world, ['subscribe', 'publish'])
  const { socket, frames, closed } = await rawDocument(world.stack.baseUrl, 'large', [
    'invigil',
    `bearer.${token}`,
  ])
  const entries = Array.from({ length: 16 }, (_, id) => ({ id, clock: 1, state: `"${'x'.repeat(8000)}"` }))
  socket.send(new Uint8Array(awarenessMessage(encodeAwareness(entries))))
  const asked = 1500
  for (let n = 0; n < asked; n++) socket.send(new Uint8Array(queryAwareness()))
  expect((await closed)[0]).toBe(4503)
  expect(frames.length).toBeLessThan(asked / 2)
})

test('a client that asks for the changes of a document of many items too often is closed with 4503', async () => {
  const world = await makeWorld()
  const { doc } = await synced(world, 'many')
  const items = 20_000
  doc.transact(() => {
    for (let n = 0; n < items; n++) doc.getArray('list').insert(0, [n])
  })
  const other = await synced(world, 'many', ['subscribe'])
  await expect.poll(() => other.doc.getArray('list').length).toBe(items)
  const token = await jwtOf(world, ['subscribe'])
  const { socket, frames, closed } = await rawDocument(world.stack.baseUrl, 'many', [
    'invigil',
    `bearer.${token}`,
  ])
  const [asked, question] = [600, new Uint8Array(step1(doc))]
  for (let n = 0; n < asked; n++) socket.send(question)
  await expect.poll(() => socket.readyState === WebSocket.CLOSED || frames.length >= asked).toBe(true)
  expect(frames.length).toBeLessThan(asked / 2)
  expect((await closed)[0]).toBe(4503)
})

test('a client that sends changes that wait for earlier ones too often is closed with 4503', async () => {
  const world = await makeWorld()
  const token = await jwtOf(world, ['subscribe', 'publish'])
  const { socket, closed } = await rawDocument(world.stack.baseUrl, 'waiting', ['invigil', `bearer.${token}`])
  // Fewer items than may wait. Together they count as 9,000 messages, more than the limit grows by while they are read.
  for (let n = 0; n < 900; n++) {
    const doc = new Y.Doc()
    doc.getArray('list').insert(0, ['first'])
    const known = Y.encodeStateVector(doc)
    doc.getArray('list').insert(0, ['second'])
    socket.send(new Uint8Array(updateMessage(Y.encodeStateAsUpdate(doc, known))))
  }
  expect((await closed)[0]).toBe(4503)
})
