// The system as a separate process, on a real Postgres, with access to its tables.
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
  /** The output of the system so far. */
  printed(): string
  /** The stack of the system; passwords have the hashing cost of production. */
  stack: Stack
  /** Stops the database of the running system. */
  stopDatabase(): Promise<void>
  /** Stops everything, once, and returns the output of the system. */
  stop(): Promise<string>
}

/** Starts the system with request logging, and with its state and its database below the directory, which all users must be able to read. */
export async function startRunning(directory: string): Promise<Running> {
  const server = await startTestPostgres()
  const url = migratedOn(server)
  const stateDir = join(directory, 'state')
  const system = await start(stateDir, await freePort(), {
    env: { DATABASE_URL: url, LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' },
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
