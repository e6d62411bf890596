// The operations on synchronised documents, their events, and their deletion.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { disconnectDocuments, documentClient, synced, syncedWith } from '../../support/documents.ts'
import { problemOf } from '../../support/problem.ts'
import { connected, disconnectAll, jwtOf, subscribed } from '../../support/realtime.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterEach(disconnectDocuments)
afterAll(disconnectAll)

const shortly = { timeout: 20_000, interval: 20 }
const pathOf = (name: string) => `/api/documents/${name}`

/** Writes a text into a document, and waits until the server has it. */
async function write(own: World, name: string, text: string) {
  const client = await synced(own, name)
  client.doc.getText('body').insert(0, text)
  await vi.waitFor(
    async () => expect((await own.admin('GET', pathOf(name))).body['body']).toBe(text),
    shortly,
  )
  return client
}

describe('the content of a document', () => {
  test('has the JSON of each root type, and null for an empty one', async () => {
    const { doc } = await synced(world, 'roots')
    doc.transact(() => {
      doc.getText('text').insert(0, 'Hello')
      doc.getArray('list').push([1, 'two', null])
      doc.getMap('map').set('nested', { deep: [true] })
      doc.getText('empty').insert(0, 'x')
    })
    doc.getText('empty').delete(0, 1)
    await expect
      .poll(async () => (await world.admin('GET', pathOf('roots'))).body, shortly)
      .toEqual({ empty: null, list: [1, 'two', null], map: { nested: { deep: [true] } }, text: 'Hello' })
  })

  test('has the version as entity tag, and is 304 for a client that has it', async () => {
    const { doc } = await write(world, 'tagged', 'one')
    const first = await world.admin('GET', pathOf('tagged'))
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"\d+"$/)
    const headers = { 'if-none-match': `"other", W/${etag}` }
    const unchanged = await world.admin('GET', pathOf('tagged'), { headers })
    expect([unchanged.status, unchanged.raw, unchanged.headers.get('etag')]).toEqual([304, '', etag])
    doc.getText('body').insert(0, 'more ')
    await expect
      .poll(async () => (await world.admin('GET', pathOf('tagged'), { headers })).status, shortly)
      .toBe(200)
  })

  test('costs one round trip', async () => {
    await write(world, 'cheap', 'x')
    expect((await world.admin('GET', pathOf('cheap'))).roundTrips).toBe(1)
  })
})

test('the list has the documents of the application only, in pages', async () => {
  const own = await makeWorld()
  for (const name of ['b', 'c', 'a']) await write(own, name, name)
  await write(world, 'foreign', 'x')
  const page = async (query = '') => await own.admin('GET', `/api/documents${query}`)
  await expect.poll(async () => (await page()).body['total'], shortly).toBe(3)
  expect((await page()).list('results').map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  const second = await page('?limit=1&offset=1&sortKeys=createdAt')
  expect(second.list('results')).toEqual([
    {
      ...{ name: 'c', version: expect.any(Number), size: expect.any(Number) },
      ...{ createdAt: expect.any(Number), updatedAt: expect.any(Number) },
    },
  ])
  expect(second.body).toMatchObject({
    count: 1,
    offset: 1,
    total: 3,
    next: expect.stringContaining('offset=2'),
  })
})

describe('a deleted document', () => {
  test('is gone at once, closes its connections with 4404, and cannot be written for 60 seconds', async () => {
    const client = await write(world, 'deleted', 'old')
    expect((await world.admin('DELETE', pathOf('deleted'))).status).toBe(204)
    expect(await client.closed).toEqual({ code: 4404, reason: 'document deleted' })
    problemOf(await world.admin('GET', pathOf('deleted')), 404)
    problemOf(await world.admin('DELETE', pathOf('deleted')), 404)
    const names = (await world.admin('GET', '/api/documents?limit=1000'))
      .list('results')
      .map(({ name }) => name)
    expect(names).not.toContain('deleted')
    const again = documentClient(world.stack.baseUrl, 'deleted', await jwtOf(world, ['subscribe', 'publish']))
    expect((await again.closed).code).toBe(4404)
  })

  test('and a change are events on the topic of the document', async () => {
    const client = await connected(world, ['subscribe'])
    const { all } = await subscribed(client, 'documents.observed')
    const { doc } = await write(world, 'observed', 'x')
    for (let at = 0; at < 20; at++) doc.getText('body').insert(0, 'y')
    await expect.poll(() => all.length, shortly).toBe(2)
    expect(all[0]?.data).toMatchObject({
      ...{ topic: 'documents.observed', source: 'sync', type: 'document.updated' },
      payload: { name: 'observed', version: 1, size: expect.any(Number), user: expect.stringMatching(/^AK/) },
    })
    expect(all[1]?.data.payload.version).toBe(21)
    await world.admin('DELETE', pathOf('observed'))
    await expect
      .poll(() => all[2]?.data, shortly)
      .toMatchObject({
        ...{ source: 'sync', type: 'document.deleted', payload: { name: 'observed' } },
      })
  })
})

describe('a caller', () => {
  beforeAll(async () => void (await write(world, 'mine', 'x')))

  test.each([
    ['a JWT for one document', ['subscribe:documents.mine'], [403, 200, 403]],
    ['a JWT with subscribe for all documents', ['subscribe:documents.*'], [200, 200, 403]],
    ['a JWT with publish only', ['publish'], [403, 403, 404]],
    ['a JWT for other topics', ['subscribe:room.*', 'publish:documents.other'], [403, 403, 403]],
  ])('with %s may do what its permissions allow', async (_, permissions, expected) => {
    const headers = { token: await jwtOf(world, permissions) }
    const bearer = callerOf(world.stack)
    const statuses = [
      await bearer('GET', '/api/documents', { headers }),
      await bearer('GET', pathOf('mine'), { headers }),
      await bearer('DELETE', pathOf('absent'), { headers }),
    ].map(({ status }) => status)
    expect(statuses).toEqual(expected)
  })

  test('of another application sees no such document', async () => {
    const other = await makeWorld()
    problemOf(await other.admin('GET', pathOf('mine')), 404)
    problemOf(await other.admin('DELETE', pathOf('mine')), 404)
  })

  test('that is bound to an install sees no documents', async () => {
    const { call } = await world.credential(allow(['sp:*'], ['*']))
    for (const [method, path] of [
      ['GET', '/api/documents'],
      ['GET', pathOf('any')],
      ['DELETE', pathOf('any')],
    ])
      problemOf(await call(String(method), String(path)), 403)
    const jwt = await call('POST', '/auth/token', {
      body: { applicationId: world.applicationSid, permissions: ['subscribe', 'publish'] },
    })
    const client = documentClient(world.stack.baseUrl, 'any', jwt.text('token'))
    expect((await client.closed).code).toBe(4403)
  })
})

test('a document exists from its first change on', async () => {
  await syncedWith(world.stack.baseUrl, 'only-read', await jwtOf(world, ['subscribe', 'publish']))
  problemOf(await world.admin('GET', pathOf('only-read')), 404)
})
