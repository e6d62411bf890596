// The work of the cron trigger that runs every minute.

import { logWork, type Note } from '../shared/logging/work-log.ts'
import type { PlatformEnv } from './env.ts'
import { deleteOld } from './retention/delete.ts'
import { reseal } from './retention/reseal.ts'
import { sweep } from './webhooks/delivery/callbacks.ts'

/** Runs each job. The failure of one job is logged and does not prevent the others; the next run retries it. */
export async function scheduled(env: PlatformEnv, now: Date): Promise<void> {
  const runJob = (message: string, work: (note: Note) => Promise<void>) =>
    logWork(env.log, message, work).catch(() => {})
  await runJob('minute', note => sweep(env, note))
  await runJob('reseal', async note => note(await reseal(env)))
  await runJob('retention', async note => note({ deleted: await deleteOld(env.db, env.retention, now) }))
}
