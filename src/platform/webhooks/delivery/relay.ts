// The endpoint that QStash calls with a message: makes one attempt of each of its deliveries. QStash retries a message
// with one delivery. An unfinished delivery of a larger message gets a message of its own, so that it delays no other
// and QStash repeats none that is recorded.

import { batch } from '../../../../db/client.ts'
import { type SidOf, uuidFromSid } from '../../../../db/sid.ts'
import type { Note } from '../../../shared/logging/work-log.ts'
import { hasKeyOf } from '../../sealing/probe.ts'
import type { Attempt } from './attempt.ts'
import { deliver, isEarly, toleranceMs } from './deliver.ts'
import type { DeliveryEnv } from './env.ts'
import { parseMessage, type ReceivedDelivery } from './message.ts'
import { type DeliveryWork, findWork, returnToOutbox } from './queries.ts'
import type { QueueRequest } from './queue.ts'
import { skipDeliveries } from './sql.ts'

/** Acknowledges the message, whatever the results of its deliveries. */
const done = () => new Response(null, { status: 200 })

/** Makes QStash retry after the delay. QStash accepts Go duration syntax in `Retry-After`. */
const retryLater = (delayMs: number) =>
  new Response(null, { status: 503, headers: { 'retry-after': `${Math.ceil(delayMs)}ms` } })

/** Makes QStash stop retrying and store the message as a dead letter. */
const nonRetryable = () =>
  new Response(null, { status: 489, headers: { 'upstash-nonretryable-error': 'true' } })

/** Makes one attempt of each delivery of a message. @param request a verified request of QStash */
export async function relay({ body }: QueueRequest, env: DeliveryEnv, note: Note): Promise<Response> {
  const received = parseMessage(body)
  const isShared = received.length > 1
  const works = await readWork(env, received)
  const pending = new Set(works.map(({ delivery }) => delivery.sid))
  note({ deliveries: received.length })
  logAll(
    env,
    'ended',
    received.map(({ sid }) => sid).filter(sid => !pending.has(sid)),
  )
  const [first] = works
  if (!first) return done()
  note({ endpointSid: first.endpoint.sid, applicationSid: first.event.applicationSid })
  const refusal = await refuse(first, [...pending], env)
  if (refusal) return refusal
  logAll(
    env,
    'early',
    works.filter(isEarly).map(({ delivery }) => delivery.sid),
  )
  if (!isShared && isEarly(first)) return retryLater(first.delivery.dueInMs)
  const [attempt] = await deliver(works, first.endpoint, { env, note, isShared })
  if (isShared) return done()
  return attempt ? responseOf(attempt) : responseFor(await readWork(env, received))
}

/** Reads the pending deliveries of a message. Omits those that have a newer message. */
async function readWork({ db }: DeliveryEnv, received: readonly ReceivedDelivery[]): Promise<DeliveryWork[]> {
  const deliverySids = received.map(({ sid }) => uuidFromSid(sid))
  const { works } = await batch(db, { works: findWork(db, { deliverySids }) })
  const rounds = new Map(received.map(({ sid, round }) => [sid, round]))
  return works.filter(
    ({ delivery: { sid, status, round } }) => status === 'pending' && (rounds.get(sid) ?? round) === round,
  )
}

/** Returns the response to a message whose deliveries cannot be attempted now. */
async function refuse(
  { endpoint, probe }: DeliveryWork,
  sids: SidOf<'WD'>[],
  env: DeliveryEnv,
): Promise<Response | undefined> {
  if (!endpoint.isActive) {
    const { skipped } = await batch(env.db, { skipped: skipDeliveries({ sids: sids.map(uuidFromSid) }) })
    logAll(
      env,
      'skipped',
      skipped.map(({ sid }) => sid),
    )
    // An endpoint that is changed in the meantime gets the message again: it may be active.
    return skipped.length === sids.length ? done() : retryLater(toleranceMs)
  }
  if (endpoint.pausedForSeconds > 0) {
    logAll(env, 'held', sids)
    return retryLater(endpoint.pausedForSeconds * 1000)
  }
  if (!hasKeyOf(env.sealed, probe)) {
    // No attempt is made. The outbox keeps the deliveries until SEALING_KEY is correct.
    await returnToOutbox(env.db, sids)
    logAll(env, 'held', sids)
    return done()
  }
  return undefined
}

function logAll({ log }: DeliveryEnv, outcome: string, sids: readonly SidOf<'WD'>[]): void {
  for (const deliverySid of sids) log('info', 'delivery', { deliverySid, outcome })
}

function responseOf({ verdict }: Attempt): Response {
  if (verdict.kind === 'retried') return retryLater(verdict.delayMs)
  return verdict.kind === 'dead' ? nonRetryable() : done()
}

/** Returns the response to a call whose attempt does not count, from the current state of the delivery. */
const responseFor = ([work]: readonly DeliveryWork[]): Response =>
  work ? retryLater(Math.max(toleranceMs, work.delivery.dueInMs)) : done()
