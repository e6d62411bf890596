// What QStash and the other Workers call; clients never do.

import { Buffer } from 'node:buffer'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { webhookEndpoint } from '../../../db/schema/webhook.ts'
import { outboxPath } from '../../shared/env.ts'
import { Sid } from '../../shared/sid.ts'
import type { DeliveryEnv } from './env.ts'
import { endHold, noteGivenUp } from './queries.ts'
import { callbacks } from './queue.ts'
import { relay } from './relay.ts'

type Later = (work: Promise<unknown>) => void

/** Answers what is called below `/internal/`. */
export async function serveCallback(request: Request, env: DeliveryEnv, later: Later): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === outboxPath) {
    later(env.publish())
    return new Response(null, { status: 202 })
  }
  const callback = handlers[pathname]
  if (!callback || request.method !== 'POST') return new Response(null, { status: 404 })
  const body = await env.queue.receive(request)
  return body === undefined ? new Response(null, { status: 401 }) : callback(body, env)
}

const handlers: Record<string, (body: string, env: DeliveryEnv) => Promise<Response>> = {
  [callbacks.relay]: relay,
  [callbacks.failed]: giveUp,
  [callbacks.release]: release,
}

const done = () => new Response(null, { status: 200 })

const Failure = z.object({ dlqId: z.string().nullish(), sourceBody: z.string() })
const Source = z.object({ deliveryId: Sid('WD') })

/** QStash has given a message up. */
async function giveUp(body: string, env: DeliveryEnv): Promise<Response> {
  const { dlqId, sourceBody } = Failure.parse(JSON.parse(body))
  const { deliveryId } = Source.parse(JSON.parse(Buffer.from(sourceBody, 'base64').toString()))
  await noteGivenUp(env.db, deliveryId, dlqId ?? null)
  await env.publish()
  return done()
}

const Held = z.object({ endpointId: Sid('WH') })

/** The time of a hold is over. */
async function release(body: string, env: DeliveryEnv): Promise<Response> {
  const { endpointId } = Held.parse(JSON.parse(body))
  await releaseHeld(env, eq(webhookEndpoint.sid, endpointId))
  return done()
}

async function releaseHeld(env: DeliveryEnv, which?: Parameters<typeof endHold>[1]): Promise<void> {
  const ended = await endHold(env.db, which)
  for (const { sid } of ended) await env.queue.release(sid)
  await env.publish()
}

/** What a minute brings: holds that ended unheard, and whatever the outbox still has. */
export const sweep = (env: DeliveryEnv): Promise<void> => releaseHeld(env)
