// The way of events to the subscribers of their topics. Events wait in `live_event`. The hub of an application in the
// Worker `realtime` takes them, one batch after another, so that they keep their order.

import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { RowOf } from '../../../db/statement.ts'
import type { LiveEvent, RegisteredTopic } from '../../shared/realtime/events.ts'
import { installOfTopic } from '../../shared/topics/topic.ts'
import { Sid } from '../../shared/values/sid.ts'
import type { PlatformEnv } from '../env.ts'
import { deletePublished, findLiveEvents, haveEarlierEnded, insertLiveTopic } from './sql.ts'

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
 * that read the topics before the registration have ended. Topics without changes are not registered.
 */
export async function serveRegister(body: unknown, { db }: PlatformEnv): Promise<Response> {
  const { applicationSid, topic } = Registration.parse(body)
  const installSid = (installOfTopic(topic) ?? null) as SidOf<'AI'> | null
  const { registered } = await batch(db, {
    registered: insertLiveTopic({ applicationSid, topic, installSid }),
  })
  const { xid = '0', isRegistered = false } = registered[0] ?? {}
  const deadline = Date.now() + maxWaitMs
  while (Date.now() < deadline) {
    const { ended } = await batch(db, { ended: haveEarlierEnded({ xid }) })
    if (ended[0]?.isOver) break
    await sleep(pollMs)
  }
  return Response.json({ isRegistered } satisfies RegisteredTopic)
}
