import * as z from 'zod'
import { asPage, pageOf } from '../../../shared/http/page.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { readApplication, requireApplication } from '../application.ts'
import { route } from '../env.ts'
import { endpointScopeOf } from '../scope.ts'
import {
  findDelivery,
  listAttempts,
  listDeadLetterRows,
  listDeliveryRows,
  listExchanges,
  resendDelivery,
} from './queries.ts'
import {
  DeadLetter,
  DeadLetterQuery,
  Delivery,
  DeliveryDetail,
  DeliveryLog,
  DeliveryParams,
  DeliveryQuery,
  ListedDelivery,
  LogQuery,
} from './schema.ts'

const common = {
  tag: 'Webhooks',
  callers: ['session', 'credential'],
  problems: ['application_required'],
} as const

export const listDeliveryAttempts = route({
  ...common,
  method: 'get',
  path: '/api/webhooks/logs',
  action: 'sp:ListDeliveryAttempts',
  summary: 'Delivery logs',
  description: 'Newest first, one record per attempt.',
  query: LogQuery,
  returns: z.array(DeliveryLog),
  load: request => ({
    applications: readApplication(request.db, request),
    rows: listAttempts(request.db, endpointScopeOf(request.db, request), request.query),
  }),
  handle({ header, loaded: { applications, rows } }) {
    requireApplication(applications, header)
    return rows
  },
})

export const listDeadLetters = route({
  ...common,
  method: 'get',
  path: '/api/webhooks/dead-letters',
  action: 'sp:ListDeadLetters',
  summary: 'List dead letters',
  description: 'Deliveries whose last attempt failed, newest first.',
  query: DeadLetterQuery,
  returns: z.array(DeadLetter),
  load: request => ({
    applications: readApplication(request.db, request),
    rows: listDeadLetterRows(request.db, endpointScopeOf(request.db, request), request.query),
  }),
  handle({ header, loaded: { applications, rows } }) {
    requireApplication(applications, header)
    return rows
  },
})

export const listDeliveries = route({
  ...common,
  method: 'get',
  path: '/api/webhooks/deliveries',
  action: 'sp:ListDeliveries',
  summary: 'List the deliveries of an exam session',
  description: 'Also contains those without an attempt.',
  query: DeliveryQuery,
  returns: pageOf(ListedDelivery, 'DeliveryPage'),
  load: request => ({
    applications: readApplication(request.db, request),
    ...listDeliveryRows(request.db, endpointScopeOf(request.db, request), request.query),
  }),
  handle(listing) {
    requireApplication(listing.loaded.applications, listing.header)
    return asPage(listing)
  },
})

export const readDelivery = route({
  ...common,
  method: 'get',
  path: '/api/webhooks/deliveries/{deliverySid}',
  action: 'sp:ReadDelivery',
  summary: 'Delivery details',
  description: 'Contains the request and the response of each attempt.',
  params: DeliveryParams,
  returns: DeliveryDetail,
  load(request) {
    const { db, params } = request
    const scope = endpointScopeOf(db, request)
    return {
      applications: readApplication(db, request),
      deliveries: findDelivery(db, scope, params.deliverySid),
      log: listExchanges(db, scope, params.deliverySid),
    }
  },
  handle({ header, loaded: { applications, deliveries, log } }) {
    requireApplication(applications, header)
    return { ...firstOr404(deliveries), log }
  },
})

export const retryDelivery = route({
  ...common,
  method: 'post',
  path: '/api/webhooks/deliveries/{deliverySid}/retry',
  action: 'sp:RetryDelivery',
  summary: 'Send a delivery again',
  description: 'Sends the same event with the same id, in up to six more attempts.',
  params: DeliveryParams,
  body: z.strictObject({}),
  returns: Delivery,
  status: 202,
  problems: [...common.problems, 'delivery_pending', 'endpoint_inactive'],
  load: request => ({
    applications: readApplication(request.db, request),
    deliveries: findDelivery(request.db, endpointScopeOf(request.db, request), request.params.deliverySid),
  }),
  async handle({ db, env, params, header, waitUntil, loaded: { applications, deliveries } }) {
    const applicationSid = requireApplication(applications, header)
    const delivery = firstOr404(deliveries)
    if (!delivery.isEndpointActive)
      throw new Problem('endpoint_inactive', 'The endpoint of the delivery is deleted or inactive.')
    const { rows } = await resendDelivery(db, applicationSid, params.deliverySid)
    // Publishes even if a concurrent request has already resent the delivery: the publisher of that request may have
    // skipped the row, because this transaction locked it.
    waitUntil(env.publish())
    if (rows.length === 0) throw new Problem('delivery_pending', 'The delivery is already in progress.')
    return { ...delivery, status: 'pending' as const, finishedAt: null }
  },
})
