// A client of the database of a system. It holds locks for which the system waits.
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { Stack } from '../../tools/stack/stack.ts'
import { urlOf } from './postgres.ts'

/** Connects for the tests of a file, after the stack has started. */
export function lockClient(system: { readonly stack: Stack }) {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client({ connectionString: await urlOf(system.stack) })
    await client.connect()
  })
  afterAll(() => client?.end())
  const query = (text: string, values?: unknown[]) => client.query(text, values)
  return {
    query,
    /** Returns the number of locks for which a client waits. */
    async waiting(): Promise<number> {
      const { rows } = await query('select count(*)::int as waiting from pg_locks where not granted')
      return rows[0].waiting
    },
  }
}
