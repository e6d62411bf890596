// Clients of synchronised documents: the unmodified provider of `y-websocket`, and raw sockets.
import { once } from 'node:events'
import { expect, vi } from 'vitest'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import type { Stack } from '../../tools/stack/stack.ts'
import { callerOf } from './client.ts'
import { jwtOf } from './realtime.ts'
import type { World } from './world.ts'

export const documentsUrl = (baseUrl: string): string => `${baseUrl.replace(/^http/, 'ws')}/documents`

const providers = new Set<WebsocketProvider>()

/** A document and its provider. */
export type Client = {
  doc: Y.Doc
  provider: WebsocketProvider
  closed: Promise<{ code: number; reason: string }>
}

/** A provider that connects with the token. `disconnectDocuments` ends it. */
export function documentClient(baseUrl: string, name: string, token: string, doc = new Y.Doc()): Client {
  const provider = new WebsocketProvider(documentsUrl(baseUrl), name, doc, {
    ...{ protocols: ['invigil', `bearer.${token}`], maxBackoffTime: 100 },
    // Otherwise the providers of a process exchange changes without the server.
    disableBc: true,
  })
  providers.add(provider)
  const closed = new Promise<{ code: number; reason: string }>(resolve => provider.on('closed', resolve))
  return { doc, provider, closed }
}

/** A provider that has the content of the server. */
export async function syncedWith(baseUrl: string, name: string, token: string, doc?: Y.Doc): Promise<Client> {
  const client = documentClient(baseUrl, name, token, doc)
  await vi.waitFor(() => expect(client.provider.synced).toBe(true), { timeout: 30_000, interval: 5 })
  return client
}

/** A client of the world's application with these permissions that has the content of the server. */
export const synced = async (
  world: World,
  name: string,
  permissions = ['subscribe', 'publish'],
): Promise<Client> => await syncedWith(world.stack.baseUrl, name, await jwtOf(world, permissions))

/** Writes a document. Returns what expects it on a copy of the system. */
export async function makeDocument(world: World): Promise<(copy: Stack) => Promise<void>> {
  const text = 'kept over a restore'
  const writer = await synced(world, 'kept')
  writer.doc.getText('body').insert(0, text)
  const reader = await synced(world, 'kept')
  await expect.poll(() => reader.doc.getText('body').toString(), { timeout: 20_000 }).toBe(text)
  for (const { provider } of [writer, reader]) provider.destroy()
  return async copy => {
    const { doc } = await synced({ ...world, stack: copy, admin: callerOf(copy, world.secret) }, 'kept')
    expect(doc.getText('body').toString()).toBe(text)
    disconnectDocuments()
  }
}

export function disconnectDocuments(): void {
  for (const provider of providers) provider.destroy()
  providers.clear()
}

type RawDocument = {
  socket: WebSocket
  frames: Uint8Array<ArrayBuffer>[]
  closed: Promise<readonly [code: number, reason: string]>
}

/** A socket without a provider. */
export async function rawDocument(baseUrl: string, name: string, protocols: string[]): Promise<RawDocument> {
  const socket = new WebSocket(`${documentsUrl(baseUrl)}/${name}`, protocols)
  socket.binaryType = 'arraybuffer'
  const frames: RawDocument['frames'] = []
  socket.addEventListener('message', ({ data }) => frames.push(new Uint8Array(data)))
  const closed = once(socket, 'close').then(([event]) => [event.code, event.reason] as const)
  await once(socket, 'open')
  return { socket, frames, closed }
}
