import { batch } from '../../../../db/client.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { rateStatements, recoverRate } from '../../throttle/rates.ts'
import { endpointRefOf, loadWebhook, requireActive } from '../endpoints/lookup.ts'
import { common, endpointPath } from '../endpoints/paths.ts'
import { WebhookParams } from '../endpoints/schema.ts'
import { route } from '../env.ts'
import { Recovered, Recovery } from './schema.ts'
import { beginRecovery, recoverBatch } from './sql.ts'

export const recoverDeliveries = route({
  ...common,
  method: 'post',
  path: `${endpointPath}/recover`,
  action: 'sp:RecoverDeliveries',
  summary: 'Recover missed deliveries of a webhook endpoint',
  description:
    'Sends every event since the given time that matches the endpoint and was not delivered to it: dead letters, skipped deliveries and events from while it was inactive. At most 10,000 events are examined with the response, oldest first, and the others in the next minutes, as long as the endpoint is active. An unfinished recovery of the endpoint that is further behind is continued instead. At most 10 calls per minute and application; the callers that are bound to one install may use a fifth of them.',
  params: WebhookParams,
  body: Recovery,
  returns: Recovered,
  status: 202,
  problems: [...common.problems, 'endpoint_inactive', 'too_many_attempts'],
  load: loadWebhook,
  async handle({ db, env, body, waitUntil, ...request }) {
    const endpoint = endpointRefOf(request)
    requireActive(request.loaded.webhooks)
    const { applicationSid, webhookSid: endpointSid } = endpoint
    const { check, use } = rateStatements(db, recoverRate, endpoint)
    // The batch is retried after a deadlock: the publisher locks the same deliveries in another order.
    const { recovered } = await batch(db, {
      ...{ check, use },
      started: beginRecovery({ applicationSid, endpointSid, since: body.since }),
      recovered: recoverBatch({ endpointSid, eventDays: env.retention.eventDays }),
    })
    waitUntil(env.publish())
    const { scheduled, isFinished } = firstOr404(recovered)
    return { recovered: scheduled, finished: isFinished }
  },
})
