// The deletion of a document while its last change is announced.
import { expect, test, vi } from 'vitest'
import { DocumentStore } from '../../../src/realtime/document/store.ts'
import { namespaceOf, objectState } from '../../support/objects.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Document } = await import('../../../src/realtime/document/document.ts')

test('a document that is deleted while a change is announced is not listed after the response', async () => {
  const { state } = objectState()
  new DocumentStore(state.storage.sql).changed({ applicationSid: 'AP1', name: 'notes' }, 'u', Date.now())
  const put = Promise.withResolvers<void>()
  const calls: string[] = []
  const list = {
    put() {
      calls.push('put')
      return put.promise
    },
    remove: (name: string) => Promise.resolve(calls.push(`remove ${name}`)),
  }
  const topic = { publish: ({ type }: { type: string }) => Promise.resolve(calls.push(type)) }
  const document = new Document(state, {
    ...{ documentLists: namespaceOf(list), topics: namespaceOf(topic), accounts: namespaceOf({}) },
    log: () => {},
  })
  const announced = document.alarm()
  await vi.waitFor(() => expect(calls).toEqual(['put']))
  const removed = document.remove()
  put.resolve()
  expect(await removed).toBe(true)
  expect(calls).toEqual(['put', 'document.updated', 'remove notes', 'document.deleted'])
  await announced
})
