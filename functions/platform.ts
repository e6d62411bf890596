import { readEnv } from '../src/platform/env.ts'
import { routes } from '../src/platform/index.ts'
import { platformAuthenticator } from '../src/platform/principal/authenticator.ts'
import { serveConnection } from '../src/platform/realtime/connections.ts'
import { scheduled } from '../src/platform/scheduled.ts'
import { serveCallback } from '../src/platform/webhooks/delivery/callbacks.ts'
import { serve } from '../src/shared/http/serve.ts'
import { metricsPath } from '../src/shared/metrics/serve.ts'
import { once } from '../src/shared/once.ts'

const environment = once(readEnv)
const app = serve('platform', routes, environment, platformAuthenticator)

type Context = Parameters<typeof app.fetch>[2] & { waitUntil(work: Promise<unknown>): void }

export default {
  fetch(request: Request, bindings: Record<string, unknown>, context: Context) {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/internal/') || pathname === metricsPath)
      return app.fetch(request, bindings, context)
    const env = environment(bindings)
    return serveConnection(request, env) ?? serveCallback(request, env, work => context.waitUntil(work))
  },
  scheduled: ({ scheduledTime }: { scheduledTime: number }, bindings: Record<string, unknown>) =>
    scheduled(environment(bindings), new Date(scheduledTime)),
}
