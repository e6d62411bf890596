// What the cron of each minute brings.

import { logWork, type Note } from '../shared/logging/work-log.ts'
import type { PlatformEnv } from './env.ts'
import { deleteOld } from './retention/delete.ts'
import { reseal } from './retention/reseal.ts'
import { sweep } from './webhooks/delivery/callbacks.ts'

/** A failure is logged and keeps nothing else from being done; the next minute tries again. */
export async function scheduled(env: PlatformEnv, now: Date): Promise<void> {
  const attempted = (message: string, work: (note: Note) => Promise<void>) =>
    logWork(env.log, message, work).catch(() => {})
  await attempted('minute', note => sweep(env, note))
  await attempted('reseal', async note => note(await reseal(env)))
  await attempted('retention', async note => note({ deleted: await deleteOld(env.db, env.retention, now) }))
}
