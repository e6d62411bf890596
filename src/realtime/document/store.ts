// The tables of a document: its state up to a compaction, and the changes since. A state has rows of at most 1 MiB.

import type { DocumentKey } from '../contract/documents.ts'
import { maxRowBytes } from './limits.ts'

const tables = `
  create table if not exists document (
    id integer primary key check (id = 1), application text not null, name text not null, version integer not null,
    created_at integer not null, updated_at integer not null, updated_by text not null, deleted_at integer,
    announced integer not null default 0, announced_at integer not null default 0
  );
  create table if not exists state (part integer primary key, bytes blob not null);
  create table if not exists change (number integer primary key autoincrement, bytes blob not null);`

/** The row of a document that has been written. */
export type DocumentRow = {
  key: DocumentKey
  /** Counts the changes, also over deletions. */
  version: number
  createdAt: number
  updatedAt: number
  /** The user of the last change. */
  updatedBy: string
  deletedAt: number | null
  /** The version of the last event, and its time. */
  announced: number
  announcedAt: number
}

type Row = Record<'version' | 'created_at' | 'updated_at' | 'announced' | 'announced_at', number> &
  Record<'application' | 'name' | 'updated_by', string> & { deleted_at: number | null }

type Blob = { bytes: ArrayBuffer }

export class DocumentStore {
  readonly #sql: SqlStorage
  #stateBytes: number
  #changes: number
  #changedBytes: number

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(tables)
    this.#stateBytes = this.#sum('state').bytes
    const { count, bytes } = this.#sum('change')
    this.#changes = count
    this.#changedBytes = bytes
  }

  /** The bytes of the state and of the changes. */
  get size(): number {
    return this.#stateBytes + this.#changedBytes
  }

  get stateBytes(): number {
    return this.#stateBytes
  }

  get changedBytes(): number {
    return this.#changedBytes
  }

  /** The number of changes since the compaction. */
  get changes(): number {
    return this.#changes
  }

  read(): DocumentRow | undefined {
    const [row] = this.#sql.exec<Row>('select * from document').toArray()
    if (!row) return undefined
    const { application: applicationSid, name, version, announced } = row
    return {
      ...{ key: { applicationSid, name }, version, announced, announcedAt: row.announced_at },
      ...{ createdAt: row.created_at, updatedAt: row.updated_at, updatedBy: row.updated_by },
      deletedAt: row.deleted_at,
    }
  }

  /** Returns the updates of which the document consists. */
  updates(): Uint8Array[] {
    const parts = this.#blobs('select bytes from state order by part')
    return [
      ...(parts.length > 0 ? [joined(parts)] : []),
      ...this.#blobs('select bytes from change order by number'),
    ]
  }

  append(change: Uint8Array): void {
    this.#sql.exec('insert into change (bytes) values (?)', change)
    this.#changes += 1
    this.#changedBytes += change.byteLength
  }

  /** Replaces the state and its changes. */
  compact(state: Uint8Array): void {
    this.#clear()
    for (let part = 0; part * maxRowBytes < state.byteLength; part++)
      this.#sql.exec(
        'insert into state values (?, ?)',
        part,
        state.slice(part * maxRowBytes, (part + 1) * maxRowBytes),
      )
    this.#stateBytes = state.byteLength
  }

  /** Records a change. Creates the row with the first one, and again after a deletion. */
  changed({ applicationSid, name }: DocumentKey, user: string, now: number): void {
    this.#sql.exec(
      `insert into document (id, application, name, version, created_at, updated_at, updated_by)
        values (1, ?, ?, 1, ?, ?, ?)
        on conflict (id) do update set version = version + 1, updated_at = excluded.updated_at,
          updated_by = excluded.updated_by, deleted_at = null,
          created_at = iif(deleted_at is null, created_at, excluded.created_at)`,
      ...[applicationSid, name, now, now, user],
    )
  }

  /** Deletes the content. The row remains, so that versions do not repeat. */
  remove(now: number): void {
    this.#clear()
    this.#sql.exec('update document set version = version + 1, deleted_at = ?', now)
  }

  announced(version: number, now: number): void {
    this.#sql.exec('update document set announced = ?, announced_at = ?', version, now)
  }

  #clear(): void {
    this.#sql.exec('delete from state')
    this.#sql.exec('delete from change')
    this.#stateBytes = 0
    this.#changes = 0
    this.#changedBytes = 0
  }

  #blobs(query: string): Uint8Array[] {
    return this.#sql
      .exec<Blob>(query)
      .toArray()
      .map(({ bytes }) => new Uint8Array(bytes))
  }

  #sum(table: 'state' | 'change'): { count: number; bytes: number } {
    return this.#sql
      .exec<{ count: number; bytes: number }>(
        `select count(*) as count, coalesce(sum(length(bytes)), 0) as bytes from ${table}`,
      )
      .one()
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
