// What time does to sessions: a part of the scheduled work (src/proctoring/scheduled.ts).

import { setTimeout as sleep } from 'node:timers/promises'
import { batch, type Database } from '../../../../db/client.ts'
import { logWork } from '../../../shared/logging/work-log.ts'
import type { ProctoringEnv } from '../../env.ts'
import { changeDue, type TimeTrigger, timeTriggers } from './steps.ts'

/** A step ends after this time. What it leaves, the next run finds. */
const maxStepMs = 50_000

/**
 * Applies each step to all sessions for which it is due at the given time. Runs can overlap: a session is changed once. The
 * failure of one step is logged and does not prevent the others; the next run retries it.
 */
export async function sweepSessions({ db, log, changed }: ProctoringEnv, at: Date): Promise<void> {
  let total = 0
  const run = logWork(log, 'sessions', async note => {
    const failures: unknown[] = []
    for (const trigger of timeTriggers)
      try {
        const count = await sweepStep(db, trigger, at)
        total += count
        note({ [trigger]: count })
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) throw failures[0]
  })
  await run.catch(() => {})
  if (total > 0) await changed?.()
}

/**
 * Changes batch after batch until none is due. After each batch, it waits as long as the batch took, so that the database has
 * half of the time for requests.
 * @returns how many sessions it changed
 */
async function sweepStep(db: Database, trigger: TimeTrigger, at: Date): Promise<number> {
  const endsAt = Date.now() + maxStepMs
  let total = 0
  for (let startedAt = Date.now(); startedAt < endsAt; startedAt = Date.now()) {
    const [due] = (await batch(db, changeDue(db, trigger, at))).due
    if (!due?.changed) break
    total += due.changed
    await sleep(Date.now() - startedAt)
  }
  return total
}
