import { readEnv } from '../src/proctoring/env.ts'
import { routes } from '../src/proctoring/index.ts'
import { sweepSessions } from '../src/proctoring/sessions/clock/sweep.ts'
import { apiAuthenticator } from '../src/shared/auth/authenticator.ts'
import { serve } from '../src/shared/http/serve.ts'
import { once } from '../src/shared/once.ts'

const environment = once(readEnv)
const app = serve('proctoring', routes, environment, apiAuthenticator)

export default {
  fetch: app.fetch,
  scheduled: ({ scheduledTime }: { scheduledTime: number }, bindings: Record<string, unknown>) =>
    sweepSessions(environment(bindings), new Date(scheduledTime)),
}
