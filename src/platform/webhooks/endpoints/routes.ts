import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { newSid } from '../../../../db/sid.ts'
import { requireRecentSignIn } from '../../../shared/auth/operator-caller.ts'
import { guardSealingKey } from '../../../shared/crypto/sealing-key-guard.ts'
import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { targetErrorMessage } from '../../../shared/target/url.ts'
import { changingEndpoints, endpointsChanged } from '../announce.ts'
import { requireApplication } from '../application.ts'
import { sweep } from '../delivery/callbacks.ts'
import type { DeliveryEnv } from '../delivery/env.ts'
import { releaseEndpoints } from '../delivery/pause.ts'
import { route } from '../env.ts'
import { endpointScopeOf } from '../scope.ts'
import { insertWebhook } from './insert.ts'
import { endpointRefOf, loadApplication, loadWebhook, sealSecret } from './lookup.ts'
import { common, endpointPath, endpointRoute, path } from './paths.ts'
import { changeWebhook, findInstall, listWebhookRows, prepareUrl, removeWebhook } from './queries.ts'
import { Webhook, WebhookCreate, WebhookQuery, WebhookUpdate } from './schema.ts'

const requireTarget = (env: DeliveryEnv, url: string | undefined) => {
  const message = url === undefined ? undefined : targetErrorMessage(url, env.targets)
  if (message !== undefined) throw invalid({ path: 'url', code: 'invalid_value', message })
}

export const listWebhooks = route({
  ...common,
  method: 'get',
  path,
  action: 'sp:ListWebhooks',
  summary: 'List webhook endpoints',
  description: 'Oldest first. For a credential that is bound to an install, the endpoints of that install.',
  query: WebhookQuery,
  returns: z.array(Webhook),
  load: request => ({
    ...loadApplication(request),
    webhooks: listWebhookRows(request.db, endpointScopeOf(request.db, request), request.query),
  }),
  handle({ header, loaded: { applications, webhooks } }) {
    requireApplication(applications, header)
    return webhooks
  },
})

export const createWebhook = route({
  ...common,
  method: 'post',
  path,
  action: 'sp:CreateWebhook',
  summary: 'Create webhook endpoint',
  description:
    'The endpoint is active from the start. The URL must use https and resolve to a public address. By default an application has at most 50 endpoints; the callers that are bound to one install may create a fifth of them.',
  body: WebhookCreate,
  returns: Webhook,
  status: 201,
  problems: [...common.problems, 'too_many_endpoints', 'sealing_key_mismatch'],
  audited: true,
  load: request => ({
    ...loadApplication(request),
    installs: findInstall(request.db, endpointScopeOf(request.db, request), request.body.installSid),
  }),
  async handle({ db, env, caller, body, header, loaded: { applications, installs } }) {
    const applicationSid = requireApplication(applications, header)
    if (body.installSid !== undefined && installs.length === 0)
      throw invalid(unknownSid('installSid', 'install of this application', body.installSid))
    requireTarget(env, body.url)
    const sid = newSid('WH')
    const row = {
      ...{ ...body, sid, applicationSid },
      installSid: caller.installSid ?? body.installSid ?? null,
      secret: await env.sealed.seal({ purpose: 'webhook-secret', sid }, body.secret),
    }
    const limits = { most: env.endpointLimit, isBound: caller.installSid !== null, sealed: env.sealed }
    return firstOr404(await changingEndpoints(env, applicationSid, () => insertWebhook(db, row, limits)))
  },
})

export const readWebhook = route({
  ...endpointRoute,
  method: 'get',
  path: endpointPath,
  action: 'sp:ReadWebhook',
  summary: 'Webhook endpoint details',
  load: loadWebhook,
  handle({ header, loaded: { applications, webhooks } }) {
    requireApplication(applications, header)
    return firstOr404(webhooks)
  },
})

export const updateWebhook = route({
  ...endpointRoute,
  method: 'put',
  path: endpointPath,
  action: 'sp:UpdateWebhook',
  summary: 'Update webhook endpoint',
  description:
    'A new secret replaces the old one immediately, and a session requires a sign-in within the last 15 minutes. Rotate the secret instead if receivers need time. Another URL ends the pause of an endpoint that has failed repeatedly.',
  problems: [...common.problems, 'fresh_sign_in_required', 'sealing_key_mismatch'],
  body: WebhookUpdate,
  audited: true,
  load: loadApplication,
  async handle({ db, env, waitUntil, body: { secret, ...body }, ...request }) {
    if (secret !== undefined) requireRecentSignIn(request.caller)
    const endpoint = endpointRefOf(request)
    requireTarget(env, body.url)
    const sealed = secret === undefined ? {} : { secret: await sealSecret(env, endpoint, secret) }
    const write = async () => {
      const { changed } = await batch(db, {
        sealingKey: secret === undefined ? [] : [guardSealingKey(db, env.sealed)],
        ...(body.url !== undefined && prepareUrl(db, endpoint, body.url)),
        changed: changeWebhook(db, endpoint, { ...body, ...sealed }),
      })
      return changed
    }
    const isAnnounced = body.events !== undefined
    const changed = await (isAnnounced ? changingEndpoints(env, endpoint.applicationSid, write) : write())
    if (body.url !== undefined) waitUntil(sweep(env))
    return firstOr404(changed)
  },
})

export const deleteWebhook = route({
  ...endpointRoute,
  method: 'delete',
  path: endpointPath,
  action: 'sp:DeleteWebhook',
  summary: 'Delete webhook endpoint',
  description: 'The log of its deliveries remains.',
  returns: z.void(),
  status: 204,
  audited: true,
  load: loadApplication,
  async handle({ db, env, waitUntil, ...request }) {
    const endpoint = endpointRefOf(request)
    firstOr404(await removeWebhook(db, endpoint))
    waitUntil(releaseEndpoints(env, endpoint.webhookSid))
    waitUntil(endpointsChanged(env, endpoint.applicationSid))
  },
})
