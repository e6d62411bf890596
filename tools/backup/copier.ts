// A database connection that can also copy rows out and in, by COPY in its text format.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Connection, connectionOfClient, connectionOfPglite } from '../migrator/connection.ts'

export type Rows = AsyncIterable<Uint8Array>

export type Copier = Connection & {
  /** The rows of a query, or of `<table> (<columns>)`. */
  copyOut(source: string): Rows
  /** Inserts the rows into `<table> (<columns>)`. */
  copyIn(target: string, rows: Rows): Promise<void>
}

export const copierOfClient = (client: pg.Client): Copier => ({
  ...connectionOfClient(client),
  copyOut: source => client.query(copyTo(`copy ${source} to stdout`)),
  copyIn: (target, rows) =>
    pipeline(Readable.from(rows), client.query(copyFrom(`copy ${target} from stdin`))),
})

/** PGlite copies to and from a device that holds a Blob, so a table is in memory at once. */
export const copierOfPglite = (db: PGlite): Copier => ({
  ...connectionOfPglite(db),
  async *copyOut(source) {
    const { blob } = await db.query(`copy ${source} to '/dev/blob'`)
    if (blob) yield* blob.stream()
  },
  async copyIn(target, rows) {
    const parts: Uint8Array<ArrayBuffer>[] = []
    for await (const part of rows) parts.push(new Uint8Array(part))
    await db.query(`copy ${target} from '/dev/blob'`, [], { blob: new Blob(parts) })
  },
})
