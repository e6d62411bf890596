import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseChoice } from '../../tools/neon/database.ts'
import { type Stack, startStack } from '../../tools/stack/stack.ts'

declare global {
  var invigilStack: Promise<Stack> | undefined
}

/** The stack of this fork: the whole system on PGlite in memory, started by whichever file needs it first. */
export function sharedStack(): Promise<Stack> {
  globalThis.invigilStack ??= ownStack({ kind: 'memory' })
  return globalThis.invigilStack
}

/** A stack of one's own, on a free port, in a directory of its own. Close it. */
export function ownStack(database: DatabaseChoice): Promise<Stack> {
  const stateDir = temporaryDirectory()
  // 2^10 instead of 2^15: what is tested is the flow, not the strength.
  return startStack({ port: 0, stateDir, database: racing(database), passwordCostLog2: 10 })
}

/** With many connections, however few cores there are: what races is to be under way at once. */
export const racing = (database: DatabaseChoice): DatabaseChoice =>
  database.kind === 'postgres' ? { connections: 16, ...database } : database

/** An empty directory that goes when the tests have run. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'invigil-test-'))
  chmodSync(directory, 0o755) // an embedded Postgres that root starts runs as somebody else
  return directory
}
