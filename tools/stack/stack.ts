// The whole system on one machine: the unmodified Workers, and replacements of the services that they use in production.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/client.ts'
import { buildAssets } from '../build/assets.ts'
import { type Bundles, bundle, watchBundles } from '../build/bundle.ts'
import { boundDatabaseUrl, connectThrough, type DatabaseChoice, openDatabase } from '../neon/database.ts'
import { startNeonEndpoint } from '../neon/neon-endpoint.ts'
import { type Qstash, type QstashOptions, startQstash } from '../qstash/server.ts'
import { ensureDemo } from './demo.ts'
import { drain, pidFileVariable, removeDrainFiles } from './drain.ts'
import { localKeys, localSealingKey } from './local-keys.ts'
import { lockDirectory } from './lockfile.ts'
import { requireFreePort } from './port.ts'
import { reload, startRuntime, startSchedule } from './runtime.ts'
import { startLocalServices } from './services.ts'
import { miniflareOptions } from './workers.ts'

/**
 * The build that a stack serves: the sources of the Workers, and the files for browsers, which are written to a folder.
 */
export type Build = {
  bundles(): Promise<Bundles>
  assets(outDir: string, baseUrl: string): Promise<void>
}

export type StackOptions = {
  /** The port of the origin; a free one when 0. */
  port: number
  stateDir: string
  database: DatabaseChoice
  /** By default built from the sources. */
  build?: Build
  /** Bundles and reloads the Workers when a source file changes. */
  watch?: boolean
  /** log2 of scrypt's N, for tests, whose passwords need no strong hash. */
  passwordCostLog2?: number
  /** The delay before the first retry of a delivery, in ms; 10 s by default. */
  webhookRetryBaseMs?: number
  /** The value of `X-Setup-Token` with which the first operator is created. */
  setupToken?: string
  /** Events that an application may publish in a minute; by default as in production. */
  webhookPublishPerMinute?: number
  /** Webhook endpoints that an application may have; by default as in production. */
  webhookEndpointLimit?: number
  /** The lowest level that the Workers log; `error` by default, so that a terminal stays readable. */
  logLevel?: string
  /** Options of the local QStash for tests. */
  qstash?: Pick<QstashOptions, 'clock' | 'controls'>
}

export type Stack = {
  baseUrl: string
  databaseName: string
  stateDir: string
  /** The connection of the stack to its database. */
  db: Database
  /** Round trips to the database since the start. */
  roundTrips(): number
  qstash: Qstash
  /** Runs the scheduled work, at the current time or another one. */
  sweep(at?: Date): Promise<void>
  /** Finishes requests in progress, ends all processes and releases all ports; resolves when that is done. */
  close(): Promise<void>
}

/** How long closing waits for attempts in flight, which are then cut and made again after the next start. */
const pauseTimeoutMs = 1000

/** Starts the stack and resolves when it serves. After a failure it closes the parts that have started. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const opened: (() => Promise<unknown>)[] = []
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close()
    opened.length = 0
  }
  const register = <T extends { close(): Promise<unknown> }>(resource: T): T => {
    opened.push(() => resource.close())
    return resource
  }
  try {
    register(await lockDirectory(options.stateDir))
    const port = await requireFreePort(options.port)
    const baseUrl = `http://127.0.0.1:${port}`
    const build = options.build ?? { bundles: bundle, assets: buildAssets }
    const bundles = build.bundles()
    const assets = join(options.stateDir, 'assets')
    const builtAssets = build.assets(assets, baseUrl)
    const database = register(await openDatabase(options.database, options.stateDir))
    const endpoint = register(await startNeonEndpoint(database.backend))
    const services = register(await startLocalServices(options.stateDir))
    const { signingKey, jwks } = await localKeys(options.stateDir)
    // Paused until the Workers are ready.
    const qstash = register(
      await startQstash({ ...options.qstash, stateDir: options.stateDir, isPaused: true }),
    )

    const settings = {
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
    removeDrainFiles(pidFile)
    const optionsFor = async (built: Bundles) => ({
      ...(await miniflareOptions(built, settings)),
      unsafeRuntimeEnv: { [pidFileVariable]: pidFile },
    })
    const runtime = await startRuntime(await optionsFor(await bundles))
    opened.push(async () => {
      await drain(pidFile)
      // The runtime has already ended, which Miniflare reports as a crash.
      await runtime.dispose().catch(() => {})
      removeDrainFiles(pidFile)
    })
    const { sweep, close: stopSchedule } = startSchedule(runtime)
    opened.push(
      async () => stopSchedule(),
      () => Promise.race([qstash.pause(), sleep(pauseTimeoutMs, undefined, { ref: false })]),
    )
    qstash.resume()
    if (options.watch)
      opened.push(
        await watchBundles(async changed => {
          await buildAssets(assets, baseUrl)
          await reload(runtime, await optionsFor(changed))
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
