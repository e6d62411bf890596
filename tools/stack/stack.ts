// The whole system on one machine: the unmodified Workers, and replacements of the services that they use in production.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/client.ts'
import type { Bucket } from '../../src/proctoring/bucket.ts'
import { SealingKeys, sealWith } from '../../src/shared/crypto/seal.ts'
import type { Bundles } from '../build/bundle.ts'
import { type Build, keptBuild } from '../build/kept.ts'
import { boundDatabaseUrl, connectThrough, type DatabaseChoice, openDatabase } from '../neon/database.ts'
import { startNeonEndpoint } from '../neon/neon-endpoint.ts'
import { cacheFolder, projectFile } from '../project.ts'
import { type Qstash, type QstashOptions, startQstash } from '../qstash/server.ts'
import { buildInProcess } from './build-in-process.ts'
import { databaseCheck, openedDatabase } from './database-check.ts'
import { createDemo, prepareDemo } from './demo.ts'
import { drain, pidFileVariable, removeDrainFiles } from './drain.ts'
import { type ExposureOptions, isPublic, loopback, requireSafe } from './exposure.ts'
import { startFront } from './front.ts'
import { localKeys, localQstashCredentials, localSealingKey } from './local-keys.ts'
import { lockDirectory } from './lockfile.ts'
import { requireFreePort } from './port.ts'
import { bucketOf, type RunScheduled, reload, startRuntime, startSchedule } from './runtime.ts'
import { startLocalServices } from './services.ts'
import { bucketFolder, objectsFolder, openStateDirectory, requireUsable } from './state-directory.ts'
import { miniflareOptions } from './workers.ts'

export type StackOptions = ExposureOptions & {
  /** The port of the origin; a free one when 0. */
  port: number
  stateDir: string
  database: DatabaseChoice
  /** By default built from the sources, or that of an earlier start with the same sources. */
  build?: Build
  /** Bundles and reloads the Workers when a source file changes. */
  watch?: boolean
  /** log2 of scrypt's N, for tests, whose passwords need no strong hash. */
  passwordCostLog2?: number
  /** The delay before the first retry of a delivery, in ms; 10 s by default. */
  webhookRetryBaseMs?: number
  /** By default the key in `sealing-key`. */
  sealingKey?: string | undefined
  /** Events that an application may publish in a minute; by default as in production. */
  webhookPublishPerMinute?: number
  /** Webhook endpoints that an application may have; by default as in production. */
  webhookEndpointLimit?: number
  /** The bearer token for `/metrics`, which does not exist without one. */
  metricsToken?: string
  /** The lowest level that the Workers log; by default `error`, so that the terminal output stays readable. */
  logLevel?: string
  /** Retention periods, as variables of the Worker `platform`. */
  retention?: Record<string, string>
  /** Whether the scheduled work runs every minute, which is the default; otherwise only on request, for tests. */
  isScheduled?: boolean
  /** Whether the demo account of an empty database gets installs with demo data. */
  hasDemoData?: boolean
  /** Options of the local QStash for tests. */
  qstash?: Pick<QstashOptions, 'clock' | 'controls'>
}

export type Stack = {
  /** The origin that clients use. */
  baseUrl: string
  /** The port on which it listens. */
  port: number
  /** The origin of the edge on this machine, without a proxy. */
  edgeUrl: string
  databaseName: string
  stateDir: string
  /** The connection of the stack to its database. */
  db: Database
  /** The bucket with the contents of files. */
  bucket(): Promise<Bucket>
  /** Round trips to the database since the start. */
  roundTrips(): number
  qstash: Qstash
  /** Runs the scheduled work of a Worker, at the current time or another one. */
  runScheduled: RunScheduled
  /** Runs the scheduled work of `platform`. */
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
    const { stateDir, host = loopback, trustedProxies = '' } = options
    requireSafe(options)
    requireUsable(stateDir)
    register(lockDirectory(stateDir))
    const state = await openStateDirectory(stateDir, options.database)
    const port = await requireFreePort(options.port, host)
    // Only a server of Node has the addresses of clients, which on 127.0.0.1 are all the same.
    const hasFront = host !== loopback
    const edgePort = hasFront ? await requireFreePort(0) : port
    const edgeUrl = `http://${loopback}:${edgePort}`
    const baseUrl = options.baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    const isReachable = isPublic(options)
    const hasLocalServices = options.mailList || !isReachable
    const build = options.build ?? keptBuild({ project: projectFile(''), cacheFolder, build: buildInProcess })
    const newDemo = await prepareDemo(options, isReachable)
    const assets = join(stateDir, 'assets')
    const building = build(assets, baseUrl)
    building.catch(() => {}) // a failure is thrown where the result is used, unless another part fails first
    const sealingKey = options.sealingKey ?? (await localSealingKey(stateDir))
    const expected = { stateDir, id: state.databaseId, keys: sealWith(SealingKeys.parse(sealingKey)) }
    const database = register(await openDatabase(options.database, stateDir, databaseCheck(expected)))
    const endpoint = register(await startNeonEndpoint(database.backend))
    const db = connectThrough(endpoint)
    await state.keep(await openedDatabase(db, expected))
    const creatingDemo = createDemo(newDemo, db, stateDir, baseUrl)
    const services = register(await startLocalServices(stateDir, options.mailList))
    const { signingKey, jwks } = await localKeys(stateDir)
    // Paused until the Workers are ready.
    const credentials = await localQstashCredentials(stateDir)
    const qstash = register(await startQstash({ ...options.qstash, stateDir, credentials, isPaused: true }))

    const settings = {
      port: edgePort,
      ...{ baseUrl, edgeUrl, isPublic: isReachable, hasLocalServices },
      trustedProxies: hasFront ? loopback : trustedProxies,
      webhookAllowHosts: options.webhookAllowHosts ?? (isReachable ? '' : '127.0.0.1,localhost'),
      mail: options.mail,
      retention: options.retention,
      databaseUrl: boundDatabaseUrl,
      neonPort: endpoint.port,
      localPort: services.port,
      signingKey,
      sealingKey,
      jwks,
      assets,
      bucket: join(stateDir, bucketFolder),
      objects: join(stateDir, objectsFolder),
      passwordCostLog2: options.passwordCostLog2,
      webhookRetryBaseMs: options.webhookRetryBaseMs,
      setupToken: options.setupToken,
      metricsToken: options.metricsToken,
      webhookPublishPerMinute: options.webhookPublishPerMinute,
      webhookEndpointLimit: options.webhookEndpointLimit,
      logLevel: options.logLevel ?? 'error',
      qstash,
    }
    const built = await building
    const pidFile = join(stateDir, 'workerd.pid')
    removeDrainFiles(pidFile)
    const optionsFor = (bundles: Bundles) => ({
      ...miniflareOptions({ ...built, bundles }, settings),
      unsafeRuntimeEnv: { [pidFileVariable]: pidFile },
    })
    const runtime = await startRuntime(optionsFor(built.bundles))
    opened.push(async () => {
      await drain(pidFile)
      // The runtime has already ended, which Miniflare reports as a crash.
      await runtime.dispose().catch(() => {})
      removeDrainFiles(pidFile)
    })
    if (hasFront) register(await startFront({ host, port, edgePort, trustedProxies }))
    const { runScheduled, close: stopSchedule } = startSchedule(runtime, options.isScheduled)
    if (!isReachable) services.serveCron(runScheduled)
    opened.push(
      async () => stopSchedule(),
      () => Promise.race([qstash.pause(), sleep(pauseTimeoutMs, undefined, { ref: false })]),
    )
    qstash.resume()
    if (options.watch) {
      const [{ buildAssets }, { watchBundles }] = await importBuilders()
      opened.push(
        await watchBundles(built.bundles, async changed => {
          await buildAssets(assets, baseUrl)
          await reload(runtime, optionsFor(changed))
          console.log('Reloaded.')
        }),
      )
    }
    await creatingDemo
    return {
      ...{ baseUrl, port, edgeUrl },
      databaseName: database.name,
      stateDir,
      db,
      bucket: () => bucketOf(runtime),
      roundTrips: endpoint.roundTrips,
      qstash,
      runScheduled,
      sweep: at => runScheduled('platform', at),
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Only a stack that watches its sources needs them in its process. */
const importBuilders = () => Promise.all([import('../build/assets.ts'), import('../build/bundle.ts')])
