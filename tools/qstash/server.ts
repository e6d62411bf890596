import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { controlsApi } from './api/controls.ts'
import { flowControlApi } from './api/flow-control.ts'
import { messagesApi } from './api/messages.ts'
import { publishApi } from './api/publish.ts'
import { type Clock, realClock } from './clock.ts'
import { type Credentials, developmentCredentials, isToken } from './keys.ts'
import { Refusal, unsupported } from './refusal.ts'
import { openService, type Service } from './service.ts'

export type QstashOptions = {
  /** All state is in `qstash.db` there. */
  stateDir: string
  /** By default the public ones of the development server. */
  credentials?: Credentials
  clock?: Clock
  /** Whether tests may inject faults and read all attempts under `/__test`. */
  controls?: boolean
  /** How many attempts may be in flight at once. */
  maxInFlight?: number
  /** Whether nothing is sent until `resume()`: for a start before the destinations serve. */
  isPaused?: boolean
}

export type Qstash = Credentials & {
  url: string
  /** Starts no further attempt, and resolves when none is in flight. */
  pause(): Promise<void>
  resume(): void
  /** Resolves when no attempt is in flight and none can start at this time. */
  idle(): Promise<void>
  /** Cuts the attempts in flight, which are made again after the next start. */
  close(): Promise<void>
}

/**
 * Starts the local QStash on a free port of the loopback interface; resolves when it serves. It implements the parts of
 * QStash that the product and its fault tests use. It refuses other requests with 501.
 */
export async function startQstash({
  stateDir,
  credentials = developmentCredentials,
  clock = realClock,
  controls = false,
  maxInFlight = 100,
  isPaused = false,
}: QstashOptions): Promise<Qstash> {
  const service = await openService({
    ...{ stateDir, clock, maxInFlight, isPaused },
    ...{ signingKey: credentials.signingKeys.current, isRecording: controls },
  })
  const app = api(service, credentials)
  if (controls) app.route('/__test', controlsApi(service))
  app.all('/v2/*', context => {
    throw unsupported(`${context.req.method} ${context.req.path}`)
  })
  const { promise, resolve, reject } = Promise.withResolvers<AddressInfo>()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, resolve)
  server.once('error', reject)
  const address = await promise.catch(async error => {
    await service.close()
    throw error
  })
  return {
    ...credentials,
    url: `http://127.0.0.1:${address.port}`,
    pause: service.dispatcher.pause,
    resume: service.dispatcher.resume,
    idle: service.dispatcher.idle,
    async close() {
      await new Promise<void>(closed => {
        server.close(() => closed())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
      await service.close()
    },
  }
}

/** The API of the service, for callers with the token. */
function api(service: Service, { token }: Credentials): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (context, next) => {
    const header = context.req.header('Authorization')?.replace(/^Bearer /i, '')
    if (!isToken(header ?? '', token)) throw new Refusal(401, 'unauthorized: invalid token')
    await next()
  })
  app.onError((error, context) => {
    if (error instanceof Refusal) return context.json({ error: error.message }, error.status)
    console.error(error)
    return context.json({ error: 'internal error' }, 500)
  })
  app.notFound(context => context.json({ error: 'not found' }, 404))
  return app
    .route('/v2', publishApi(service))
    .route('/v2/messages', messagesApi(service))
    .route('/v2/flowControl', flowControlApi(service))
}
