import type { sessionTransition } from '../../db/schema/session.ts'
import { type StateName, type Status, stateOf, statusOf, stepsBetween } from './session-table.ts'

type Step = Pick<
  typeof sessionTransition.$inferSelect,
  'fromStatus' | 'toStatus' | 'running' | 'cancelled' | 'id' | 'trigger'
>

type Stop = { state: StateName; status: Status }

/**
 * Replays the recorded transitions of a session.
 * @param start the state before the first of the transitions; undefined if they include the creation of the session
 * @returns each state of the session
 * @throws Error when a transition does not start where the last one ended, or is not in the table
 */
export function pathOf(steps: Step[], start?: StateName): Stop[] {
  const stops: Stop[] = start ? [{ state: start, status: statusOf(start) }] : []
  for (const { id, fromStatus, toStatus, running, cancelled, trigger } of steps) {
    const last = stops.at(-1)
    const state = stateOf(toStatus, { running, cancelled })
    const named = `Transition ${id} from ${last?.state ?? 'nothing'} to ${state}`
    if ((last?.status ?? null) !== fromStatus)
      throw new Error(`${named} has the previous status ${fromStatus}.`)
    const triggers = stepsBetween(last?.state ?? null, state)
    if (triggers.length === 0) throw new Error(`${named} is not in the table.`)
    // The reservation of a running session can expire: it stays running.
    if (last?.state === 'running' && state === 'running' && trigger !== 'reservationExpired')
      throw new Error(`${named} is a second start.`)
    stops.push({ state, status: toStatus })
  }
  return stops
}
