// What QStash and the other Workers call; clients never do.

import { Buffer } from 'node:buffer'
import * as z from 'zod'
import { sendAllAndAsk } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import { outboxPath } from '../../shared/env.ts'
import { logFailure } from '../../shared/failure.ts'
import { Sid } from '../../shared/sid.ts'
import type { DeliveryEnv } from './env.ts'
import { endHold, findReleasable, letGo, noteGivenUp } from './queries.ts'
import { type Called, callbacks } from './queue.ts'
import { relay } from './relay.ts'

type Later = (work: Promise<unknown>) => void

/** Answers what is called below `/internal/`. A failure is logged, and who called is to come again. */
export async function serveCallback(request: Request, env: DeliveryEnv, goOn: Later): Promise<Response> {
  const log = (error: unknown) => logFailure(error, { var: { requestId: crypto.randomUUID() } })
  try {
    return await answer(request, env, work => goOn(work.catch(log)))
  } catch (error) {
    log(error)
    return new Response(null, { status: 500 })
  }
}

async function answer(request: Request, env: DeliveryEnv, later: Later): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === outboxPath) {
    later(env.publish())
    return new Response(null, { status: 202 })
  }
  const callback = handlers[pathname]
  if (!callback || request.method !== 'POST') return new Response(null, { status: 404 })
  const called = await env.queue.receive(request)
  return called ? callback(called, env, later) : new Response(null, { status: 401 })
}

type Callback = (called: Called, env: DeliveryEnv, later: Later) => Promise<Response>

const handlers: Record<string, Callback> = {
  [callbacks.relay]: relay,
  [callbacks.failed]: giveUp,
  [callbacks.release]: release,
}

const done = () => new Response(null, { status: 200 })

const Failure = z.object({ sourceBody: z.string() })
const Source = z.object({ deliveryId: Sid('WD') })

/** QStash has given a message up. */
async function giveUp({ body, round }: Called, env: DeliveryEnv, later: Later): Promise<Response> {
  const { sourceBody } = Failure.parse(JSON.parse(body))
  const { deliveryId } = Source.parse(JSON.parse(Buffer.from(sourceBody, 'base64').toString()))
  await noteGivenUp(env.db, { sid: deliveryId, round })
  later(env.publish())
  return done()
}

const Held = z.object({ endpointId: Sid('WH') })

/** The time of a hold is over. */
async function release({ body }: Called, env: DeliveryEnv, later: Later): Promise<Response> {
  const { endpointId } = Held.parse(JSON.parse(body))
  await releaseHeld(env, endpointId)
  later(env.publish())
  return done()
}

/** QStash is told first: a hold that it does not end is ended with a later minute. */
async function releaseHeld(env: DeliveryEnv, which?: SidOf<'WH'>): Promise<void> {
  const failures: unknown[] = []
  for (const { sid } of await findReleasable(env.db, which)) {
    try {
      await env.queue.release(sid)
      const ended = await sendAllAndAsk(env.db, [letGo(env.db, sid)], endHold(env.db, sid))
      // Somebody else has ended it, and the first message may have come and widened it before it was narrowed here.
      if (ended.length === 0) await env.queue.widen(sid)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some endpoints could not be released.')
}

/** What a minute brings: holds that ended unheard, and whatever the outbox still has. */
export async function sweep(env: DeliveryEnv): Promise<void> {
  try {
    await releaseHeld(env)
  } finally {
    await env.publish()
  }
}
