// Makes one attempt of each delivery of a message, records it, and publishes a message for each unfinished delivery.

import type { SidOf } from '../../../../db/sid.ts'
import { logFailure } from '../../../shared/logging/failure.ts'
import type { Note } from '../../../shared/logging/work-log.ts'
import { type Attempt, attemptsTo } from './attempt.ts'
import { recordRecovered } from './breaker.ts'
import type { DeliveryEnv } from './env.ts'
import { publishMessages } from './outbox.ts'
import { pauseOrResume } from './pause.ts'
import type { DeliveryWork } from './queries.ts'
import { record } from './record.ts'
import { sendConcurrently } from './send-concurrently.ts'

type Options = {
  env: DeliveryEnv
  note: Note
  /** Whether unfinished deliveries get messages of their own. Otherwise QStash retries the message of the only one. */
  isShared: boolean
}

/** An attempt may be made this much before it is due, because of clock skew. */
export const toleranceMs = 1000

export const isEarly = ({ delivery }: DeliveryWork): boolean => delivery.dueInMs > toleranceMs

/**
 * Makes the attempts that are due, for one endpoint. Those that take long do not delay the record of the others.
 * @returns the attempts that count
 */
export async function deliver(
  works: readonly DeliveryWork[],
  endpoint: DeliveryWork['endpoint'],
  { env, note, isShared }: Options,
): Promise<Attempt[]> {
  let moved = 0

  async function conclude(attempts: readonly Attempt[], left: readonly DeliveryWork[]): Promise<Attempt[]> {
    if (attempts.length + left.length === 0) return []
    const retried = attempts.filter(({ verdict }) => verdict.kind === 'retried').map(({ work }) => work)
    const unfinished = isShared ? [...left, ...retried] : []
    const { counted, messages, ...breaker } = await record(endpoint, { attempts, unfinished }, env)
    for (const attempt of attempts) logAttempt(attempt, env, counted.has(attempt.work.delivery.sid))
    if (breaker.pauseSeconds > 0) await pauseOrResume(env, endpoint.sid, breaker.pauseSeconds)
    else if (breaker.isRecovered) await endThrottle(endpoint.sid, env)
    moved += messages.length
    if (moved > 0) note({ moved })
    // The scheduled run publishes them after a failure.
    await publishMessages(env, messages).catch(error => logFailure(env.log, error))
    return attempts.filter(({ work }) => counted.has(work.delivery.sid))
  }

  const isSendable = (work: DeliveryWork) => work.event.payload !== null && !isEarly(work)
  const { finished, slow, unsent } = await sendConcurrently(works.filter(isSendable), {
    attempt: await attemptsTo(endpoint, env),
    failures: endpoint.failures,
  })
  const left = [...works.filter(work => !isSendable(work)), ...unsent]
  const concluded = await Promise.allSettled([
    conclude(finished, left),
    ...slow.map(async ending => conclude([await ending], [])),
  ])
  return concluded.flatMap(result => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

/** Restores full parallelism. Calls QStash first: if the call fails, the next success retries it. */
async function endThrottle(endpointSid: SidOf<'WH'>, env: DeliveryEnv): Promise<void> {
  await env.queue.unthrottle(endpointSid)
  const [endpoint] = await recordRecovered(env.db, endpointSid)
  // A pause that began in the meantime is paused at QStash again.
  if (endpoint && endpoint.pauseSeconds > 0) await pauseOrResume(env, endpointSid, endpoint.pauseSeconds)
}

function logAttempt(
  { work, span, outcome, verdict }: Attempt,
  { log }: DeliveryEnv,
  isCounted: boolean,
): void {
  const { delivery, event, endpoint } = work
  log('info', 'delivery', {
    ...{ deliverySid: delivery.sid, endpointSid: endpoint.sid, eventSid: event.sid },
    ...{ applicationSid: event.applicationSid, attempt: delivery.attempts + 1 },
    ...{ ...span, flags: undefined, outcome: isCounted ? verdict.kind : 'repeated' },
    ...{ status: outcome.statusCode, fault: outcome.fault, endpointMs: outcome.durationMs },
  })
}
