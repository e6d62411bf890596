// What QStash and the other Workers call; clients never do.

import { Buffer } from 'node:buffer'
import * as z from 'zod'
import { sendAllAndAsk } from '../../../../db/client.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { outboxPath } from '../../../shared/env.ts'
import { logFailure } from '../../../shared/logging/failure.ts'
import { logWork, type Note } from '../../../shared/logging/work-log.ts'
import { Problem, problems } from '../../../shared/problems/problem.ts'
import { Sid } from '../../../shared/values/sid.ts'
import type { DeliveryEnv } from './env.ts'
import { endPause, findReleasable, makePausedDue, recordGivenUp } from './queries.ts'
import { type Called, callbacks } from './queue.ts'
import { relay } from './relay.ts'

type Later = (work: Promise<unknown>) => void

/** Answers what is called below `/internal/`. A failure is logged, and who called is to come again. */
export async function serveCallback(request: Request, env: DeliveryEnv, goOn: Later): Promise<Response> {
  const later: Later = work => goOn(work.catch(error => logFailure(env.log, error)))
  const { pathname } = new URL(request.url)
  if (pathname === outboxPath) {
    later(env.publish())
    return new Response(null, { status: 202 })
  }
  const [message, callback] = handlers[pathname] ?? []
  if (!(message && callback) || request.method !== 'POST') return new Response(null, { status: 404 })
  const answer = async (note: Note) => {
    const called = await env.queue.receive(request).catch(asProblem)
    if (called && !(called instanceof Problem)) return callback({ called, env, later, note })
    note({ outcome: 'refused' })
    return new Response(null, { status: called ? problems[called.code][0] : 401 })
  }
  try {
    return await logWork(env.log, message, answer)
  } catch {
    return new Response(null, { status: 500 })
  }
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

type Calling = { called: Called; env: DeliveryEnv; later: Later; note: Note }
type Callback = (calling: Calling) => Promise<Response>

/** What the log calls each, and what it does. */
const handlers: Record<string, [string, Callback]> = {
  [callbacks.relay]: ['delivery', ({ called, env, note }) => relay(called, env, note)],
  [callbacks.failed]: ['given-up', giveUp],
  [callbacks.release]: ['release', release],
}

const done = () => new Response(null, { status: 200 })

const Failure = z.object({ sourceBody: z.string() })
const Source = z.object({ deliveryId: Sid('WD') })

/** QStash has given a message up. */
async function giveUp({ called: { body, round }, env, later, note }: Calling): Promise<Response> {
  const { sourceBody } = Failure.parse(JSON.parse(body))
  const { deliveryId } = Source.parse(JSON.parse(Buffer.from(sourceBody, 'base64').toString()))
  note({ deliverySid: deliveryId })
  await recordGivenUp(env.db, { sid: deliveryId, round })
  later(env.publish())
  return done()
}

const Held = z.object({ endpointId: Sid('WH') })

/** The time of a hold is over. */
async function release({ called, env, later, note }: Calling): Promise<Response> {
  const { endpointId } = Held.parse(JSON.parse(called.body))
  note({ endpointSid: endpointId, released: await releaseHeld(env, endpointId) })
  later(env.publish())
  return done()
}

/** QStash is told first: a hold that it does not end is ended with a later minute. @returns how many holds were over */
async function releaseHeld(env: DeliveryEnv, which?: SidOf<'WH'>): Promise<number> {
  const failures: unknown[] = []
  const releasable = await findReleasable(env.db, which)
  for (const { sid } of releasable) {
    try {
      await env.queue.release(sid)
      const ended = await sendAllAndAsk(env.db, [makePausedDue(env.db, sid)], endPause(env.db, sid))
      // Somebody else has ended it, and the first message may have come and widened it before it was narrowed here.
      if (ended.length === 0) await env.queue.unthrottle(sid)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some endpoints could not be released.')
  return releasable.length
}

/** What a minute brings: holds that ended unheard, and whatever the outbox still has. */
export async function sweep(env: DeliveryEnv, note: Note = () => {}): Promise<void> {
  try {
    note({ released: await releaseHeld(env) })
  } finally {
    note({ published: await env.publish() })
  }
}
