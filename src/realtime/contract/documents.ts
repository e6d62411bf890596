// The calls to documents, and to the list of the documents of an application.

import type { DocumentListCall, DocumentListing, ListedDocument } from '../../shared/documents/calls.ts'
import type { StubOf } from './objects.ts'

/** A document of an application. */
export type DocumentKey = { applicationSid: string; name: string }

/** The name of the object of a document. Names of documents contain no slash. */
export const nameOfDocument = ({ applicationSid, name }: DocumentKey): string => `${applicationSid}/${name}`

/** The content as one update of Yjs; absent if the caller has this version. */
export type DocumentContent = { etag: string; update?: Uint8Array }

/** The methods of a document. */
export type DocumentCalls = {
  fetch(request: Request): Promise<Response>
  /** Returns the content, if the document exists. @param ifNoneMatch the entity tags that the caller has */
  read(ifNoneMatch?: string): DocumentContent | undefined
  /** Deletes the document, and closes its connections. Returns whether it existed. */
  remove(): Promise<boolean>
  /** Closes the connections of the account whose token has ended. Returns whether any connections of it are left. */
  verify(accountSid: string): Promise<boolean>
}

export type DocumentListQuery = Omit<DocumentListCall, 'applicationSid'>

/** The methods of the list of the documents of an application. */
export type DocumentListCalls = {
  /** Adds or replaces a document. An older version changes nothing. */
  put(document: ListedDocument): void
  remove(name: string): void
  page(query: DocumentListQuery): DocumentListing
  /**
   * Reserves the place of a document that does not exist yet, until this time, or until it is put or released. Returns false if
   * the application has the most documents, with those that can still be created.
   */
  reserve(name: string, until: number): boolean
  release(name: string): void
}

export type DocumentStub = StubOf<DocumentCalls>
export type DocumentListStub = StubOf<DocumentListCalls>
