import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { webhookRetry } from '../../../../db/schema/webhook-retry.ts'
import { newSid, uuidFromSid } from '../../../../db/sid.ts'
import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { rateStatements, retryRate } from '../../throttle/rates.ts'
import { readApplication, requireApplication } from '../application.ts'
import { findWebhook } from '../endpoints/queries.ts'
import { route } from '../env.ts'
import { endpointScopeOf } from '../scope.ts'
import { findRetry } from './queries.ts'
import { Retry, RetryCreate, RetryParams, RetryPreview } from './schema.ts'
import { countDeadLetters, insertRetry, scheduleRetry } from './sql.ts'

const common = {
  tag: 'Webhooks',
  callers: ['session', 'credential'],
  problems: ['application_required'],
} as const

export const retryDeliveries = route({
  ...common,
  method: 'post',
  path: '/api/webhooks/deliveries/retry',
  action: 'sp:RetryDeliveries',
  summary: 'Send failed deliveries again',
  description:
    'Sends the dead letters that were created from `since` to `until` again, each in up to six more attempts, if their endpoint is active. The first 1,000 are in progress with the response, the others follow within minutes. With `dryRun` it only counts them. At most 30 calls per minute and application; the callers that are bound to one install may use a fifth of them.',
  body: RetryCreate,
  returns: z.union([Retry, RetryPreview]),
  responses: [
    { status: 202, returns: Retry, applies: ({ dryRun }) => !dryRun },
    { status: 200, returns: RetryPreview, applies: ({ dryRun }) => dryRun === true },
  ],
  problems: [...common.problems, 'endpoint_inactive', 'too_many_attempts'],
  load(request) {
    const { db, body } = request
    return {
      applications: readApplication(db, request),
      webhooks: body.webhookId ? [findWebhook(db, endpointScopeOf(db, request), body.webhookId)] : [],
    }
  },
  async handle({ db, env, caller, body, header, waitUntil, loaded: { applications, webhooks } }) {
    const applicationSid = requireApplication(applications, header)
    const { webhookId, event, since, until } = body
    const [webhook] = webhooks.flat()
    if (webhookId && !webhook) throw invalid(unknownSid('webhookId', 'webhook endpoint'))
    if (webhook && !webhook.active) throw new Problem('endpoint_inactive', 'Activate the endpoint first.')
    const { installSid } = caller
    const scope = {
      ...{ applicationSid, installSid, since, until },
      ...{ endpointSid: webhookId ?? null, eventType: event ?? null },
    }
    const { check, use } = rateStatements(db, retryRate, { applicationSid, installSid })
    if (body.dryRun) {
      const { counted } = await batch(db, { check, counted: countDeadLetters(scope), use })
      return firstOr404(counted)
    }
    const sid = newSid('WR')
    const ownScope = { applicationSid: sql`${sql.param(applicationSid, webhookRetry.applicationSid)}::uuid` }
    const { retries } = await batch(db, {
      check,
      inserted: insertRetry({ sid, ...scope }),
      scheduled: scheduleRetry({ uuid: uuidFromSid(sid), last: null }),
      retries: findRetry(db, { ...ownScope, installSid: sql`null::uuid` }, sid),
      use,
    })
    waitUntil(env.publish())
    return firstOr404(retries)
  },
})

export const readDeliveryRetry = route({
  ...common,
  method: 'get',
  path: '/api/webhooks/retries/{retrySid}',
  action: 'sp:ReadDeliveryRetry',
  summary: 'Get a retry of failed deliveries',
  params: RetryParams,
  returns: Retry,
  load: request => ({
    applications: readApplication(request.db, request),
    retries: findRetry(request.db, endpointScopeOf(request.db, request), request.params.retrySid),
  }),
  handle({ header, loaded: { applications, retries } }) {
    requireApplication(applications, header)
    return firstOr404(retries)
  },
})
