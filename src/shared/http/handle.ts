import { type Outbox, withOutbox, withStatementTimeout } from '../../../db/context.ts'
import { withAuditContext } from './audit-context.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Runs the handler. After a write that left deliveries to publish, notifies the platform; after one that ended a token,
 * the Worker `realtime`. The response waits for neither.
 */
export async function handle(context: RequestContext): Promise<void> {
  const { route, env } = context
  const run = () =>
    withAuditContext(context, context.caller, () =>
      withStatementTimeout(route.statementTimeoutMs?.(context), () => route.handle(context)),
    )
  if (route.method === 'get' || !(env.changed || env.ended)) {
    context.result = await run()
    return
  }
  const outbox: Outbox = { readsDue: env.changed !== undefined, isDue: false, endedAccounts: new Set() }
  try {
    context.result = await withOutbox(outbox, run)
    if (outbox.isDue && env.changed) context.waitUntil(env.changed())
  } finally {
    // Also after a failure: an earlier transaction of the write may have ended a token.
    const { endedAccounts } = outbox
    if (env.ended && endedAccounts.size > 0) context.waitUntil(env.ended([...endedAccounts]))
  }
}
