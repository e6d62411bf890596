// The work of the cron trigger that runs every minute.

import { batch } from '../../db/client.ts'
import { addAppointmentChanges } from '../shared/appointment-volume.ts'
import { logWork, type Note } from '../shared/logging/work-log.ts'
import { addRowCountChanges } from '../shared/row-count.ts'
import type { PlatformEnv } from './env.ts'
import { readLiveAge } from './live/sql.ts'
import { sendMessages } from './messages/send.ts'
import { deleteBacklog } from './retention/delete.ts'
import { reseal } from './retention/reseal.ts'
import { keepProbe } from './sealing/probe.ts'
import { applyUnscheduledMarks } from './unscheduled.ts'
import { sweep } from './webhooks/delivery/callbacks.ts'
import { noticeFailing } from './webhooks/notices/send.ts'
import { continueRecoveries } from './webhooks/recoveries/sql.ts'
import { continueRetries } from './webhooks/retries/queries.ts'

/** After this time the run sends no more mails. The next run continues. */
const maxSendingMs = 40_000

/** Runs each job. The failure of one job is logged and does not prevent the others; the next run retries it. */
export async function scheduled(env: PlatformEnv, now: Date): Promise<void> {
  const runJob = (message: string, work: (note: Note) => Promise<void>) =>
    logWork(env.log, message, work).catch(() => {})
  const startedAt = Date.now()
  const hasTime = () => Date.now() - startedAt < maxSendingMs
  // Beside the others: neither a mail provider nor a queue that does not respond delays them.
  const sending = runJob('mails', async note => note(await sendMessages(env, now, hasTime)))
  const publishing = runJob('live', async note => {
    const { ages } = await batch(env.db, { ages: readLiveAge({}) })
    note({ liveAgeSeconds: ages[0]?.seconds ?? 0 })
    note({ applications: await env.publishLive() })
  })
  await runJob('minute', note => sweep(env, note))
  // After it: each takes up to 20 seconds, for which endpoints would stay paused, and due deliveries wait.
  await runJob('retries', note => published(env, note, continueRetries(env.db)))
  await runJob('recoveries', note => published(env, note, continueRecoveries(env.db, env.retention)))
  await runJob('reseal', async note => {
    await keepProbe(env)
    note(await reseal(env))
  })
  await runJob('counts', async note => {
    const added = await batch(env.db, {
      rows: addRowCountChanges({}),
      appointments: addAppointmentChanges({}),
    })
    note({ changes: [...added.rows, ...added.appointments].reduce((sum, { changes }) => sum + changes, 0) })
  })
  await runJob('unscheduled', async note => note({ marks: await applyUnscheduledMarks(env.db) }))
  await runJob('retention', async note => note({ deleted: await deleteBacklog(env.db, env.retention, now) }))
  await runJob('notices', async note => note(await noticeFailing(env, now)))
  await Promise.all([sending, publishing])
}

/** Publishes the deliveries that the work has scheduled, and notes their number. */
async function published(env: PlatformEnv, note: Note, work: Promise<number>): Promise<void> {
  const scheduled = await work
  note({ scheduled })
  if (scheduled > 0) await env.publish()
}
