// The paths that the Worker `realtime` calls. The edge does not route to them.

import { logWork } from '../../shared/logging/work-log.ts'
import { eventPaths } from '../../shared/realtime/events.ts'
import type { PlatformEnv } from '../env.ts'
import { serveEvents, serveWanted } from './events.ts'
import { serveRegister, serveTake } from './live.ts'

type WaitUntil = (work: Promise<unknown>) => void
type Handler = (body: unknown, env: PlatformEnv) => Promise<Response>

/** The log message and the handler of each path. */
const handlers: Record<string, [string, Handler]> = {
  [eventPaths.wanted]: ['wanted-events', serveWanted],
  [eventPaths.store]: ['topic-events', serveEvents],
  [eventPaths.take]: ['live-events', serveTake],
  [eventPaths.register]: ['live-topic', serveRegister],
}

/** Returns the response to a call of the Worker `realtime`: 503 after a failure. Undefined if the path is another. */
export function serveRealtimeCall(
  request: Request,
  env: PlatformEnv,
  waitUntil: WaitUntil,
): Promise<Response> | undefined {
  const { pathname } = new URL(request.url)
  const [message, handler] = handlers[pathname] ?? []
  if (!(message && handler) || request.method !== 'POST') return undefined
  return logWork(env.log, message, async () => {
    const response = await handler(await request.json(), env)
    if (pathname === eventPaths.store) waitUntil(env.publish())
    return response
  }).catch(() => new Response(null, { status: 503 }))
}
