// The ends of connections to documents, and their limits.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { encodeAwareness } from '../../../src/realtime/document/awareness.ts'
import { burst, maxConnections, maxDocumentBytes, perSecond } from '../../../src/realtime/document/limits.ts'
import { awarenessMessage, step1, updateMessage } from '../../../src/realtime/document/messages.ts'
import { create, made, remove } from '../../support/account-credentials.ts'
import { disconnectDocuments, documentClient, rawDocument, synced } from '../../support/documents.ts'
import { repeatedIfLate, withinASecond } from '../../support/late.ts'
import { signedInAs } from '../../support/platform.ts'
import { expiringIn, jwtOf } from '../../support/realtime.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await makeWorld()
  token = await jwtOf(world, ['subscribe', 'publish'])
})
afterEach(disconnectDocuments)

const shortly = { timeout: 20_000, interval: 5 }
const raw = (name: string, of = token) => rawDocument(world.stack.baseUrl, name, ['invigil', `bearer.${of}`])

/** A connection that has asked for the content, as providers do first. */
async function asking(name: string, of: string) {
  const opened = await raw(name, of)
  opened.socket.send(new Uint8Array(step1(new Y.Doc())))
  await expect.poll(() => opened.frames.length, shortly).toBeGreaterThan(1)
  return opened
}

function updateOf(text: string): Uint8Array<ArrayBuffer> {
  const doc = new Y.Doc()
  doc.getText('body').insert(0, text)
  return new Uint8Array(updateMessage(Y.encodeStateAsUpdate(doc)))
}

describe('a connection is closed with 4401', () => {
  test('when its token has expired before, or expires', async () => {
    const expired = await raw('expiry', expiringIn(world, token, -5))
    expect(await expired.closed).toEqual([4401, 'token expired'])
    const client = documentClient(world.stack.baseUrl, 'expiry', expiringIn(world, token, 3))
    expect(await client.closed).toEqual({ code: 4401, reason: 'token expired' })
  })

  test(
    'within a second after the sign-out of its session, and no other connection is',
    repeatedIfLate,
    async () => {
      const [person, other] = [await signedInAs(world, 'owner'), await signedInAs(world, 'owner')]
      const jwtBy = async ({ call }: typeof person) => {
        const body = { applicationId: world.applicationSid, permissions: ['subscribe'] }
        return (await call('POST', '/auth/token', { body })).text('token')
      }
      const jwt = await jwtBy(person)
      const [ended, kept] = [await asking('revoked', jwt), await asking('revoked', await jwtBy(other))]
      expect((await person.call('POST', '/api/auth/logout', { body: {} })).status).toBeLessThan(300)
      const second = sleep(1000, 'open')
      expect(await withinASecond(ended.closed)).toEqual([4401, 'token revoked'])
      expect(await Promise.race([kept.closed, second])).toBe('open')
      expect(await (await raw('revoked', jwt)).closed).toEqual([4401, 'invalid token'])
      kept.socket.close()
    },
  )
})

describe('a connection is closed with 4400', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['text', 'hello'],
    ['an update that is malformed', new Uint8Array([0, 2, 3, 255, 255, 255])],
    ['a frame that ends early', new Uint8Array([0, 2, 200])],
    ['awareness that is malformed', new Uint8Array([1, 3, 1, 1, 1])],
  ])('by %s', async (_, frame) => {
    const { socket, closed } = await raw('malformed')
    socket.send(frame)
    expect((await closed)[0]).toBe(4400)
  })
})

test('a document of more than 16 MiB closes the writer with 4413, and stays as it was', async () => {
  const client = await synced(world, 'large')
  client.doc.getText('body').insert(0, 'x'.repeat(maxDocumentBytes - 1000))
  const other = await synced(world, 'large')
  await expect.poll(() => other.doc.getText('body').length, shortly).toBe(maxDocumentBytes - 1000)
  other.doc.getText('body').insert(0, 'y'.repeat(2000))
  expect(await other.closed).toEqual({ code: 4413, reason: 'document too large' })
  const reader = await synced(world, 'large')
  expect(reader.doc.getText('body').length).toBe(maxDocumentBytes - 1000)
})

test('a message of more than 16 MiB closes the connection with 4413', async () => {
  const { socket, closed } = await raw('message')
  socket.send(updateOf('x'.repeat(maxDocumentBytes + 2000)))
  expect((await closed)[0]).toBe(4413)
})

test('a connection that sends too many messages is closed with 4503, after which providers reconnect', async () => {
  const { socket, closed } = await raw('fast')
  const question = new Uint8Array(step1(new Y.Doc()))
  // More than the limit can grow by while they are read.
  for (let at = 0; at < burst + 20 * perSecond; at++) socket.send(question)
  expect(await closed).toEqual([4503, 'too many messages'])
})

test('a document has a limit of connections, after which one is closed with 4503', async () => {
  const sockets = await Promise.all(Array.from({ length: maxConnections }, () => raw('crowded')))
  expect(await (await raw('crowded')).closed).toEqual([4503, 'too many connections'])
  sockets[0]?.socket.close()
  await expect
    .poll(async () => {
      const { socket, closed } = await raw('crowded')
      const code = await Promise.race([closed.then(([each]) => each), sleep(100, null)])
      socket.close()
      return code
    }, shortly)
    .toBe(null)
  for (const { socket } of sockets) socket.close()
})

test('a consumer that is behind is closed with 3008, and others receive everything', async () => {
  const [writer, reader] = [await synced(world, 'bulk'), await synced(world, 'bulk')]
  const silent = await raw('bulk') // answers no question of the server
  const text = writer.doc.getText('body')
  for (let at = 0; at < 12; at++) {
    text.insert(0, 'x'.repeat(500_000))
    await expect.poll(() => reader.doc.getText('body').length, shortly).toBe((at + 1) * 500_000)
  }
  expect(await silent.closed).toEqual([3008, 'slow'])
})

test('a client receives its own awareness again, also if it is not newer', async () => {
  const { socket, frames } = await raw('echo')
  const message = awarenessMessage(encodeAwareness([{ id: 7, clock: 1, state: '{"x":1}' }]))
  const echoes = () => frames.filter(([type]) => type === 1)
  for (const count of [1, 2]) {
    socket.send(new Uint8Array(message))
    await expect.poll(() => echoes().length, shortly).toBe(count)
  }
  expect(echoes()[0]).toEqual(message)
  socket.close()
})

test('the deletion of a credential closes the connections with its JWTs', repeatedIfLate, async () => {
  const { sid, call } = made(await create(world.admin), world)
  const body = { applicationId: world.applicationSid, permissions: ['subscribe'] }
  const { closed } = await asking('revoked', (await call('POST', '/auth/token', { body })).text('token'))
  expect((await remove(world.admin, sid)).status).toBeLessThan(300)
  expect(await withinASecond(closed)).toEqual([4401, 'token revoked'])
})
