// Two instances of the system on one real Postgres, with the same keys: what two Workers of a deployment are.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { type Stack, startStack } from '../../tools/stack/stack.ts'
import { ownStack, temporaryDirectory } from './stack.ts'

export type TwoStacks = {
  first: Stack
  second: Stack
  /** The one whose turn it is: the instances take the requests in turns. */
  of(turn: number): Stack
  close(): Promise<void>
}

/** Starts both. What was started before a failure ends with the process. */
export async function twoStacks(): Promise<TwoStacks> {
  const server = await startEmbeddedPostgres(temporaryDirectory(), { fsync: false })
  const database = { kind: 'server', url: server.url } as const
  const first = await ownStack(database)
  const stateDir = temporaryDirectory()
  for (const file of ['keys.json', 'sealing-key'])
    copyFileSync(join(first.stateDir, file), join(stateDir, file))
  const second = await startStack({ port: 0, stateDir, database, passwordCostLog2: 10 })
  return {
    first,
    second,
    of: turn => (turn % 2 === 0 ? first : second),
    async close() {
      await second.close()
      await first.close()
      await server.stop()
    },
  }
}
