// Records the attempts of a message in one round trip.

import { Buffer } from 'node:buffer'
import { batch } from '../../../../db/client.ts'
import { type SidOf, uuidFromSid } from '../../../../db/sid.ts'
import { type Attempt, gone } from './attempt.ts'
import { deactivateGone, recordFailing, recordResults } from './breaker.ts'
import type { DeliveryEnv } from './env.ts'
import { type Message, roundsOf } from './message.ts'
import type { DeliveryWork } from './queries.ts'
import { truncated } from './send.ts'
import { insertAttempts, lockEvents, takeOut } from './sql.ts'

type Recorded = {
  /** The deliveries whose attempts count. */
  counted: ReadonlySet<SidOf<'WD'>>
  /** The time for which the attempts pause the endpoint. */
  pauseSeconds: number
  /** Whether a success is the first one after a pause. */
  isRecovered: boolean
  /** A message for each delivery that its message no longer sends. */
  messages: Message[]
}

/**
 * Records attempts, in the order of their ends.
 * @param unfinished the deliveries that continue in a message of their own, if they are not finished
 */
export async function record(
  { sid: endpointSid, url, isFailing }: DeliveryWork['endpoint'],
  { attempts, unfinished }: { attempts: readonly Attempt[]; unfinished: readonly DeliveryWork[] },
  { db }: Pick<DeliveryEnv, 'db'>,
): Promise<Recorded> {
  const captured = attempts.filter(({ work }) => work.event.changedTable !== null)
  const streak = streakOf(attempts)
  const { recorded, breaker, taken } = await batch(db, {
    // A concurrent erasure either waits for these locks and then also erases the attempts, or was committed before.
    ...(captured.length > 0 && {
      locked: lockEvents({ sids: captured.map(({ work }) => uuidFromSid(work.event.sid)) }),
    }),
    recorded: insertAttempts({ results: Object.fromEntries(attempts.map(resultOf)), url }),
    breaker: recordResults({ endpointSid, url, ...streak }),
    failing: beginsOrEnds(streak, isFailing) ? [recordFailing(db, { sid: endpointSid, url }, streak)] : [],
    gone: attempts.some(isGone) ? [deactivateGone(db, { sid: endpointSid, url })] : [],
    taken:
      unfinished.length > 0
        ? [takeOut({ rounds: roundsOf(unfinished.map(({ delivery }) => delivery)) })]
        : [],
  })
  return {
    counted: new Set(recorded.map(({ deliverySid }) => deliverySid)),
    pauseSeconds: breaker[0]?.pauseSeconds ?? 0,
    isRecovered: breaker[0]?.isRecovered ?? false,
    messages: taken
      .flat()
      .map(({ delayMs, ...delivery }) => ({ endpointSid, deliveries: [delivery], delayMs })),
  }
}

/** Returns the columns of an attempt, under the uuid of its delivery. */
function resultOf({ sid, work, sent, outcome, verdict }: Attempt): [string, object] {
  const { success, statusCode, fault, durationMs, response } = outcome
  return [
    uuidFromSid(work.delivery.sid),
    {
      ...{ sid: uuidFromSid(sid), attempts: work.delivery.attempts },
      ...{ success, fault, response, status_code: statusCode, duration_ms: durationMs },
      request: { headers: sent.headers, ...truncated(Buffer.from(sent.body)) },
      status: verdict.kind === 'retried' ? 'pending' : verdict.kind,
      delay_ms: verdict.kind === 'retried' ? verdict.delayMs : 0,
    },
  ]
}

/** Whether a time without a success begins or ends with the attempts. */
const beginsOrEnds = ({ failed, hasSuccess }: Streak, isFailing: boolean): boolean =>
  isFailing ? hasSuccess : failed.length > 0

const isGone = ({ outcome }: Attempt) => outcome.statusCode === gone

type Streak = { failed: string[]; hasSuccess: boolean }

/** Returns the attempts that failed after the last success. 410 does not count as a failure. */
function streakOf(attempts: readonly Attempt[]): Streak {
  const last = attempts.findLastIndex(({ outcome }) => outcome.success)
  const failed = attempts.slice(last + 1).filter(attempt => !isGone(attempt))
  return { failed: failed.map(({ sid }) => uuidFromSid(sid)), hasSuccess: last >= 0 }
}
