// The stages of a request, in their order.

import { completeAttempt, prepareAttempt } from './attempt.ts'
import { authenticate, verify } from './authenticate.ts'
import { authorize, authorizeAction } from './authorize.ts'
import { isCostly } from './body.ts'
import { csvOf } from './csv.ts'
import { handle } from './handle.ts'
import { isRepeated, withKey } from './idempotency.ts'
import { noteCount } from './limits.ts'
import { load, loadAuthority } from './load.ts'
import { negotiate, parseBody, requireValidBody } from './parse.ts'
import { requireMatch } from './precondition.ts'
import { replay } from './replay.ts'
import type { Reply, RequestContext } from './request-context.ts'
import { respond } from './respond.ts'
import { isOpen } from './route.ts'

/**
 * Serves one request of an operation. Its credentials are parsed and its parameters are valid.
 * @throws Problem from any stage; `failure` converts it to the response
 */
export async function serveRequest(context: RequestContext): Promise<Reply> {
  await context.route.before?.(context)
  await verify(context)
  await admitCostlyBody(context)
  await parseBody(context)
  negotiate(context)
  await execute(context)
  return respond(context, csvOf(context, execute))
}

/** Executes the operation for one query. Each further page of a CSV file is authorized again. */
const execute = (context: RequestContext): Promise<void> => withKey(context, () => executeStages(context))

async function executeStages(context: RequestContext): Promise<void> {
  prepareAttempt(context)
  await load(context)
  noteCount(context)
  if (await completeAttempt(context)) return
  await authenticate(context)
  if (isRepeated(context)) {
    authorizeAction(context)
    await replay(context)
    return
  }
  authorize(context)
  // After authorization, so that an unauthorized client receives no validation errors.
  requireValidBody(context)
  await requireMatch(context)
  await handle(context)
}

/** Authorizes the caller before a costly body is read. This takes a separate round trip. */
async function admitCostlyBody(context: RequestContext): Promise<void> {
  if (isOpen(context.route) || !isCostly(context.route, context.request)) return
  await loadAuthority(context)
  noteCount(context)
  await authenticate(context)
  authorizeAction(context)
}
