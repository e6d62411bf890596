import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { controlsApi } from './api/controls.ts'
import { dlqApi } from './api/dlq.ts'
import { flowControlApi } from './api/flow-control.ts'
import { eventsApi, messagesApi } from './api/messages.ts'
import { publishApi } from './api/publish.ts'
import { queuesApi } from './api/queues.ts'
import { type Clock, realClock } from './clock.ts'
import { developmentKeys, developmentToken, isToken, type SigningKeys } from './keys.ts'
import { Refusal } from './refusal.ts'
import { openService, type Service } from './service.ts'

export type QstashOptions = {
  /** Everything is kept in `qstash.db` there. */
  stateDir: string
  /** A free one when 0, as it is unless given. */
  port?: number
  clock?: Clock
  token?: string
  /** Until they are rotated; those of the service's development server unless given. */
  keys?: SigningKeys
  /** Whether tests may move a virtual clock, inject faults and read every attempt under `/__test`. */
  controls?: boolean
  /** Attempts under way at once: of all destinations, and of each. */
  inFlight?: number
  /** Whether nothing is sent until `release()`: for a start before the destinations serve. */
  held?: boolean
}

export type Qstash = {
  url: string
  token: string
  signingKeys: SigningKeys
  /** Starts no attempt any more, and resolves when none is under way. */
  hold(): Promise<void>
  release(): void
  /** Resolves when no attempt is under way and none can start at this time. */
  idle(): Promise<void>
  /** Cuts what is under way, which is sent again after the next start. */
  close(): Promise<void>
}

/** Starts the local QStash on the loopback interface; resolves when it serves. */
export async function startQstash({
  stateDir,
  port = 0,
  clock = realClock,
  token = developmentToken,
  keys = developmentKeys,
  controls = false,
  inFlight = 100,
  held = false,
}: QstashOptions): Promise<Qstash> {
  const service = await openService({ stateDir, clock, keys, inFlight, held, recorded: controls })
  const app = api(service, token)
  if (controls) app.route('/__test', controlsApi(service))
  const { promise, resolve, reject } = Promise.withResolvers<AddressInfo>()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, resolve)
  server.once('error', reject)
  const address = await promise.catch(async error => {
    await service.close()
    throw error
  })
  return {
    url: `http://127.0.0.1:${address.port}`,
    token,
    get signingKeys() {
      return service.keys.current()
    },
    hold: service.dispatcher.hold,
    release: service.dispatcher.release,
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

/** Everything that a client of the service can call, for those who have the token. */
function api(service: Service, token: string): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (context, next) => {
    const header = context.req.header('Authorization')?.replace(/^Bearer /i, '')
    if (!isToken(header ?? context.req.query('qstash_token') ?? '', token))
      throw new Refusal(401, 'unauthorized: invalid token')
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
    .route('/v2/events', eventsApi(service, 'events'))
    .route('/v2/logs', eventsApi(service, 'logs'))
    .route('/v2/dlq', dlqApi(service))
    .route('/v2/queues', queuesApi(service))
    .route('/v2/flowControl', flowControlApi(service))
    .get('/v2/globalParallelism', context =>
      context.json({ parallelismMax: service.inFlight, parallelismCount: service.dispatcher.inFlight() }),
    )
    .get('/v2/keys', context => context.json(service.keys.current()))
    .post('/v2/keys/rotate', async context => context.json(await service.keys.rotate()))
    .all('/v2/topics/*', absent('URL groups'))
    .all('/v2/schedules/*', absent('schedules'))
}

const absent = (what: string) => () => {
  throw new Refusal(501, `this local QStash has no ${what}`)
}
