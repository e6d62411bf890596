// A stack on a real Postgres, and transactions that hold locks while requests wait for them.

import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { Stack } from '../../tools/stack/stack.ts'
import { urlOf } from './postgres.ts'
import { stackOfFork, type TestOptions } from './stack.ts'
import { someWait } from './waiting.ts'

type Held = {
  stack: Stack
  /**
   * Executes the statements, starts the requests, which wait for their locks, and then commits. Returns the results of the
   * requests, or their errors.
   */
  whileHeld<T>(statements: string, ...requests: (() => Promise<T>)[]): Promise<(T | Error)[]>
}

/** Starts the fork's stack with these options for the tests of a file. Returns the function that returns it. */
export function heldStack(options: Omit<TestOptions, 'database'> = {}): () => Held {
  let [stack, client]: [Stack?, pg.Client?] = []
  beforeAll(async () => {
    stack = await stackOfFork({ database: { kind: 'postgres' }, ...options })
    client = new pg.Client({ connectionString: await urlOf(stack) })
    await client.connect()
  }, 180_000)
  afterAll(() => client?.end())
  return () => {
    if (!(stack && client)) throw new Error('The stack is not started.')
    const holder = client
    return {
      stack,
      async whileHeld(statements, ...requests) {
        const results = []
        try {
          await holder.query(`begin; ${statements}`)
          // One after another, so that a later request can wait for an earlier one.
          for (const [at, request] of requests.entries()) {
            results.push(request().catch((error: unknown) => error as Error))
            await someWait(holder, { count: at + 1 })
          }
          await holder.query('commit')
        } catch (error) {
          await holder.query('rollback')
          throw error
        }
        return Promise.all(results)
      },
    }
  }
}
