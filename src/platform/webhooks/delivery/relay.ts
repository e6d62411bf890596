// What QStash calls for each attempt of a delivery: it is signed afresh, with the secrets and the URL of now, because a
// signature of publish time is out of every receiver's tolerance when a late retry comes.

import { Buffer } from 'node:buffer'
import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { attemptsOfRound } from '../../../../db/schema/webhook.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { type Span, spanOf, toTraceparent } from '../../../shared/logging/trace.ts'
import type { Note } from '../../../shared/logging/work-log.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { signWebhook } from '../../../verify/sign.ts'
import type { DeliveryEnv } from './env.ts'
import {
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
  type Work,
} from './queries.ts'
import type { Called } from './queue.ts'
import { delayAfter, retryAfterMs } from './schedule.ts'
import { type Outcome, send, truncated } from './send.ts'

const Message = z.object({ deliveryId: Sid('WD') })

/** Done with this message, whatever became of the delivery. */
const done = () => new Response(null, { status: 200 })

/** QStash is to come back. The unit is one of those that it takes, as Go writes durations. */
const comeBack = (delayMs: number) =>
  new Response(null, { status: 503, headers: { 'retry-after': `${Math.ceil(delayMs)}ms` } })

/** How much earlier than it is due an attempt may be made: clocks differ. */
const toleranceMs = 1000

/** QStash is to give it up at once, and to keep it as a dead letter. */
const never = () => new Response(null, { status: 489, headers: { 'upstash-nonretryable-error': 'true' } })

/** Makes one attempt. @param called a request that is QStash's */
export async function relay({ body }: Called, env: DeliveryEnv, note: Note): Promise<Response> {
  const { deliveryId } = Message.parse(JSON.parse(body))
  note({ deliverySid: deliveryId })
  const work = await readWork(env, deliveryId)
  if (work?.delivery.status !== 'pending') {
    note({ outcome: 'ended' })
    return done()
  }
  const { endpoint } = work
  note({ endpointSid: endpoint.sid, eventSid: work.event.sid, applicationSid: work.event.applicationSid })
  if (!endpoint.isOpen) {
    note({ outcome: 'skipped' })
    await skipDelivery(env.db, deliveryId)
    return done()
  }
  if (endpoint.heldForSeconds > 0) {
    note({ outcome: 'held' })
    return comeBack(endpoint.heldForSeconds * 1000)
  }
  if (work.delivery.dueInMs > toleranceMs) {
    note({ outcome: 'early' })
    return comeBack(work.delivery.dueInMs)
  }

  const span = spanOfAttempt(work)
  note({ ...span, flags: undefined, attempt: work.delivery.attempts + 1 })
  const { sent, outcome } = await attemptOf(work, span, env)
  const verdict = verdictOf(work, outcome, env)
  note({ status: outcome.statusCode, fault: outcome.fault, endpointMs: outcome.durationMs })
  const { counts, held } = await record(work, { sent, outcome, verdict }, env)
  note({ outcome: counts ? verdict.kind : 'repeated' })
  if (!counts) return asItStands(await readWork(env, deliveryId))
  if (held > 0) await env.queue.pause(endpoint.sid, held)
  else if (outcome.success && endpoint.failures >= failuresUntilPaused) {
    // In this order: what QStash refuses now is asked again after the next success.
    await env.queue.unthrottle(endpoint.sid)
    await recordRecovered(env.db, endpoint.sid)
  }
  if (verdict.kind === 'retried') return comeBack(verdict.delayMs)
  return verdict.kind === 'dead' ? never() : done()
}

async function readWork({ db }: DeliveryEnv, deliverySid: SidOf<'WD'>): Promise<Work | undefined> {
  const { works } = await batch(db, { works: findWork(db, { deliverySid }) })
  return works[0]
}

/** The answer to a call whose attempt another call has made as well: that one has decided. */
const asItStands = (work: Work | undefined): Response =>
  work?.delivery.status === 'pending' ? comeBack(Math.max(toleranceMs, work.delivery.dueInMs)) : done()

type Sent = { headers: Record<string, string>; body: string }

/** Goes on with the trace of the request that made the event; without one, all attempts are one of the delivery's own. */
const spanOfAttempt = ({ delivery, event }: Work): Span => {
  const span = spanOf(event.traceparent)
  return event.traceparent ? span : { ...span, traceId: delivery.sid.slice(2) }
}

async function attemptOf(
  { event, endpoint }: Work,
  span: Span,
  env: DeliveryEnv,
): Promise<{ sent: Sent; outcome: Outcome }> {
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
  const of = { purpose: 'webhook-secret', sid: endpoint.sid } as const
  const secrets = await Promise.all(sealed.map(secret => env.sealed.open(of, secret)))
  const headers = await signWebhook({ body, secrets, timestamp: Date.now(), id, endpointId: endpoint.sid })
  const ours = { 'User-Agent': 'Invigil-Webhooks', traceparent: toTraceparent(span) }
  const sent = { headers: { ...headers, ...ours }, body }
  return { sent, outcome: await send({ ...sent, url: endpoint.url, targets: env.targets }) }
}

const gone = 410

function verdictOf(
  { delivery }: Work,
  { success, statusCode, fault, retryAfter }: Outcome,
  env: DeliveryEnv,
): Verdict {
  if (success) return { kind: 'delivered' }
  const left = delivery.attemptsAllowed - delivery.attempts - 1
  if (left <= 0 || statusCode === gone || fault === 'blocked') return { kind: 'dead' }
  const askedMs = retryAfterMs(retryAfter, Date.now())
  return {
    kind: 'retried',
    delayMs: delayAfter(attemptsOfRound - left, { baseMs: env.retryBaseMs, askedMs }),
  }
}

type Made = { sent: Sent; outcome: Outcome; verdict: Verdict }

/** Writes down what happened. @returns whether it counts, and the seconds for which the endpoint is held because of it */
async function record(
  work: Work,
  { sent, outcome, verdict }: Made,
  { db }: DeliveryEnv,
): Promise<{ counts: boolean; held: number }> {
  const { event, endpoint } = work
  const sid = newSid('WT')
  const { retryAfter: _, ...result } = outcome
  const request = { headers: sent.headers, ...truncated(Buffer.from(sent.body)) }
  const ended = () => (outcome.success ? recordSuccess(db, endpoint.sid) : deactivateGone(db, endpoint))
  const isOver = outcome.success || outcome.statusCode === gone
  const { recorded, noted } = await batch(db, {
    // Whoever erases it waits, and then finds the attempt; or has erased it before.
    ...(event.changedTable !== null && { held: lockEvent(db, event) }),
    recorded: recordAttempt(db, work, { ...result, sid, request, verdict }),
    noted: isOver ? ended() : recordFailure(db, endpoint.sid, sid),
  })
  return { counts: recorded.rows.length > 0, held: noted[0]?.seconds ?? 0 }
}
