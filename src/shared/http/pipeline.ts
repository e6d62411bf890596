// The stages of a request, in their order.

import { authenticate } from './authenticate.ts'
import { authorize, authorizeAction } from './authorize.ts'
import { isCostly } from './body.ts'
import { csvOf } from './csv.ts'
import { handle } from './handle.ts'
import { load, loadAuthority } from './load.ts'
import { negotiate, parseBody, requireValidBody } from './parse.ts'
import type { RequestContext } from './request-context.ts'
import { respond } from './respond.ts'
import { isOpen } from './route.ts'

/**
 * Serves one request of an operation whose credentials are parsed and whose parameters are valid. @throws Problem from any stage; `failure` turns it into the response */
export async function serveRequest(context: RequestContext): Promise<Response> {
  await context.route.before?.(context)
  await admitCostlyBody(context)
  await parseBody(context)
  negotiate(context)
  await execute(context)
  return respond(context, csvOf(context, execute))
}

/** Executes the operation for one query. The further pages of a CSV file are each authorized again. */
async function execute(context: RequestContext): Promise<void> {
  await load(context)
  await authenticate(context)
  authorize(context)
  // Only now: a client that is not authorized learns nothing about its body.
  requireValidBody(context)
  await handle(context)
}

/** Authorizes the caller before a costly body is read. It takes a round trip of its own. */
async function admitCostlyBody(context: RequestContext): Promise<void> {
  if (isOpen(context.route) || !isCostly(context.route, context.request)) return
  await loadAuthority(context)
  await authenticate(context)
  authorizeAction(context)
}
