// Notifies the Worker `realtime` of the events that wait for their topics. It takes them itself (src/platform/realtime/live.ts).

import { batch, type Database } from '../../../db/client.ts'
import type { Service } from '../../shared/env.ts'
import { callRealtime } from '../../shared/realtime/client.ts'
import { realtimePaths } from '../../shared/realtime/events.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { findLiveApplications } from './sql.ts'

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
