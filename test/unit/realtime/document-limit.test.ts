// The limit of the documents of an application holds also for documents that clients can still create.
import { expect, test, vi } from 'vitest'
import { maxDocuments } from '../../../src/realtime/document/limits.ts'
import { objectState } from '../../support/objects.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
const { DocumentList } = await import('../../../src/realtime/document-list/document-list.ts')

const hour = 3_600_000
const put = (list: InstanceType<typeof DocumentList>, name: string) =>
  list.put({ name, version: 1, size: 1, createdAt: 1, updatedAt: 1 })

/** A list with one place left. */
function almostFull() {
  const list = new DocumentList(objectState().state, {})
  for (let each = 1; each < maxDocuments; each += 1) put(list, `document-${each}`)
  return list
}

test('of clients that open new documents at once, only as many are admitted as there are places', () => {
  const list = almostFull()
  const until = Date.now() + hour
  expect(['a', 'b', 'a'].map(name => list.reserve(name, until))).toEqual([true, false, true])
  put(list, 'a')
  expect(list.reserve('b', until)).toBe(false)
  list.remove('a')
  expect(list.reserve('b', until)).toBe(true)
})

test('a place is free again when its document is released, or the time of the client is over', () => {
  const list = almostFull()
  expect([list.reserve('a', Date.now() + hour), list.reserve('b', Date.now() + hour)]).toEqual([true, false])
  list.release('a')
  expect(list.reserve('b', Date.now() - 1)).toBe(true)
  expect(list.reserve('c', Date.now() + hour)).toBe(true)
})
