// Clients of one database on a real Postgres, for tests of SQL that run at the same time.

import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { migratedDatabase } from './postgres.ts'
import { scene } from './sql.ts'

/**
 * Creates a database with the rows of `scene` for the tests of a file. Returns a function that connects another client.
 * @param rows the statements that insert further rows, if any
 */
export function sqlClients(rows = ''): () => Promise<pg.Client> {
  const clients: pg.Client[] = []
  let url: string
  const connected = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    clients.push(client)
    return client
  }
  beforeAll(async () => {
    url = await migratedDatabase()
    await (await connected()).query(`${scene};${rows}`)
  }, 120_000)
  afterAll(async () => {
    for (const client of clients) await client.end()
  })
  return connected
}

/** Reads while others write. `read` can ask whether they still do. Returns what it has read when all have ended. */
export async function readBeside<T>(
  writers: Promise<void>[],
  read: (isWriting: () => boolean) => Promise<T>,
): Promise<T> {
  let isWriting = true
  const writing = Promise.all(writers).finally(() => {
    isWriting = false
  })
  const [seen] = await Promise.all([read(() => isWriting), writing])
  return seen
}
