import { withOutbox, withRoundTripTimeout } from '../../../db/context.ts'
import { withAuditContext } from './audit-context.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Runs the handler. After a write that left deliveries to publish, notifies the platform; the response does not wait for
 * it.
 */
export async function handle(context: RequestContext): Promise<void> {
  const { route, env } = context
  const run = () =>
    withAuditContext(context, context.caller, () =>
      withRoundTripTimeout(route.roundTripTimeoutMs?.(context), () => route.handle(context)),
    )
  if (route.method === 'get' || !env.changed) {
    context.result = await run()
    return
  }
  const { result, outbox } = await withOutbox(run)
  context.result = result
  if (outbox.isDue) context.waitUntil(env.changed())
}
