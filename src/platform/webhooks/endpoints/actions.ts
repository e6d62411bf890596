// Operations on one endpoint besides reading and writing it.

import * as z from 'zod'
import { sendAll, sendAllAndAsk } from '../../../../db/client.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { requireRecentSignIn } from '../../principal/authenticator.ts'
import { atRate, recoverRate, testRate } from '../../throttle/rates.ts'
import { sweep } from '../delivery/callbacks.ts'
import { activeOf, loadApplication, loadWebhook, namedIn, sealSecret } from './lookup.ts'
import { common, ofOne, one } from './paths.ts'
import { insertTest, recoverMissed, rotateSecret, switchWebhook } from './queries.ts'
import { Recovered, Recovery, SecretRotation, TestSent, WebhookParams } from './schema.ts'

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
