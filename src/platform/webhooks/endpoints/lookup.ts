// Loads the application and the endpoint of a request.

import type { Database } from '../../../../db/client.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import type { PlatformCaller } from '../../principal/authenticator.ts'
import { type ApplicationRequest, readApplication, requireApplication } from '../application.ts'
import { endpointScopeOf } from '../scope.ts'
import { type EndpointRef, findWebhook } from './queries.ts'

/** The `load` step of operations that need only the application. */
export const loadApplication = (request: ApplicationRequest & { db: Database }) => ({
  applications: readApplication(request.db, request),
})

/** The `load` step of operations that also read the endpoint. */
export const loadWebhook = (
  request: ApplicationRequest & { db: Database; params: Pick<EndpointRef, 'webhookSid'> },
) => ({
  ...loadApplication(request),
  webhooks: findWebhook(request.db, endpointScopeOf(request.db, request), request.params.webhookSid),
})

/** Returns the endpoint. @throws Problem `not_found`, or `endpoint_inactive` */
export function requireActive<W extends { active: boolean }>(webhooks: readonly W[]): W {
  const webhook = firstOr404(webhooks)
  if (!webhook.active) throw new Problem('endpoint_inactive', 'Activate the endpoint first.')
  return webhook
}

type EndpointRequest = {
  params: { webhookSid: EndpointRef['webhookSid'] }
  header: ApplicationRequest['header']
  caller: Pick<PlatformCaller, 'installSid'>
  loaded: { applications: { sid: EndpointRef['applicationSid'] }[] }
}

/** Returns the endpoint of a request. @throws Problem `application_required` */
export const endpointRefOf = ({ params, header, caller, loaded }: EndpointRequest): EndpointRef => ({
  ...params,
  installSid: caller.installSid,
  applicationSid: requireApplication(loaded.applications, header),
})

/** Seals a secret for its endpoint, for storage. */
export const sealSecret = ({ sealed }: { sealed: Seal }, { webhookSid: sid }: EndpointRef, secret: string) =>
  sealed.seal({ purpose: 'webhook-secret', sid }, secret)
