import * as z from 'zod'
import { sendAll, sendAllAndAsk } from '../../../../db/client.ts'
import { newSid } from '../../../../db/sid.ts'
import { invalid, unknownSid } from '../../../shared/http/field-errors.ts'
import { firstOr404 } from '../../../shared/http/problem.ts'
import { requireRecentSignIn } from '../../auth/authenticator.ts'
import { type PlatformEnv, route } from '../../env.ts'
import { atRate, recoverRate, testRate } from '../../throttle/rates.ts'
import { requireApplication } from '../application.ts'
import { sweep } from '../delivery/callbacks.ts'
import { reachedBy } from '../scope.ts'
import { faultOfTarget } from '../target/url.ts'
import { insertWebhook } from './insert.ts'
import { activeOf, loadApplication, loadWebhook, namedIn, sealSecret } from './lookup.ts'
import {
  changeWebhook,
  findInstall,
  insertTest,
  listWebhookRows,
  recoverMissed,
  removeWebhook,
  rotateSecret,
  switchWebhook,
} from './queries.ts'
import {
  Recovered,
  Recovery,
  SecretRotation,
  TestSent,
  Webhook,
  WebhookCreate,
  WebhookParams,
  WebhookQuery,
  WebhookUpdate,
} from './schema.ts'

const path = '/api/webhooks'
const one = `${path}/{webhookSid}` as const
const common = {
  tag: 'Webhooks',
  callers: ['session', 'credential'],
  problems: ['application_required'],
} as const
const ofOne = { ...common, params: WebhookParams, returns: Webhook } as const

const requireTarget = (env: PlatformEnv, url: string | undefined) => {
  const fault = url === undefined ? undefined : faultOfTarget(url, env.targets)
  if (fault !== undefined) throw invalid({ path: 'url', code: 'invalid_value', message: fault })
}

export const listWebhooks = route({
  ...common,
  method: 'get',
  path,
  action: 'sp:ListWebhooks',
  summary: 'List webhook endpoints',
  description: 'Oldest first. A credential that is bound to an install has the endpoints of that one.',
  query: WebhookQuery,
  returns: z.array(Webhook),
  load: request => ({
    ...loadApplication(request),
    webhooks: listWebhookRows(request.db, reachedBy(request.db, request), request.query),
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
    'It is active from the start. The URL must be https and lead to a public address. An application has at most 50, unless the deployment says otherwise.',
  body: WebhookCreate,
  returns: Webhook,
  status: 201,
  problems: [...common.problems, 'too_many_endpoints'],
  audited: true,
  load: request => ({
    ...loadApplication(request),
    installs: findInstall(request.db, reachedBy(request.db, request), request.body.installSid),
  }),
  async handle({ db, env, caller, body, header, loaded: { applications, installs } }) {
    const applicationSid = requireApplication(applications, header)
    if (body.installSid !== undefined && installs.length === 0)
      throw invalid(unknownSid('installSid', 'install of this application'))
    requireTarget(env, body.url)
    const sid = newSid('WH')
    const row = {
      ...{ ...body, sid, applicationSid },
      installSid: caller.installSid ?? body.installSid ?? null,
      secret: await env.sealed.seal({ purpose: 'webhook-secret', sid }, body.secret),
    }
    return firstOr404(
      await insertWebhook(db, row, { most: env.endpointLimit, isBound: caller.installSid !== null }),
    )
  },
})

export const readWebhook = route({
  ...ofOne,
  method: 'get',
  path: one,
  action: 'sp:ReadWebhook',
  summary: 'Webhook endpoint details',
  load: loadWebhook,
  handle({ header, loaded: { applications, webhooks } }) {
    requireApplication(applications, header)
    return firstOr404(webhooks)
  },
})

export const updateWebhook = route({
  ...ofOne,
  method: 'put',
  path: one,
  action: 'sp:UpdateWebhook',
  summary: 'Update webhook endpoint',
  description:
    'A secret that is sent replaces the old one at once, and a session needs a sign-in of the last 15 minutes; rotate it where receivers need time.',
  problems: [...common.problems, 'fresh_sign_in_required'],
  body: WebhookUpdate,
  audited: true,
  load: loadApplication,
  async handle({ db, env, body: { secret, ...body }, ...request }) {
    if (secret !== undefined) requireRecentSignIn(request.caller)
    const it = namedIn(request)
    requireTarget(env, body.url)
    const sealed = secret === undefined ? {} : { secret: await sealSecret(env, it, secret) }
    return firstOr404(await changeWebhook(db, it, { ...body, ...sealed }))
  },
})

export const activateWebhook = route({
  ...ofOne,
  method: 'post',
  path: `${one}/activate`,
  action: 'sp:ActivateWebhook',
  summary: 'Activate webhook endpoint',
  description: 'What it has missed is not sent by itself: recover it.',
  body: z.strictObject({}),
  audited: true,
  load: loadApplication,
  async handle({ db, env, waitUntil, ...request }) {
    const webhook = firstOr404(await switchWebhook(db, namedIn(request), { active: true }))
    waitUntil(sweep(env))
    return webhook
  },
})

export const deactivateWebhook = route({
  ...ofOne,
  method: 'post',
  path: `${one}/deactivate`,
  action: 'sp:DeactivateWebhook',
  summary: 'Deactivate webhook endpoint',
  description: 'Nothing is sent any more; what is under way is skipped, and can be recovered.',
  body: z.strictObject({}),
  audited: true,
  load: loadApplication,
  handle: async ({ db, ...request }) =>
    firstOr404(await switchWebhook(db, namedIn(request), { active: false })),
})

export const deleteWebhook = route({
  ...ofOne,
  method: 'delete',
  path: one,
  action: 'sp:DeleteWebhook',
  summary: 'Delete webhook endpoint',
  description: 'The log of its deliveries stays.',
  returns: z.void(),
  status: 204,
  audited: true,
  load: loadApplication,
  handle: async ({ db, ...request }) => void firstOr404(await removeWebhook(db, namedIn(request))),
})

export const rotateWebhookSecret = route({
  ...ofOne,
  method: 'post',
  path: `${one}/rotate-secret`,
  action: 'sp:RotateWebhookSecret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'For 24 hours deliveries are signed with both secrets. A session needs a sign-in of the last 15 minutes.',
  problems: [...common.problems, 'fresh_sign_in_required'],
  body: SecretRotation,
  audited: true,
  load: loadApplication,
  async handle({ db, env, body, ...request }) {
    requireRecentSignIn(request.caller)
    const it = namedIn(request)
    return firstOr404(await rotateSecret(db, it, await sealSecret(env, it, body.secret)))
  },
})

export const testWebhook = route({
  ...common,
  method: 'post',
  path: `${one}/test`,
  action: 'sp:TestWebhook',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Goes to this endpoint alone, whatever its filter, as an event of its first type. At most 30 a minute of an application.',
  params: WebhookParams,
  body: z.strictObject({}),
  returns: TestSent,
  status: 202,
  problems: [...common.problems, 'endpoint_inactive', 'too_many_attempts'],
  load: loadWebhook,
  async handle({ db, env, waitUntil, ...request }) {
    const it = namedIn(request)
    const { events, installSid } = activeOf(request.loaded.webhooks)
    const [type = 'database.event'] = events
    const { statements, ...sent } = insertTest(db, it, { type, installSid })
    const { check, use } = atRate(db, testRate, it)
    await sendAll(db, [check, ...statements, use])
    waitUntil(env.publish())
    return sent
  },
})

export const recoverDeliveries = route({
  ...common,
  method: 'post',
  path: `${one}/recover`,
  action: 'sp:RecoverDeliveries',
  summary: 'Send again what a webhook endpoint has missed',
  description:
    'Every event since then that matches the endpoint and has not been delivered to it: what died, what was skipped, and what came while it was not active. At most 10,000 at once, oldest first, and 10 times a minute.',
  params: WebhookParams,
  body: Recovery,
  returns: Recovered,
  status: 202,
  problems: [...common.problems, 'endpoint_inactive', 'too_many_attempts'],
  load: loadWebhook,
  async handle({ db, env, body, waitUntil, ...request }) {
    const it = namedIn(request)
    activeOf(request.loaded.webhooks)
    // Sent again after a deadlock: the publisher takes the same deliveries in another order.
    const { check, use } = atRate(db, recoverRate, it)
    const { rows } = await sendAllAndAsk(db, [check, use], recoverMissed(db, it, body.since))
    waitUntil(env.publish())
    return { recovered: rows.length }
  },
})
