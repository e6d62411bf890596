import { setTimeout as sleep } from 'node:timers/promises'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import type { Recorder } from '../recorder.ts'

const name = 'notes.42'

/** Writes a synchronised document, and lists, reads and deletes it. */
export async function recordDocuments(recorder: Recorder, baseUrl: string): Promise<void> {
  const { record, recordRefusal, variables } = recorder
  const body = { applicationId: variables['applicationSid'], permissions: ['subscribe', 'publish'] }
  const token = (await record('issueJwt', { body, name: null })).text('token')
  await writeDocument(baseUrl, token)
  const params = { documentName: name }
  await record('listDocuments', {})
  await recordRefusal('listDocuments', { query: { sortKeys: 'size' } })
  await record('readDocument', { params })
  await recordRefusal('readDocument', { params: { documentName: 'notes.43' } })
  await record('deleteDocument', { params })
  await recordRefusal('deleteDocument', { params })
}

/** Waits until the list has the document. */
async function writeDocument(baseUrl: string, token: string): Promise<void> {
  const doc = new Y.Doc()
  doc.clientID = 1 // by default a random number, of which the size of the document depends
  const provider = new WebsocketProvider(`${baseUrl.replace(/^http/, 'ws')}/documents`, name, doc, {
    protocols: ['invigil', `bearer.${token}`],
    disableBc: true,
  })
  try {
    await new Promise<void>(resolve => provider.once('sync', () => resolve()))
    doc.transact(() => {
      doc.getText('body').insert(0, 'Breaks are over at 10:45.')
      doc.getMap('meta').set('room', 'B2')
    })
    await sleep(listedAfterMs)
  } finally {
    provider.destroy()
    doc.destroy() // ends the timer of its awareness
  }
}

/** More than the time in which the changes of a document are coalesced. */
const listedAfterMs = 3000
