// One attempt of a delivery. It is signed with the current secrets and sent to the current URL. On a late retry, a
// signature from the time of publication would be too old for every receiver.

import { attemptsPerRound } from '../../../../db/schema/webhook.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { type Span, spanOf, toTraceparent } from '../../../shared/logging/trace.ts'
import { once } from '../../../shared/once.ts'
import { requirePublicTarget } from '../../../shared/target/resolve.ts'
import { webhookSigner } from '../../../verify/sign.ts'
import type { DeliveryEnv } from './env.ts'
import type { DeliveryWork } from './queries.ts'
import { delayAfter, retryAfterMs } from './schedule.ts'
import { type Outcome, send } from './send.ts'

export type Verdict = { kind: 'delivered' | 'dead' } | { kind: 'retried'; delayMs: number }

export type Attempt = {
  sid: SidOf<'WT'>
  work: DeliveryWork
  span: Span
  sent: { headers: Record<string, string>; body: string }
  outcome: Outcome
  verdict: Verdict
}

/**
 * Returns a function that makes one attempt of a delivery to the endpoint. Its secrets are opened and its address is
 * checked once. @throws Error if a secret cannot be opened
 */
export async function attemptsTo(
  { sid: endpointId, url, notification, secret, previousSecret }: DeliveryWork['endpoint'],
  env: DeliveryEnv,
): Promise<(work: DeliveryWork) => Promise<Attempt>> {
  const sealed = [secret, previousSecret].filter(text => text !== null)
  const sealedFor = { purpose: 'webhook-secret', sid: endpointId } as const
  const sign = notification
    ? unsigned
    : await webhookSigner(await Promise.all(sealed.map(text => env.sealed.open(sealedFor, text))))
  const requireTarget = once(() => requirePublicTarget(url, env.targets))
  return async work => {
    const span = spanOfAttempt(work)
    const body = notification ? noticeOf(work) : bodyOf(work, env)
    const signed = await sign({ body, timestamp: Date.now(), id: work.event.sid, endpointId })
    const headers = { ...signed, 'User-Agent': 'Invigil-Webhooks', traceparent: toTraceparent(span) }
    const outcome = await send({ url, headers, body, requireTarget })
    return {
      ...{ sid: newSid('WT'), work, span, sent: { headers, body } },
      ...{ outcome, verdict: verdictOf(work, outcome, env) },
    }
  }
}

/** Returns the headers of a notification. Its receiver has no secret, and reads the session to verify what it says. */
const unsigned = async ({ id, timestamp }: { id: string; timestamp: number }) => ({
  'Content-Type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(timestamp / 1000)),
})

/** Returns the body of a notification: the id of its event, which all attempts have, and its payload. */
const noticeOf = ({ event: { sid: id, payload } }: DeliveryWork): string => JSON.stringify({ id, ...payload })

const bodyOf = (
  { event: { sid: id, topic, source, type, payload, ...event } }: DeliveryWork,
  { environment }: DeliveryEnv,
): string =>
  JSON.stringify({
    ...{ id, topic, source, type, payload },
    metadata: {
      timestamp: event.createdDate.getTime(),
      table: event.changedTable ?? '',
      operation: event.operation ?? '',
      environment,
    },
  })

/** Continues the trace of the request that created the event. Without one, the attempts of a delivery share a trace. */
const spanOfAttempt = ({ delivery, event }: DeliveryWork): Span => {
  const span = spanOf(event.traceparent)
  return event.traceparent ? span : { ...span, traceId: delivery.sid.slice(2) }
}

export const gone = 410

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
