import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack } from '../tools/stack/stack.ts'

/** Starts a temporary system on a free port, with a database in memory. The caller closes it. */
export async function startOwnSystem(): Promise<{ stateDir: string; close(): Promise<void> }> {
  const stateDir = await mkdtemp(join(tmpdir(), 'invigil-tour-'))
  const stack = await startStack({ port: 0, stateDir, database: { kind: 'memory' } })
  return {
    stateDir,
    async close() {
      await stack.close()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}
