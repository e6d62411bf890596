// The content of a document over `kill -9` of the whole system.
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/directory.ts'
import { disconnectDocuments, syncedWith } from '../../support/documents.ts'
import { end, freePort, type Started, start } from '../../support/start.ts'

let system: Started | undefined
afterAll(async () => {
  disconnectDocuments()
  if (system) await end(system, 'SIGTERM')
})

test('the content survives kill -9 with no client left, and so do its version and the list', {
  timeout: 120_000,
}, async () => {
  const [stateDir, port] = [temporaryDirectory(), await freePort()]
  system = await start(stateDir, port)
  const applicationId = system.demo['applicationId']
  const tokenOf = async ({ call }: Started) => {
    const body = { applicationId, permissions: ['subscribe', 'publish'] }
    return (await call('POST', '/auth/token', { body })).text('token')
  }
  const token = await tokenOf(system)
  const [writer, witness] = [
    await syncedWith(system.baseUrl, 'survivor', token),
    await syncedWith(system.baseUrl, 'survivor', token),
  ]
  for (let at = 0; at < 1000; at++) writer.doc.getArray('numbers').push([at])
  const received = witness.doc.getArray('numbers')
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1000)
  // What another client has received is stored, however soon the system ends.
  await end(system, 'SIGKILL')
  disconnectDocuments()

  system = await start(stateDir, port)
  const reader = await syncedWith(system.baseUrl, 'survivor', await tokenOf(system))
  expect(reader.doc.getArray('numbers').toJSON()).toEqual(Array.from({ length: 1000 }, (_, at) => at))
  const { call } = system
  const listed = async () => (await call('GET', '/api/documents')).list('results')[0]
  await expect.poll(listed).toMatchObject({ name: 'survivor', version: 1000 })
})
