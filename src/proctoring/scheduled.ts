// The work of the cron trigger that runs every minute.

import type { ProctoringEnv } from './env.ts'
import { sweepObjects } from './files/deletion/objects.ts'
import { sweepSessions } from './sessions/clock/sweep.ts'

/** Runs each job. A failure is logged and does not prevent the others; the next run retries it. */
export async function scheduled(env: ProctoringEnv, at: Date): Promise<void> {
  await sweepSessions(env, at)
  await sweepObjects(env, at)
}
