// Synchronised documents: content, permissions and isolation, with the provider of `y-websocket`.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { disconnectDocuments, documentClient, rawDocument, synced } from '../../support/documents.ts'
import { jwtOf } from '../../support/realtime.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterEach(disconnectDocuments)

const shortly = { timeout: 20_000, interval: 5 }

test('two clients see the changes of each other', async () => {
  const [one, two] = await Promise.all([synced(world, 'pair'), synced(world, 'pair')])
  one.doc.getText('body').insert(0, 'Hello')
  await expect.poll(() => two.doc.getText('body').toString(), shortly).toBe('Hello')
  two.doc.getMap('meta').set('title', 'Greeting')
  await expect.poll(() => one.doc.getMap('meta').get('title'), shortly).toBe('Greeting')
})

test('two clients converge after a partition', async () => {
  const [one, two] = await Promise.all([synced(world, 'parted'), synced(world, 'parted')])
  one.doc.getText('body').insert(0, 'both')
  await expect.poll(() => two.doc.getText('body').toString(), shortly).toBe('both')
  two.provider.disconnect()
  one.doc.getText('body').insert(0, 'one ')
  two.doc.getText('body').insert(4, ' two')
  two.doc.getArray('list').push([1, 2])
  await sleep(50)
  two.provider.connect()
  await expect.poll(() => one.doc.getText('body').toString(), shortly).toBe('one both two')
  await expect.poll(() => two.doc.getText('body').toString(), shortly).toBe('one both two')
  expect(one.doc.getArray('list').toJSON()).toEqual([1, 2])
})

describe('a client', () => {
  test('with subscribe alone reads, and its writes are refused and dropped', async () => {
    const [writer, reader] = await Promise.all([
      synced(world, 'read-only'),
      synced(world, 'read-only', ['subscribe:documents.*']),
    ])
    const denied: Uint8Array[] = []
    const socket = reader.provider.ws
    socket?.addEventListener('message', ({ data }) => {
      const bytes = new Uint8Array(data)
      if (bytes[0] === 2) denied.push(bytes)
    })
    reader.doc.getText('body').insert(0, 'forbidden')
    await expect.poll(() => denied.length, shortly).toBe(1)
    expect(new TextDecoder().decode(denied[0])).toContain('permission denied')
    writer.doc.getText('body').insert(0, 'allowed')
    await expect.poll(() => reader.doc.getText('body').toString(), shortly).toContain('allowed')
    expect(writer.doc.getText('body').toString()).toBe('allowed')
    expect((await synced(world, 'read-only')).doc.getText('body').toString()).toBe('allowed')
  })

  test('sees its own awareness and that of others, until they go', async () => {
    const [one, two] = await Promise.all([synced(world, 'aware'), synced(world, 'aware')])
    one.provider.awareness.setLocalState({ name: 'Ada' })
    const states = two.provider.awareness.getStates()
    await expect.poll(() => states.get(one.doc.clientID), shortly).toEqual({ name: 'Ada' })
    const late = await synced(world, 'aware')
    const seen = late.provider.awareness.getStates()
    await expect.poll(() => seen.get(one.doc.clientID), shortly).toEqual({ name: 'Ada' })
    one.provider.ws?.close()
    one.provider.shouldConnect = false
    await expect.poll(() => [states, seen].some(each => each.has(one.doc.clientID)), shortly).toBe(false)
  })
})

describe('a connection is closed', () => {
  test('with 4401 for a token that is missing or invalid', async () => {
    const client = documentClient(world.stack.baseUrl, 'any', 'nonsense')
    expect(await client.closed).toEqual({ code: 4401, reason: 'invalid token' })
    const withoutToken = await rawDocument(world.stack.baseUrl, 'any', ['invigil'])
    expect(await withoutToken.closed).toEqual([4401, 'invalid token'])
    expect(withoutToken.socket.protocol).toBe('invigil')
  })

  test.each([['publish'], ['subscribe:documents.other', 'publish'], ['subscribe:any']])(
    'with 4403 for a token with %s only',
    async (...permissions) => {
      const client = documentClient(world.stack.baseUrl, 'any', await jwtOf(world, permissions))
      expect(await client.closed).toEqual({ code: 4403, reason: 'permission denied' })
    },
  )

  test.each(['', 'a/b', 'no%20spaces', '%E0', `${'x'.repeat(246)}`])(
    'with 4400 for the name "%s"',
    async name => {
      const token = await jwtOf(world, ['subscribe'])
      const { closed } = await rawDocument(world.stack.baseUrl, name, ['invigil', `bearer.${token}`])
      expect((await closed)[0]).toBe(4400)
    },
  )
})

test('a document of another application is another document', async () => {
  const other = await makeWorld()
  const [mine, theirs] = await Promise.all([synced(world, 'shared'), synced(other, 'shared')])
  mine.doc.getText('body').insert(0, 'secret')
  theirs.doc.getText('body').insert(0, 'theirs')
  await expect
    .poll(async () => (await synced(world, 'shared')).doc.getText('body').toString(), shortly)
    .toBe('secret')
  expect((await synced(other, 'shared')).doc.getText('body').toString()).toBe('theirs')
  expect(mine.provider.awareness.getStates().has(theirs.doc.clientID)).toBe(false)
})
