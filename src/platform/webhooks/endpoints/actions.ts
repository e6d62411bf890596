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
  description: 'Events that it has missed are not sent automatically; use recover to send them.',
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
  description: 'Stops all deliveries. Deliveries in progress are skipped and can be recovered.',
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
    'Deliveries are signed with both secrets for 24 hours. A session requires a sign-in within the last 15 minutes.',
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
    'Sends an event of its first type to this endpoint only, regardless of its filter. At most 30 per minute and application.',
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
  summary: 'Recover missed deliveries of a webhook endpoint',
  description:
    'Sends every event since the given time that matches the endpoint and was not delivered to it: dead letters, skipped deliveries and events from while it was inactive. At most 10,000 events per call, oldest first, and 10 calls per minute.',
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
