// The system as a process of its own, on a real Postgres, with a way to its tables.
import { once } from 'node:events'
import { join } from 'node:path'
import { connectThrough } from '../../tools/neon/database.ts'
import { startNeonEndpoint } from '../../tools/neon/neon-endpoint.ts'
import { postgresBackend } from '../../tools/neon/postgres.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { partOfStack } from './part-of-stack.ts'
import { migratedOn, startTestPostgres } from './postgres.ts'
import { end, freePort, type Started, start } from './start.ts'

export type Running = {
  system: Started
  /** All that the system has printed so far. */
  printed(): string
  /** As if it ran here; passwords are as costly as in production. */
  stack: Stack
  /** Takes the database away under the system that runs. */
  stopDatabase(): Promise<void>
  /** Ends everything, once, and answers all that the system has printed. */
  stop(): Promise<string>
}

/** Starts the system, which tells of each request, with its state and its database below the directory, which must be open to everybody. */
export async function startRunning(directory: string): Promise<Running> {
  const server = await startTestPostgres()
  const url = migratedOn(server)
  const stateDir = join(directory, 'state')
  const system = await start(stateDir, await freePort(), {
    env: { DATABASE_URL: url, LOG_LEVEL: 'info' },
  })
  const printed = [system.printed]
  const closed = once(system.child, 'close')
  for (const output of [system.child.stdout, system.child.stderr])
    output?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  const backend = postgresBackend(url, { connections: 2 })
  const endpoint = await startNeonEndpoint(backend)
  const disconnect = async () => {
    await endpoint.close()
    await backend.close()
    await server.stop()
  }
  let databaseStopped: Promise<void> | undefined
  const stopDatabase = () => {
    databaseStopped ??= disconnect()
    return databaseStopped
  }
  const stopAll = async () => {
    await end(system, 'SIGTERM')
    await closed
    await stopDatabase()
    return printed.join('')
  }
  let stopped: Promise<string> | undefined
  const stop = () => {
    stopped ??= stopAll()
    return stopped
  }
  const stack = partOfStack({
    ...{ baseUrl: system.baseUrl, stateDir, db: connectThrough(endpoint), roundTrips: endpoint.roundTrips },
    close: async () => void (await stop()),
  })
  return { system, stack, printed: () => printed.join(''), stopDatabase, stop }
}
