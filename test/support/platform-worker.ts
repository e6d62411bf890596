// The Worker of area C alone, in the runtime of production, with any configuration.
import type { Readable } from 'node:stream'
import type { Backend } from '../../tools/neon/backend.ts'
import { boundDatabaseUrl, connectThrough, openDatabase } from '../../tools/neon/database.ts'
import { startNeonEndpoint } from '../../tools/neon/neon-endpoint.ts'
import { keysOf, makeRing, makeSealingKey } from '../../tools/stack/local-keys.ts'
import { startRuntime } from '../../tools/stack/runtime.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { builtOnce } from './build-once.ts'
import { partOfStack } from './part-of-stack.ts'
import { migratedDatabase } from './postgres.ts'
import { freePort } from './start.ts'

export type Configuration = {
  /** Variables and secrets besides the required ones. */
  variables?: Record<string, string>
  /** Cloudflare's `send_email` as EMAIL: mails are written to a file, and are limited to one address if one is given. */
  email?: { destination_address?: string }
  /** The sign-ins per minute that Cloudflare's limiter permits from an address. */
  signInsPerMinute?: number
}

export type PlatformWorker = {
  stack: Stack
  /** The log of the Worker so far. */
  logged(): string
  close(): Promise<void>
}

export type PlatformDatabase = {
  /** Starts the Worker on this database: one of many, at its own address. */
  worker(configuration?: Configuration): Promise<PlatformWorker>
  /** Stops all started Workers. */
  close(): Promise<void>
}

/** An empty database, and the values that Workers on it share. `around` intercepts every statement. */
export async function platformDatabase(
  around: (backend: Backend) => Backend = backend => backend,
): Promise<PlatformDatabase> {
  const url = await migratedDatabase()
  const { backend, close } = await openDatabase({ kind: 'server', url, connections: 2 }, '')
  const endpoint = await startNeonEndpoint(around(backend))
  const db = connectThrough(endpoint)
  const { signingKey, jwks } = keysOf(await makeRing())
  const shared = { SIGNING_KEY: signingKey, JWKS: jwks, SEALING_KEY: makeSealingKey() }
  const contents = (await builtOnce()).bundles.platform
  const workers: PlatformWorker[] = []

  async function worker({
    variables = {},
    email,
    signInsPerMinute,
  }: Configuration = {}): Promise<PlatformWorker> {
    const port = await freePort()
    const baseUrl = `http://127.0.0.1:${port}`
    const log: string[] = []
    const read = (output: Readable) => output.on('data', (chunk: Buffer) => log.push(chunk.toString()))
    const runtime = await startRuntime({
      cf: false,
      host: '127.0.0.1',
      port: 0,
      handleRuntimeStdio: (...outputs: Readable[]) => void outputs.map(read),
      workers: [
        {
          name: 'platform',
          modules: [{ type: 'ESModule', path: 'platform.js', contents }],
          compatibilityDate: '2026-07-01',
          compatibilityFlags: ['nodejs_compat'],
          bindings: {
            ...{ DATABASE_URL: boundDatabaseUrl, BASE_URL: baseUrl, SHOW_TRIPS: 'on', LOG_LEVEL: 'error' },
            ...{ ...shared, PASSWORD_COST_LOG2: '10', ...variables },
          },
          serviceBindings: { NEON: { external: { address: `127.0.0.1:${endpoint.port}`, http: {} } } },
          ...(email && { email: { send_email: [{ name: 'EMAIL', ...email }] } }),
          ...(signInsPerMinute && {
            ratelimits: {
              SIGN_IN_LIMITER: { namespace_id: '1001', simple: { limit: signInsPerMinute, period: 60 } },
            },
          }),
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
      ],
    })
    const close = () => runtime.dispose()
    const stack = partOfStack({ baseUrl, stateDir: '', db, roundTrips: endpoint.roundTrips, close })
    const started = { stack, logged: () => log.join(''), close }
    workers.push(started)
    return started
  }

  return {
    worker,
    async close() {
      for (const started of workers) await started.close()
      await endpoint.close()
      await close()
    },
  }
}
