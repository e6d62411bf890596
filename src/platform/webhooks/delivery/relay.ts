// The endpoint that QStash calls for each attempt of a delivery. Each attempt is signed with the current secrets and
// sent to the current URL: a signature from the time of publication would be outside every receiver's tolerance on a
// late retry.

import { Buffer } from 'node:buffer'
import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { attemptsPerRound } from '../../../../db/schema/webhook.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { type Span, spanOf, toTraceparent } from '../../../shared/logging/trace.ts'
import type { Note } from '../../../shared/logging/work-log.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { signWebhook } from '../../../verify/sign.ts'
import type { DeliveryEnv } from './env.ts'
import {
  type DeliveryWork,
  deactivateGone,
  failuresUntilPaused,
  findWork,
  lockEvent,
  recordAttempt,
  recordFailure,
  recordRecovered,
  recordSuccess,
  skipDelivery,
  type Verdict,
} from './queries.ts'
import type { QueueRequest } from './queue.ts'
import { delayAfter, retryAfterMs } from './schedule.ts'
import { type Outcome, send, truncated } from './send.ts'

const Message = z.object({ deliveryId: Sid('WD') })

/** Acknowledges the message, whatever the result of the delivery. */
const done = () => new Response(null, { status: 200 })

/** Makes QStash retry after the delay. QStash accepts Go duration syntax in `Retry-After`. */
const retryLater = (delayMs: number) =>
  new Response(null, { status: 503, headers: { 'retry-after': `${Math.ceil(delayMs)}ms` } })

/** An attempt may be made this much before it is due, because of clock skew. */
const toleranceMs = 1000

/** Makes QStash stop retrying and store the message as a dead letter. */
const nonRetryable = () =>
  new Response(null, { status: 489, headers: { 'upstash-nonretryable-error': 'true' } })

/** Makes one attempt of a delivery. @param request a verified request of QStash */
export async function relay({ body }: QueueRequest, env: DeliveryEnv, note: Note): Promise<Response> {
  const { deliveryId } = Message.parse(JSON.parse(body))
  note({ deliverySid: deliveryId })
  const work = await readWork(env, deliveryId)
  if (work?.delivery.status !== 'pending') {
    note({ outcome: 'ended' })
    return done()
  }
  const { endpoint } = work
  note({ endpointSid: endpoint.sid, eventSid: work.event.sid, applicationSid: work.event.applicationSid })
  if (!endpoint.isActive) {
    note({ outcome: 'skipped' })
    await skipDelivery(env.db, deliveryId)
    return done()
  }
  if (endpoint.pausedForSeconds > 0) {
    note({ outcome: 'held' })
    return retryLater(endpoint.pausedForSeconds * 1000)
  }
  if (work.delivery.dueInMs > toleranceMs) {
    note({ outcome: 'early' })
    return retryLater(work.delivery.dueInMs)
  }

  const span = spanOfAttempt(work)
  note({ ...span, flags: undefined, attempt: work.delivery.attempts + 1 })
  const { sent, outcome } = await makeAttempt(work, span, env)
  const verdict = verdictOf(work, outcome, env)
  note({ status: outcome.statusCode, fault: outcome.fault, endpointMs: outcome.durationMs })
  const { counts, pauseSeconds } = await record(work, { sent, outcome, verdict }, env)
  note({ outcome: counts ? verdict.kind : 'repeated' })
  if (!counts) return responseFor(await readWork(env, deliveryId))
  if (pauseSeconds > 0) await env.queue.pause(endpoint.sid, pauseSeconds)
  else if (outcome.success && endpoint.failures >= failuresUntilPaused) {
    // Calls QStash first: if the call fails, the next success retries it.
    await env.queue.unthrottle(endpoint.sid)
    await recordRecovered(env.db, endpoint.sid)
  }
  if (verdict.kind === 'retried') return retryLater(verdict.delayMs)
  return verdict.kind === 'dead' ? nonRetryable() : done()
}

async function readWork({ db }: DeliveryEnv, deliverySid: SidOf<'WD'>): Promise<DeliveryWork | undefined> {
  const { works } = await batch(db, { works: findWork(db, { deliverySid }) })
  return works[0]
}

/** Returns the response to a call whose attempt does not count, from the current state of the delivery. */
const responseFor = (work: DeliveryWork | undefined): Response =>
  work?.delivery.status === 'pending' ? retryLater(Math.max(toleranceMs, work.delivery.dueInMs)) : done()

type SentRequest = { headers: Record<string, string>; body: string }

/** Continues the trace of the request that created the event. Without one, the attempts of a delivery share a trace. */
const spanOfAttempt = ({ delivery, event }: DeliveryWork): Span => {
  const span = spanOf(event.traceparent)
  return event.traceparent ? span : { ...span, traceId: delivery.sid.slice(2) }
}

async function makeAttempt(
  { event, endpoint }: DeliveryWork,
  span: Span,
  env: DeliveryEnv,
): Promise<{ sent: SentRequest; outcome: Outcome }> {
  const { sid: id, topic, source, type, payload } = event
  const body = JSON.stringify({
    ...{ id, topic, source, type, payload },
    metadata: {
      timestamp: event.createdDate.getTime(),
      table: event.changedTable ?? '',
      operation: event.operation ?? '',
      environment: env.environment,
    },
  })
  const sealed = [endpoint.secret, endpoint.previousSecret].filter(secret => secret !== null)
  const sealedFor = { purpose: 'webhook-secret', sid: endpoint.sid } as const
  const secrets = await Promise.all(sealed.map(secret => env.sealed.open(sealedFor, secret)))
  const signed = await signWebhook({ body, secrets, timestamp: Date.now(), id, endpointId: endpoint.sid })
  const headers = { ...signed, 'User-Agent': 'Invigil-Webhooks', traceparent: toTraceparent(span) }
  const sent = { headers, body }
  return { sent, outcome: await send({ ...sent, url: endpoint.url, targets: env.targets }) }
}

const gone = 410

function verdictOf(
  { delivery }: DeliveryWork,
  { success, statusCode, fault, retryAfter }: Outcome,
  env: DeliveryEnv,
): Verdict {
  if (success) return { kind: 'delivered' }
  const remaining = delivery.attemptsAllowed - delivery.attempts - 1
  if (remaining <= 0 || statusCode === gone || fault === 'blocked') return { kind: 'dead' }
  const requestedMs = retryAfterMs(retryAfter, Date.now())
  return {
    kind: 'retried',
    delayMs: delayAfter(attemptsPerRound - remaining, { baseMs: env.retryBaseMs, requestedMs }),
  }
}

type Attempt = { sent: SentRequest; outcome: Outcome; verdict: Verdict }

/** Records an attempt. @returns whether it counts, and the seconds for which it pauses the endpoint */
async function record(
  work: DeliveryWork,
  { sent, outcome, verdict }: Attempt,
  { db }: DeliveryEnv,
): Promise<{ counts: boolean; pauseSeconds: number }> {
  const { event, endpoint } = work
  const sid = newSid('WT')
  const { retryAfter: _, ...result } = outcome
  const request = { headers: sent.headers, ...truncated(Buffer.from(sent.body)) }
  const recordEnd = () => (outcome.success ? recordSuccess(db, endpoint.sid) : deactivateGone(db, endpoint))
  const isEnd = outcome.success || outcome.statusCode === gone
  const { recorded, pauses } = await batch(db, {
    // An erasure waits for this lock and then also erases the attempt, or it was committed before.
    ...(event.changedTable !== null && { locked: lockEvent(db, event) }),
    recorded: recordAttempt(work, { ...result, sid, request, verdict }),
    pauses: isEnd ? recordEnd() : recordFailure(db, endpoint.sid, sid),
  })
  return { counts: recorded.length > 0, pauseSeconds: pauses[0]?.seconds ?? 0 }
}
