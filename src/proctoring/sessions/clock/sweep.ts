// What time does to sessions: a part of the scheduled work (src/proctoring/scheduled.ts).

import { batch, type Database } from '../../../../db/client.ts'
import { logWork } from '../../../shared/logging/work-log.ts'
import { paced } from '../../../shared/paced.ts'
import type { ProctoringEnv } from '../../env.ts'
import { changeDue, type TimeTrigger, timeTriggers } from './steps.ts'

/** A run ends after this time, before the next one starts. What it leaves, the next run finds. */
const maxRunMs = 50_000

/** The limits of the number of sessions that a batch changes. */
const batchSizes = { least: 5, most: 25 }

/**
 * Applies each step to all sessions for which it is due at the given time. Runs can overlap: a session is changed once. The
 * failure of one step is logged and does not prevent the others; the next run retries it.
 */
export async function sweepSessions({ db, log, changed }: ProctoringEnv, at: Date): Promise<void> {
  const counts: Partial<Record<TimeTrigger, number>> = {}
  const run = logWork(log, 'sessions', async note => {
    const failures = await sweepSteps(db, at, counts)
    note(counts)
    if (failures.length > 0) throw failures[0]
  })
  await run.catch(() => {})
  if (Object.values(counts).some(count => count !== 0)) await changed?.()
}

/**
 * Changes batch after batch until none is due. The steps take turns, so that many sessions of one do not delay the others.
 * @param counts receives how many sessions each step has changed
 * @returns the errors of the steps that have failed
 */
async function sweepSteps(
  db: Database,
  at: Date,
  counts: Partial<Record<TimeTrigger, number>>,
): Promise<unknown[]> {
  const endsAt = Date.now() + maxRunMs
  const failures: unknown[] = []
  const pending = new Map(timeTriggers.map(trigger => [trigger, paced(batchSizes)]))
  while (pending.size > 0 && Date.now() < endsAt)
    for (const [trigger, runBatch] of pending)
      try {
        const { due } = await runBatch(amount => batch(db, changeDue(db, { trigger, at, amount })))
        const changed = due[0]?.changed ?? 0
        counts[trigger] = (counts[trigger] ?? 0) + changed
        if (changed === 0) pending.delete(trigger)
      } catch (error) {
        failures.push(error)
        pending.delete(trigger)
      }
  return failures
}
