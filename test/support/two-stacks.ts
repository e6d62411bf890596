// Two instances of the system on one real Postgres, with the same keys: what two Workers of a deployment are.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stack } from '../../tools/stack/stack.ts'
import { temporaryDirectory } from './directory.ts'
import { migratedDatabase } from './postgres.ts'
import { ownStack, testStack } from './stack.ts'

export type TwoStacks = {
  first: Stack
  second: Stack
  /** The one whose turn it is: the instances take the requests in turns. */
  of(turn: number): Stack
  close(): Promise<void>
}

/** Starts both. What was started before a failure ends with the process. */
export async function twoStacks(): Promise<TwoStacks> {
  const database = { kind: 'server', url: await migratedDatabase() } as const
  const first = await ownStack(database)
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
      await first.close()
    },
  }
}
