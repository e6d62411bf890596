import type { DatabaseChoice } from '../../tools/neon/database.ts'
import { type Stack, type StackOptions, startStack } from '../../tools/stack/stack.ts'
import { buildOnce } from './build-once.ts'
import { temporaryDirectory } from './directory.ts'
import { migratedOverSocket } from './postgres.ts'
import { rounds } from './rounds.ts'

/** The statements that run at once. Each further connection parses and plans all statements again. */
const connections = rounds({ quick: 4, all: 16 })

/** 4 instead of 15: the tests check the flow, not the strength. */
export const passwordCostLog2 = 4

declare global {
  var invigilStacks: Map<string, Promise<Stack>> | undefined
}

/** PGlite in memory, or a real Postgres for tests of concurrency. */
export type StackKind = 'memory' | 'postgres'

/** The database of most stacks: a Postgres takes less CPU than PGlite in the process of the tests. */
export const usualDatabase: { kind: StackKind } = { kind: 'postgres' }

/** The stack of this fork on the kind of database: the whole system, started by the first file that needs it. Never closed. */
export const sharedStack = (kind: StackKind = usualDatabase.kind): Promise<Stack> =>
  stackOfFork({ database: { kind } })

/** The stack of this fork with these options, started by the first file that needs it. Never closed. */
export function stackOfFork(options: TestOptions): Promise<Stack> {
  globalThis.invigilStacks ??= new Map()
  const key = JSON.stringify(options)
  const known = globalThis.invigilStacks.get(key)
  if (known) return known
  const started = testStack(options)
  globalThis.invigilStacks.set(key, started)
  return started
}

export type TestOptions = Partial<Omit<StackOptions, 'database'>> & { database: DatabaseChoice }

/** A separate stack on a free port, in a new directory. Close it. */
export const ownStack = (database: DatabaseChoice): Promise<Stack> => testStack({ database })

/** Starts a stack with the build of the run; a Postgres is a new database on the server of this fork. */
export async function testStack({ database, ...options }: TestOptions): Promise<Stack> {
  return startStack({
    port: 0,
    stateDir: temporaryDirectory(),
    build: buildOnce,
    passwordCostLog2,
    // Tests come from different addresses, so that limits of one do not count for another.
    trustedProxies: '127.0.0.1',
    // Tests that compare tables must not depend on when a minute is over.
    isScheduled: false,
    // 1, 6, 36, 216 and 1296 ms.
    webhookRetryBaseMs: 1,
    database:
      database.kind === 'postgres'
        ? { kind: 'server', url: await migratedOverSocket(), connections }
        : database,
    ...options,
  })
}
