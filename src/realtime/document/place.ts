// The place of a document among those that its application may have. A client that can create the document reserves it, so
// that clients that connect at once do not create more.

import type { DocumentKey, DocumentListStub } from '../contract/documents.ts'
import type { Access, Connection } from './connection.ts'
import type { DocumentStore } from './store.ts'

type List = Pick<DocumentListStub, 'reserve' | 'release'>

export class Place {
  readonly #store: DocumentStore
  readonly #list: (applicationSid: string) => List

  constructor(store: DocumentStore, list: (applicationSid: string) => List) {
    this.#store = store
    this.#list = list
  }

  /** Returns whether the client may connect. Reserves the place while its token is valid, if it can create the document. */
  async reserve({ applicationSid, name }: DocumentKey, { canWrite, expiresAt }: Access): Promise<boolean> {
    if (!canWrite || this.exists()) return true
    return await this.#list(applicationSid).reserve(name, expiresAt * 1000)
  }

  /** Releases the place after the end of the last connection, if the document was not created. */
  async release({ key: { applicationSid, name }, access }: Connection): Promise<void> {
    if (access.canWrite && !this.exists()) await this.#list(applicationSid).release(name)
  }

  /** Returns whether the document was created, and not deleted. */
  exists(): boolean {
    const row = this.#store.read()
    return row !== undefined && row.deletedAt === null
  }
}
