// What a request on endpoints is about: the application, and the endpoint that it names.

import type { Database } from '../../../../db/client.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import type { PlatformCaller } from '../../principal/authenticator.ts'
import { type Asking, readApplication, requireApplication } from '../application.ts'
import { reachedBy } from '../scope.ts'
import { findWebhook, type Named } from './queries.ts'

/** The `load` of what acts on an application. */
export const loadApplication = (request: Asking & { db: Database }) => ({
  applications: readApplication(request.db, request),
})

/** The `load` of what also shows or asks the endpoint. */
export const loadWebhook = (request: Asking & { db: Database; params: Pick<Named, 'webhookSid'> }) => ({
  ...loadApplication(request),
  webhooks: findWebhook(request.db, reachedBy(request.db, request), request.params.webhookSid),
})

/** @throws Problem `not_found`, or `endpoint_inactive` for one to which nothing is sent */
export function activeOf<W extends { active: boolean }>(webhooks: readonly W[]): W {
  const webhook = firstOr404(webhooks)
  if (!webhook.active) throw new Problem('endpoint_inactive', 'Activate it first.')
  return webhook
}

type Asked = {
  params: { webhookSid: Named['webhookSid'] }
  header: Asking['header']
  caller: Pick<PlatformCaller, 'installSid'>
  loaded: { applications: { sid: Named['applicationSid'] }[] }
}

export const namedIn = ({ params, header, caller, loaded }: Asked): Named => ({
  ...params,
  installSid: caller.installSid,
  applicationSid: requireApplication(loaded.applications, header),
})

/** A secret as it is stored: sealed for its endpoint. */
export const sealSecret = ({ sealed }: { sealed: Seal }, { webhookSid: sid }: Named, secret: string) =>
  sealed.seal({ purpose: 'webhook-secret', sid }, secret)
