// The way of events to the subscribers of their topics. Events wait in `live_event`. The hub of an application in the
// Worker `realtime` takes them, one batch after another, so that they keep their order; here it is only notified.

import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { batch, type Database } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { RowOf } from '../../../db/statement.ts'
import type { Service } from '../../shared/env.ts'
import { callRealtime } from '../../shared/realtime/client.ts'
import { type LiveEvent, realtimePaths } from '../../shared/realtime/events.ts'
import { installOfTopic } from '../../shared/topics/topic.ts'
import { Sid } from '../../shared/values/sid.ts'
import type { PlatformEnv } from '../env.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import {
  deletePublished,
  findLiveApplications,
  findLiveEvents,
  haveEarlierEnded,
  insertLiveTopic,
} from './sql.ts'

type Notifier = { db: Database; realtime: Service | undefined }

const maxRunMs = 30_000 // the time that Cloudflare allows a Worker to run after its response

/**
 * Returns a function that notifies the hubs of the applications with events for their topics, and returns their number.
 * Webhook deliveries do not wait for it.
 */
export function liveNotifierOf({ db, realtime }: Notifier): () => Promise<number> {
  if (!realtime) return () => Promise.resolve(0)
  return oneAtATime(async () => {
    const { found } = await batch(db, { found: findLiveApplications({}) })
    const applicationSids = found.map(({ applicationSid }) => applicationSid)
    if (applicationSids.length > 0)
      await callRealtime(realtime, realtimePaths.publications, { applicationSids })
    return applicationSids.length
  }, maxRunMs)
}

const Taking = z.object({ applicationSid: Sid('AP'), published: z.array(z.int()).max(1000) })

/** Responds with the next events of an application, and deletes those that its topics have. */
export async function serveTake(body: unknown, { db, environment }: PlatformEnv): Promise<Response> {
  const { applicationSid, published } = Taking.parse(body)
  const { found } = await batch(db, {
    deleted: published.length > 0 ? [deletePublished({ applicationSid, numbers: { list: published } })] : [],
    found: findLiveEvents({ applicationSid }),
  })
  return Response.json(found.map(row => toLiveEvent(row, environment)))
}

function toLiveEvent(
  {
    number,
    isErasure,
    installSid,
    sid: id,
    topic,
    source,
    type,
    payload,
    ...row
  }: RowOf<typeof findLiveEvents>,
  environment: string,
): LiveEvent {
  const { changedTable, operation, createdAt: timestamp } = row
  const metadata = { timestamp, table: changedTable ?? '', operation: operation ?? '', environment }
  // Retention may have deleted the event since.
  const event = id === null ? null : { id, topic, source, type, payload, metadata }
  return { number, isErasure, installSid, event }
}

const Registration = z.object({ applicationSid: Sid('AP'), topic: z.string().max(255) })

/** The time for which a registration waits for earlier transactions. */
const [pollMs, maxWaitMs] = [50, 5000]

/**
 * Registers a topic of captured changes. Each change that is committed after the response creates an event: the changes
 * that read the topics before the registration have ended.
 */
export async function serveRegister(body: unknown, { db }: PlatformEnv): Promise<Response> {
  const { applicationSid, topic } = Registration.parse(body)
  const installSid = (installOfTopic(topic) ?? null) as SidOf<'AI'> | null
  const { registered } = await batch(db, {
    registered: insertLiveTopic({ applicationSid, topic, installSid }),
  })
  const xid = registered[0]?.xid ?? '0'
  const deadline = Date.now() + maxWaitMs
  while (Date.now() < deadline) {
    const { ended } = await batch(db, { ended: haveEarlierEnded({ xid }) })
    if (ended[0]?.isOver) break
    await sleep(pollMs)
  }
  return new Response(null, { status: 204 })
}
