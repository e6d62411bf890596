import { withRoundTripTimeout } from '../../../db/context.ts'
import { withAuditContext } from './audit-context.ts'
import type { RequestContext } from './request-context.ts'

/** Runs the handler. After a write, the platform delivers the new events once the response is sent. */
export async function handle(context: RequestContext): Promise<void> {
  const { route, env } = context
  context.result = await withAuditContext(context, () =>
    withRoundTripTimeout(route.roundTripTimeoutMs, () => route.handle(context)),
  )
  if (route.method !== 'get' && env.changed) context.waitUntil(env.changed())
}
