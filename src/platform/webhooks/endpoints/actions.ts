// Operations on one endpoint other than CRUD.

import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { requireRecentSignIn } from '../../../shared/auth/operator-caller.ts'
import { guardSealingKey } from '../../../shared/crypto/sealing-key-guard.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { rateStatements, testRate } from '../../throttle/rates.ts'
import { changingEndpoints, endpointsChanged } from '../announce.ts'
import { sweep } from '../delivery/callbacks.ts'
import { route } from '../env.ts'
import { sendNotices } from '../notices/send.ts'
import { noteActivated } from '../notices/sql.ts'
import { endpointRefOf, loadApplication, loadWebhook, requireActive, sealSecret } from './lookup.ts'
import { common, endpointPath, endpointRoute } from './paths.ts'
import { insertTest, lockWebhook, makePausedDue, rotateSecret, setWebhookActive } from './queries.ts'
import { SecretRotation, TestSent, WebhookParams } from './schema.ts'

export const activateWebhook = route({
  ...endpointRoute,
  method: 'post',
  path: `${endpointPath}/activate`,
  action: 'sp:ActivateWebhook',
  summary: 'Activate webhook endpoint',
  description: 'Events that it has missed are not sent automatically; use recover to send them.',
  body: z.strictObject({}),
  audited: true,
  load: loadApplication,
  async handle({ db, env, waitUntil, ...request }) {
    const endpoint = endpointRefOf(request)
    const { activated } = await changingEndpoints(env, endpoint.applicationSid, () =>
      batch(db, {
        locked: lockWebhook(db, endpoint),
        due: makePausedDue(db, endpoint),
        notices: noteActivated({ ...endpoint, sid: endpoint.webhookSid }),
        activated: setWebhookActive(db, endpoint, { active: true }),
      }),
    )
    waitUntil(sweep(env))
    if (activated.length > 0) waitUntil(() => sendNotices(env))
    return firstOr404(activated)
  },
})

export const deactivateWebhook = route({
  ...endpointRoute,
  method: 'post',
  path: `${endpointPath}/deactivate`,
  action: 'sp:DeactivateWebhook',
  summary: 'Deactivate webhook endpoint',
  description: 'Stops all deliveries. Deliveries in progress are skipped and can be recovered.',
  body: z.strictObject({}),
  audited: true,
  load: loadApplication,
  async handle({ db, env, waitUntil, ...request }) {
    const endpoint = endpointRefOf(request)
    const deactivated = await setWebhookActive(db, endpoint, { active: false })
    waitUntil(endpointsChanged(env, endpoint.applicationSid))
    return firstOr404(deactivated)
  },
})

export const rotateWebhookSecret = route({
  ...endpointRoute,
  method: 'post',
  path: `${endpointPath}/rotate-secret`,
  action: 'sp:RotateWebhookSecret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Deliveries are signed with both secrets for 24 hours. A session requires a sign-in within the last 15 minutes.',
  problems: [...common.problems, 'fresh_sign_in_required', 'sealing_key_mismatch'],
  body: SecretRotation,
  audited: true,
  load: loadApplication,
  async handle({ db, env, body, ...request }) {
    requireRecentSignIn(request.caller)
    const endpoint = endpointRefOf(request)
    const { rotated } = await batch(db, {
      sealingKey: guardSealingKey(db, env.sealed),
      rotated: rotateSecret(db, endpoint, await sealSecret(env, endpoint, body.secret)),
    })
    return firstOr404(rotated)
  },
})

export const testWebhook = route({
  ...common,
  method: 'post',
  path: `${endpointPath}/test`,
  action: 'sp:TestWebhook',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Sends an event of its first type to this endpoint only, regardless of its filter. At most 30 per minute and application; the callers that are bound to one install may use a fifth of them.',
  params: WebhookParams,
  body: z.strictObject({}),
  returns: TestSent,
  status: 202,
  problems: [...common.problems, 'endpoint_inactive', 'too_many_attempts'],
  load: loadWebhook,
  async handle({ db, env, waitUntil, ...request }) {
    const endpoint = endpointRefOf(request)
    const { events, installSid } = requireActive(request.loaded.webhooks)
    const [type = 'database.event'] = events
    const { statements, ...sent } = insertTest(db, endpoint, { type, installSid })
    const { check, use } = rateStatements(db, testRate, endpoint)
    await batch(db, { check, test: statements, use })
    waitUntil(env.publish())
    return sent
  },
})
