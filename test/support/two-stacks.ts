// Two instances of the system on one real Postgres, with the same keys, like two Workers of a deployment.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stack } from '../../tools/stack/stack.ts'
import { temporaryDirectory } from './directory.ts'
import { migratedDatabase, urlOf } from './postgres.ts'
import { ownStack, testStack } from './stack.ts'

export type TwoStacks = {
  first: Stack
  second: Stack
  /** The next instance: requests alternate between the instances. */
  of(turn: number): Stack
  close(): Promise<void>
}

/**
 * Starts both, or the second one beside a stack of the fork, which stays open. After a failure, the end of the process stops those
 * that were started.
 */
export async function twoStacks(given?: Stack): Promise<TwoStacks> {
  const url = given ? await urlOf(given) : await migratedDatabase()
  const database = { kind: 'server', url } as const
  const first = given ?? (await ownStack(database))
  const stateDir = temporaryDirectory()
  for (const file of ['keys.json', 'sealing-key'])
    copyFileSync(join(first.stateDir, file), join(stateDir, file))
  const second = await testStack({ stateDir, database })
  return {
    first,
    second,
    of: turn => (turn % 2 === 0 ? first : second),
    async close() {
      await second.close()
      if (!given) await first.close()
    },
  }
}
