// What the cron of each minute brings.

import { logFailure } from '../shared/failure.ts'
import { sweep } from './delivery/callbacks.ts'
import type { PlatformEnv } from './env.ts'
import { deleteOld } from './retention/delete.ts'

/** A failure is logged and keeps nothing else from being done; the next minute tries again. */
export async function everyMinute(env: PlatformEnv, now: Date): Promise<void> {
  await attempted(sweep(env))
  await attempted(deleteOld(env.db, env.retention, now))
}

const attempted = (work: Promise<unknown>) =>
  work.catch(error => logFailure(error, { var: { requestId: crypto.randomUUID() } }))
