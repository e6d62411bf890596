// The content of a document: a Yjs document in memory while the object is awake, and its updates in the tables.

import { Buffer } from 'node:buffer'
import * as Y from 'yjs'
import { isTooDeep } from './levels.ts'
import {
  itemsPerMessage,
  maxChanges,
  maxDocumentBytes,
  maxItems,
  maxRowBytes,
  maxWaitingItems,
  waitingItemsPerMessage,
} from './limits.ts'
import type { DocumentStore } from './store.ts'

/** What applying an update does. `change` is what others receive. */
export type Applied =
  | { outcome: 'unchanged' | 'malformed' | 'tooLarge' | 'tooManyWait' }
  /** `change` is absent if the update waits for an earlier one. */
  | { outcome: 'stored'; change?: Uint8Array }

/** The changes of a small document are compacted when they have this many bytes. */
const minCompacted = 256 * 1024

export class Content {
  readonly #store: DocumentStore
  #doc: Y.Doc | undefined
  /** An upper bound of the items of the document. */
  #items = 0
  #waitingItems = 0
  readonly #emitted: Uint8Array[] = []

  constructor(store: DocumentStore) {
    this.#store = store
  }

  /** The document. Loads it if the object has slept. */
  get doc(): Y.Doc {
    this.#doc ??= this.#load()
    return this.#doc
  }

  /** How many messages it counts as to read the document: even an empty answer is looked for in all of its items. */
  get readCost(): number {
    return 1 + Math.floor(this.#items / itemsPerMessage)
  }

  /** Applies an update, and stores what it changes. */
  apply(update: Uint8Array): Applied {
    const items = itemsOf(update)
    if (items === undefined) return { outcome: 'malformed' }
    if (items > maxItems) return { outcome: 'tooLarge' }
    const waiting = waitingIn(this.doc)
    this.#emitted.length = 0
    try {
      Y.applyUpdate(this.doc, update)
    } catch {
      this.forget()
      return { outcome: 'malformed' }
    }
    const change = this.#emitted.length > 1 ? Y.mergeUpdates(this.#emitted) : this.#emitted[0]
    // Their bytes, not their length: one part may end to wait as another one begins.
    const isWaiting = waitingIn(this.doc).some((bytes, at) => !isSame(bytes, waiting[at]))
    if (!(change || isWaiting)) return { outcome: 'unchanged' }
    if (isWaiting && !this.#mayWait()) {
      this.forget()
      return { outcome: 'tooManyWait' }
    }
    this.#items += items
    // What waits is in the received update only.
    if (!this.#save(change && !isWaiting ? change : update)) {
      this.forget()
      return { outcome: 'tooLarge' }
    }
    return { outcome: 'stored', ...(change && { change }) }
  }

  /** Whether an update contains something that the document does not have. */
  hasNews(update: Uint8Array): boolean {
    if (itemsOf(update) === undefined) return false
    const { to } = Y.parseUpdateMeta(update)
    return [...to].some(([client, clock]) => clock > Y.getState(this.doc.store, client))
  }

  /** How many more messages an applied update counts as: Yjs has merged it with all that waits if a part of it waits too. */
  waitCost(update: Uint8Array): number {
    return this.#waitingItems > 0 && this.hasNews(update) ? this.#waitingItems / waitingItemsPerMessage : 0
  }

  /** Drops the document from memory. It is loaded again from the tables. */
  forget(): void {
    this.#doc?.destroy()
    this.#doc = undefined
  }

  /** Merges the changes into the state, so that the document opens faster. */
  compact(): void {
    if (this.#store.changes > 0) this.#store.compact(Y.encodeStateAsUpdate(this.doc))
  }

  /** Counts what waits now. @returns false if it is too much, and has become more */
  #mayWait(): boolean {
    const before = this.#waitingItems
    this.#waitingItems = waitingItemsIn(this.doc)
    return this.#waitingItems <= Math.max(maxWaitingItems, before)
  }

  /** @returns false, without storing it, if the document becomes too large */
  #save(change: Uint8Array): boolean {
    const { size, stateBytes, changes, changedBytes } = this.#store
    const isBounded = size + change.byteLength <= maxDocumentBytes && this.#items <= maxItems
    const isSmall = change.byteLength <= maxRowBytes
    const isDue = changes >= maxChanges || changedBytes >= Math.max(minCompacted, stateBytes)
    if (isBounded && isSmall && !isDue) {
      this.#store.append(change)
      return true
    }
    const state = Y.encodeStateAsUpdate(this.doc)
    this.#items = itemsIn(this.doc)
    if (state.byteLength > maxDocumentBytes || this.#items > maxItems) return false
    this.#store.compact(state)
    return true
  }

  #load(): Y.Doc {
    const doc = new Y.Doc()
    const updates = this.#store.updates()
    doc.transact(() => {
      for (const update of updates) Y.applyUpdate(doc, update)
    })
    this.#items = itemsIn(doc)
    this.#waitingItems = waitingItemsIn(doc)
    doc.on('update', (change: Uint8Array) => this.#emitted.push(change))
    return doc
  }
}

/** The items and the deletions that wait for earlier updates. */
const waitingIn = ({ store: { pendingStructs, pendingDs } }: Y.Doc): Uint8Array[] =>
  [pendingStructs?.update, pendingDs].map(bytes => bytes ?? new Uint8Array())

/** The number of items and deleted ranges that wait for earlier updates. */
const waitingItemsIn = (doc: Y.Doc): number =>
  waitingIn(doc)
    .filter(bytes => bytes.byteLength > 0)
    .map(bytes => Y.decodeUpdateV2(bytes))
    .reduce((sum, { structs, ds }) => sum + structs.length + [...ds.clients.values()].flat().length, 0)

const isSame = (bytes: Uint8Array, others: Uint8Array = new Uint8Array()): boolean =>
  Buffer.compare(bytes, others) === 0

/** The items in memory. */
const itemsIn = ({ store }: Y.Doc): number =>
  [...store.clients.values()].reduce((sum, structs) => sum + structs.length, 0)

class TooManyItems extends Error {}
class TooDeep extends Error {}

/** Counts what it decodes, so that a small update cannot take all memory. */
class CountingDecoder extends Y.UpdateDecoderV1 {
  static count = 0

  override readInfo(): number {
    CountingDecoder.#add()
    return super.readInfo()
  }

  override readDsClock(): number {
    CountingDecoder.#add()
    return super.readDsClock()
  }

  override readAny(): unknown {
    return shallow(super.readAny())
  }

  override readJSON(): unknown {
    return shallow(super.readJSON())
  }

  static #add(): void {
    CountingDecoder.count += 1
    if (CountingDecoder.count > maxItems) throw new TooManyItems()
  }
}

/** Decoders of values recurse: a deeper stack than that of the first decoder could not load the document. @throws TooDeep */
function shallow(value: unknown): unknown {
  if (isTooDeep(value)) throw new TooDeep()
  return value
}

/** Counts the items and deleted ranges of an update, at most one more than the limit. @returns undefined if it is malformed */
function itemsOf(update: Uint8Array): number | undefined {
  CountingDecoder.count = 0
  try {
    Y.decodeUpdateV2(update, CountingDecoder)
  } catch (error) {
    if (!(error instanceof TooManyItems)) return undefined
  }
  return CountingDecoder.count
}
