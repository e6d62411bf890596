// The Durable Object that lists the documents of an application. Each document tells it of its changes.

import { DurableObject } from 'cloudflare:workers'
import type { DocumentListing, ListedDocument } from '../../shared/documents/calls.ts'
import type { DocumentListCalls, DocumentListQuery } from '../contract/documents.ts'
import { maxDocuments } from '../document/limits.ts'

const tables = `
  create table if not exists document (
    name text primary key, version integer not null, size integer not null, created_at integer not null,
    updated_at integer not null
  );
  create index if not exists document_created on document (created_at, name);
  create index if not exists document_updated on document (updated_at, name);
  create table if not exists reservation (name text primary key, until integer not null);`

const columns = { name: 'name', createdAt: 'created_at', updatedAt: 'updated_at' } as const

export class DocumentList extends DurableObject<unknown> implements DocumentListCalls {
  readonly #sql: SqlStorage

  constructor(ctx: DurableObjectState, bindings: unknown) {
    super(ctx, bindings)
    this.#sql = ctx.storage.sql
    this.#sql.exec(tables)
  }

  put({ name, version, size, createdAt, updatedAt }: ListedDocument): void {
    this.#sql.exec(
      `insert into document values (?, ?, ?, ?, ?)
        on conflict (name) do update set version = excluded.version, size = excluded.size,
          created_at = excluded.created_at, updated_at = excluded.updated_at
        where excluded.version >= version`,
      ...[name, version, size, createdAt, updatedAt],
    )
    this.release(name)
  }

  remove(name: string): void {
    this.#sql.exec('delete from document where name = ?', name)
  }

  page({ offset, limit, sortKeys, sortOrder }: DocumentListQuery): DocumentListing {
    const order = [...sortKeys.map(key => columns[key]), 'name'].map(column => `${column} ${sortOrder}`)
    const documents = this.#sql
      .exec<ListedDocument>(
        `select name, version, size, created_at as createdAt, updated_at as updatedAt from document
          order by ${order.join(', ')} limit ? offset ?`,
        ...[limit, offset],
      )
      .toArray()
    return { documents, total: this.#count() }
  }

  reserve(name: string, until: number): boolean {
    this.#sql.exec('delete from reservation where until <= ?', Date.now())
    const others = 'select name from document union select name from reservation'
    const { count } = this.#sql
      .exec<{ count: number }>(`select count(*) as count from (${others}) where name <> ?`, name)
      .one()
    if (count >= maxDocuments) return false
    this.#sql.exec(
      'insert into reservation values (?, ?) on conflict (name) do update set until = max(until, excluded.until)',
      ...[name, until],
    )
    return true
  }

  release(name: string): void {
    this.#sql.exec('delete from reservation where name = ?', name)
  }

  #count(): number {
    return this.#sql.exec<{ count: number }>('select count(*) as count from document').one().count
  }
}
