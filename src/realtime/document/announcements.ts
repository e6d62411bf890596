// The events of a document, and its row in the list of its application: one of each in 2 seconds. The version of the last
// event is stored, so that a crash loses none.

import type { ListedDocument } from '../../shared/documents/calls.ts'
import type { DocumentListStub } from '../contract/documents.ts'
import type { PublishRequest } from '../contract/objects.ts'
import { SharedCalls } from '../shared-calls.ts'
import { coalesceMs } from './limits.ts'
import type { DocumentRow, DocumentStore } from './store.ts'

type Effects = {
  list(applicationSid: string): Pick<DocumentListStub, 'put' | 'remove'>
  publish(row: DocumentRow, event: Pick<PublishRequest, 'type' | 'payloads' | 'ids'>): Promise<unknown>
  /** `flush` must run at this time. */
  schedule(time: number): void
  failed(error: unknown): void
}

export class Announcements {
  readonly #store: DocumentStore
  readonly #effects: Effects
  readonly #announcing = new SharedCalls<void>()

  constructor(store: DocumentStore, effects: Effects) {
    this.#store = store
    this.#effects = effects
  }

  /** The document has changed. The first change is announced at once, the others of the next 2 seconds together. */
  changed(now: number): void {
    const announcedAt = this.#store.read()?.announcedAt ?? 0
    this.#effects.schedule(Math.max(now, announcedAt) + coalesceMs)
    if (announcedAt + coalesceMs <= now) void this.flush()
  }

  /** Announces the state, if it is newer than the last event. A call during an announcement ends with it. */
  flush(): Promise<void> {
    const { schedule, failed } = this.#effects
    return this.#announcing.run(() =>
      this.#announceNews().catch(error => {
        schedule(Date.now() + coalesceMs)
        failed(error)
      }),
    )
  }

  /** The document is deleted. Announces that after the announcement in progress, which does not know of it. */
  async deleted(): Promise<void> {
    await this.#announcing.inProgress()
    await this.flush()
  }

  async #announceNews(): Promise<void> {
    const row = this.#store.read()
    if (row && row.version > row.announced) {
      await this.#announce(row)
      this.#store.announced(row.version, Date.now())
    }
    const current = this.#store.read()
    if (current && current.version > current.announced)
      this.#effects.schedule(current.announcedAt + coalesceMs)
  }

  async #announce(row: DocumentRow): Promise<void> {
    const { applicationSid, name } = row.key
    // The versions of a document that is lost begin again.
    const ids = [`${row.createdAt}/${row.version}`]
    const publish = (type: PublishRequest['type'], payload: object) =>
      this.#effects.publish(row, { type, payloads: [JSON.stringify(payload)], ids })
    const list = this.#effects.list(applicationSid)
    if (row.deletedAt !== null) {
      await list.remove(name)
      await publish('document.deleted', { name })
      return
    }
    const listed = listedOf(row, this.#store.size)
    await list.put(listed)
    const { version, size } = listed
    await publish('document.updated', { name, version, size, user: row.updatedBy })
  }
}

const listedOf = (
  { key: { name }, version, createdAt, updatedAt }: DocumentRow,
  size: number,
): ListedDocument => ({ name, version, size, createdAt, updatedAt })
