// The internal endpoints that QStash and the other Workers call.

import { Buffer } from 'node:buffer'
import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { outboxPath } from '../../../shared/env.ts'
import { logFailure } from '../../../shared/logging/failure.ts'
import { logWork, type Note } from '../../../shared/logging/work-log.ts'
import { Problem, problems } from '../../../shared/problems/problem.ts'
import { Sid } from '../../../shared/values/sid.ts'
import type { DeliveryEnv } from './env.ts'
import { parseMessage, roundsOf } from './message.ts'
import { releaseEndpoints, resumeUnpaused } from './pause.ts'
import { outboxAge } from './queries.ts'
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
  const released = await releaseEndpoints(env, endpointId)
  note({ endpointSid: endpointId, released })
  if (released === 0) await resumeUnpaused(env, endpointId)
  waitUntil(env.publish())
  return done()
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
