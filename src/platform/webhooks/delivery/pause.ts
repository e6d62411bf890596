// The pauses of endpoints at QStash, which has no end for them: the database has it.

import type { SidOf } from '../../../../db/sid.ts'
import type { DeliveryEnv } from './env.ts'
import { endLimits, endPause, findPause, findReleasable } from './queries.ts'

/**
 * Pauses the messages of an endpoint, or resumes them if its pause has no `seconds` left. Calls QStash again if a pause has started
 * or ended before QStash received the call.
 */
export async function pauseOrResume(env: DeliveryEnv, sid: SidOf<'WH'>, seconds: number): Promise<void> {
  await (seconds > 0 ? env.queue.pause(sid, seconds) : env.queue.resume(sid))
  const secondsLeft = await secondsPaused(env, sid)
  if (secondsLeft > 0 !== seconds > 0) await pauseOrResume(env, sid, secondsLeft)
}

/** Resumes the messages of an endpoint that is not paused, in case a process has ended before `pauseOrResume` did. */
export async function resumeUnpaused(env: DeliveryEnv, sid: SidOf<'WH'>): Promise<void> {
  const [endpoint] = await findPause(env.db, sid)
  if (endpoint?.pausedForSeconds === 0) await pauseOrResume(env, sid, 0)
}

async function secondsPaused({ db }: DeliveryEnv, sid: SidOf<'WH'>): Promise<number> {
  const [endpoint] = await findPause(db, sid)
  return endpoint?.pausedForSeconds ?? 0
}

/** The time after which no other endpoint is released, so that a slow QStash does not delay the rest of the scheduled work. */
const maxReleaseMs = 20_000

/**
 * Releases endpoints whose pause is over, and ends the limits of deleted ones. Calls QStash before the database, so that a later run retries after a
 * failure. The next run continues after 20 seconds of work.
 * @returns the number of these endpoints
 */
export async function releaseEndpoints(env: DeliveryEnv, only?: SidOf<'WH'>): Promise<number> {
  const failures: unknown[] = []
  const startedAt = Date.now()
  const releasable = await findReleasable(env.db, only)
  for (const { sid, isDeleted } of releasable) {
    if (Date.now() - startedAt >= maxReleaseMs) break
    try {
      await (isDeleted ? unlimit(env, sid) : release(env, sid))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some endpoints could not be released.')
  return releasable.length
}

async function release(env: DeliveryEnv, sid: SidOf<'WH'>): Promise<void> {
  await env.queue.release(sid)
  const ended = await endPause(env.db, sid)
  if (ended.length === 0) await undoRelease(env, sid)
}

/** Ends the limits of a deleted endpoint, so that its key at QStash ends with its messages, which the relay skips. */
async function unlimit(env: DeliveryEnv, sid: SidOf<'WH'>): Promise<void> {
  await env.queue.unthrottle(sid)
  await endLimits(env.db, sid)
}

/**
 * Undoes the `release` of an endpoint whose pause a concurrent request has ended, or that it has deleted. A failure may then have started another pause,
 * or a success may have unthrottled the endpoint, before the release resumed its messages one at a time.
 */
async function undoRelease(env: DeliveryEnv, sid: SidOf<'WH'>): Promise<void> {
  const seconds = await secondsPaused(env, sid)
  if (seconds > 0) await pauseOrResume(env, sid, seconds)
  else await env.queue.unthrottle(sid)
}
