// The whole system on one machine: the unmodified Workers, and beside them what they reach in production.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/client.ts'
import { buildAssets } from '../build/assets.ts'
import { type Bundles, bundle, watchBundles } from '../build/bundle.ts'
import { boundDatabaseUrl, connectThrough, type DatabaseChoice, openDatabase } from '../neon/database.ts'
import { startNeonEndpoint } from '../neon/neon-endpoint.ts'
import { type Qstash, type QstashOptions, startQstash } from '../qstash/server.ts'
import { ensureDemo } from './demo.ts'
import { drain, forgetDrain, pidFileVariable } from './drain.ts'
import { localKeys, localSealingKey } from './local-keys.ts'
import { lockDirectory } from './lockfile.ts'
import { requireFreePort } from './port.ts'
import { everyMinute, reload, startRuntime } from './runtime.ts'
import { startLocalServices } from './services.ts'
import { miniflareOptions } from './workers.ts'

/** What a stack serves: the Workers' sources, and the files for browsers, which are written to a folder. */
export type Build = {
  bundles(): Promise<Bundles>
  assets(outDir: string, baseUrl: string): Promise<void>
}

export type StackOptions = {
  /** The port of the one origin; a free one when 0. */
  port: number
  stateDir: string
  database: DatabaseChoice
  /** Built from the sources unless given. */
  build?: Build
  /** Bundles again and reloads the Workers when a source changes. */
  watch?: boolean
  /** log2 of scrypt's N, when passwords need not be strong. */
  passwordCostLog2?: number
  /** The base of the delays between the attempts of a delivery, in ms; 10 s unless given. */
  webhookRetryBaseMs?: number
  /** What the first operator must send as `X-Setup-Token`. */
  setupToken?: string
  /** Events that an application may publish in a minute; as in production unless given. */
  webhookPublishPerMinute?: number
  /** Webhook endpoints that an application may have; as in production unless given. */
  webhookEndpointLimit?: number
  /** From which level on the Workers print what happens; `error` unless given, so that a terminal stays readable. */
  logLevel?: string
  /** What tests do to the local QStash. */
  qstash?: Pick<QstashOptions, 'clock' | 'controls'>
}

export type Stack = {
  baseUrl: string
  databaseName: string
  stateDir: string
  /** The stack's own way to its database. */
  db: Database
  /** Round trips to the database since the start. */
  roundTrips(): number
  qstash: Qstash
  /** What happens each minute, now or as if it were another time. */
  sweep(at?: Date): Promise<void>
  /** Finishes requests in progress, ends every process and frees every port; resolves when that is done. */
  close(): Promise<void>
}

/** How long a stack that closes waits for attempts under way; what is cut then is sent again after the next start. */
const pauseTimeoutMs = 1000

/** Starts the stack and resolves when it serves. What was started before a failure is closed again. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const opened: (() => Promise<unknown>)[] = []
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close()
    opened.length = 0
  }
  const keep = <T extends { close(): Promise<unknown> }>(resource: T): T => {
    opened.push(() => resource.close())
    return resource
  }
  try {
    keep(await lockDirectory(options.stateDir))
    const port = await requireFreePort(options.port)
    const baseUrl = `http://127.0.0.1:${port}`
    const build = options.build ?? { bundles: bundle, assets: buildAssets }
    const bundles = build.bundles()
    const assets = join(options.stateDir, 'assets')
    const builtAssets = build.assets(assets, baseUrl)
    const database = keep(await openDatabase(options.database, options.stateDir))
    const endpoint = keep(await startNeonEndpoint(database.backend))
    const services = keep(await startLocalServices(options.stateDir))
    const { signingKey, jwks } = await localKeys(options.stateDir)
    // Paused until the Workers serve.
    const qstash = keep(await startQstash({ ...options.qstash, stateDir: options.stateDir, isPaused: true }))

    const around = {
      port,
      baseUrl,
      databaseUrl: boundDatabaseUrl,
      neonPort: endpoint.port,
      localPort: services.port,
      signingKey,
      sealingKey: await localSealingKey(options.stateDir),
      jwks,
      assets,
      passwordCostLog2: options.passwordCostLog2,
      webhookRetryBaseMs: options.webhookRetryBaseMs,
      setupToken: options.setupToken,
      webhookPublishPerMinute: options.webhookPublishPerMinute,
      webhookEndpointLimit: options.webhookEndpointLimit,
      logLevel: options.logLevel ?? 'error',
      qstash,
    }
    await builtAssets
    const pidFile = join(options.stateDir, 'workerd.pid')
    forgetDrain(pidFile)
    const atPidFile = async (made: Bundles) => ({
      ...(await miniflareOptions(made, around)),
      unsafeRuntimeEnv: { [pidFileVariable]: pidFile },
    })
    const runtime = await startRuntime(await atPidFile(await bundles))
    opened.push(async () => {
      await drain(pidFile)
      // It is gone already, which Miniflare takes for a crash.
      await runtime.dispose().catch(() => {})
      forgetDrain(pidFile)
    })
    const { sweep, close: endMinutes } = everyMinute(runtime)
    opened.push(
      async () => endMinutes(),
      () => Promise.race([qstash.pause(), sleep(pauseTimeoutMs, undefined, { ref: false })]),
    )
    qstash.resume()
    if (options.watch)
      opened.push(
        await watchBundles(async changed => {
          await buildAssets(assets, baseUrl)
          await reload(runtime, await atPidFile(changed))
          console.log('Reloaded.')
        }),
      )
    const db = connectThrough(endpoint)
    await ensureDemo(db, options.stateDir, baseUrl)
    return {
      baseUrl,
      databaseName: database.name,
      stateDir: options.stateDir,
      db,
      roundTrips: endpoint.roundTrips,
      qstash,
      sweep,
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
