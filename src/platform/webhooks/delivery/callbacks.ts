// The internal endpoints that QStash and the other Workers call.

import { Buffer } from 'node:buffer'
import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { outboxPath } from '../../../shared/env.ts'
import { logFailure } from '../../../shared/logging/failure.ts'
import { logWork, type Note } from '../../../shared/logging/work-log.ts'
import { Problem, problems } from '../../../shared/problems/problem.ts'
import { Sid } from '../../../shared/values/sid.ts'
import type { DeliveryEnv } from './env.ts'
import { parseMessage, roundsOf } from './message.ts'
import { endPause, findPause, findReleasable, outboxAge } from './queries.ts'
import { callbacks, type QueueRequest } from './queue.ts'
import { relay } from './relay.ts'
import { recordGivenUp } from './sql.ts'

type WaitUntil = (work: Promise<unknown>) => void

/** The deliveries, and the other outboxes that a change can fill: the mails to learners, and the events for topics. */
type OutboxEnv = DeliveryEnv & { sendMessages(): Promise<unknown>; publishLive(): Promise<unknown> }

/** Serves a request below `/internal/`. A failure is logged and returned as status 500, so that QStash retries. */
export async function serveCallback(
  request: Request,
  env: OutboxEnv,
  contextWaitUntil: WaitUntil,
): Promise<Response> {
  const waitUntil: WaitUntil = work => contextWaitUntil(work.catch(error => logFailure(env.log, error)))
  const { pathname } = new URL(request.url)
  if (pathname === outboxPath) {
    waitUntil(env.publishLive())
    waitUntil(env.publish())
    waitUntil(env.sendMessages())
    return new Response(null, { status: 202 })
  }
  const [message, callback] = handlers[pathname] ?? []
  if (!(message && callback) || request.method !== 'POST') return new Response(null, { status: 404 })
  const respond = async (note: Note) => {
    const received = await env.queue.receive(request).catch(asProblem)
    if (received && !(received instanceof Problem)) return callback({ received, env, waitUntil, note })
    note({ outcome: 'refused' })
    return new Response(null, { status: received ? problems[received.code][0] : 401 })
  }
  try {
    return await logWork(env.log, message, respond)
  } catch {
    return new Response(null, { status: 500 })
  }
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

type CallbackContext = { received: QueueRequest; env: DeliveryEnv; waitUntil: WaitUntil; note: Note }
type Callback = (context: CallbackContext) => Promise<Response>

/** The log message and the handler of each path. */
const handlers: Record<string, [string, Callback]> = {
  [callbacks.relay]: ['relay', ({ received, env, note }) => relay(received, env, note)],
  [callbacks.failed]: ['given-up', handleFailure],
  [callbacks.release]: ['release', handleRelease],
}

const done = () => new Response(null, { status: 200 })

const Failure = z.object({ sourceBody: z.string() })

/** Handles the failure callback: QStash has exhausted the retries of a message. */
async function handleFailure({
  received: { body, round },
  env,
  waitUntil,
  note,
}: CallbackContext): Promise<Response> {
  const { sourceBody } = Failure.parse(JSON.parse(body))
  const deliveries = parseMessage(Buffer.from(sourceBody, 'base64').toString(), round)
  note({ deliverySids: deliveries.map(({ sid }) => sid) })
  const rounds = roundsOf(deliveries.map(({ sid, round = 0 }) => ({ sid, round })))
  await batch(env.db, { recorded: recordGivenUp({ rounds }) })
  waitUntil(env.publish())
  return done()
}

const Release = z.object({ endpointId: Sid('WH') })

/** Handles the release message that is sent at the end of a pause. */
async function handleRelease({ received, env, waitUntil, note }: CallbackContext): Promise<Response> {
  const { endpointId } = Release.parse(JSON.parse(received.body))
  note({ endpointSid: endpointId, released: await releaseEndpoints(env, endpointId) })
  waitUntil(env.publish())
  return done()
}

/** The time after which no other endpoint is released, so that a slow QStash does not delay the rest of the scheduled work. */
const maxReleaseMs = 20_000

/**
 * Releases endpoints whose pause is over. Calls QStash before the database, so that a later run retries after a
 * failure. The next run continues after 20 seconds of work.
 * @returns the number of endpoints whose pause was over
 */
async function releaseEndpoints(env: DeliveryEnv, only?: SidOf<'WH'>): Promise<number> {
  const failures: unknown[] = []
  const startedAt = Date.now()
  const releasable = await findReleasable(env.db, only)
  for (const { sid } of releasable) {
    if (Date.now() - startedAt >= maxReleaseMs) break
    try {
      await env.queue.release(sid)
      const ended = await endPause(env.db, sid)
      if (ended.length === 0) await undoRelease(env, sid)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some endpoints could not be released.')
  return releasable.length
}

/**
 * Undoes the `release` of an endpoint whose pause a concurrent request has ended. A failure may then have started another pause,
 * or a success may have unthrottled the endpoint, before the release resumed its messages one at a time.
 */
async function undoRelease({ db, queue }: DeliveryEnv, sid: SidOf<'WH'>): Promise<void> {
  const [endpoint] = await findPause(db, sid)
  if (endpoint && endpoint.pausedForSeconds > 0) await queue.pause(sid, endpoint.pausedForSeconds)
  else await queue.unthrottle(sid)
}

/**
 * The scheduled work: releases endpoints whose release message was lost, and publishes the due deliveries of the
 * outbox.
 */
export async function sweep(env: DeliveryEnv, note: Note = () => {}): Promise<void> {
  try {
    note({ released: await releaseEndpoints(env) })
  } finally {
    await publishDue(env, note)
  }
}

/** Publishes the due deliveries, and notes the age of those that still wait, also if the queue is down. */
async function publishDue(env: DeliveryEnv, note: Note): Promise<void> {
  try {
    note({ published: await env.publish() })
  } finally {
    const [age] = await outboxAge(env.db)
    note({ outboxAgeSeconds: age?.seconds ?? 0 })
  }
}
