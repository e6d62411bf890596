// A client of the database of a system. It holds locks for which the system waits.
import pg from 'pg'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Stack } from '../../tools/stack/stack.ts'
import { urlOf } from './postgres.ts'
import { waitingFor } from './waiting.ts'

/** Connects for the tests of a file, after the stack has started. @param stackOf is called then */
export function lockClient(stackOf: () => Stack) {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client({ connectionString: await urlOf(stackOf()) })
    await client.connect()
  })
  // The locks of a test that failed do not outlive it.
  afterEach(() => client?.query('rollback; select pg_advisory_unlock_all()'))
  afterAll(() => client?.end())
  return {
    query: (text: string, values?: unknown[]) => client.query(text, values),
    /** Returns the number of other connections to the database that wait for locks. */
    waiting: (): Promise<number> => waitingFor(client),
    /** As `waiting`, for statements that contain the text. */
    waitingIn: (called: string): Promise<number> => waitingFor(client, called),
  }
}
