// Chooses the slot in which an appointment takes a seat. Pure functions.

import type { SidOf } from '../../../../db/sid.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { presentSlot, type SlotRow, seatsLeft } from './seats.ts'

type Choice = {
  /** The slots of the effective configuration, in their order. */
  slots: readonly SlotRow[]
  /** The slot that the request names. */
  requested: SidOf<'IP'> | undefined
  start: Date
  end: Date | null
}

/**
 * Returns the slot for an appointment: the requested one, or else the first with a free seat. It must last from the start
 * to the end of the appointment. Returns undefined for an exam without slots. Whether a seat is free is decided by the
 * database when the seat is taken.
 * @throws Problem `slot_unavailable` if no slot holds the whole appointment; `slot_full` if those that do are full. Both
 *   with the `alternatives`
 */
export function chooseSlot({ slots, requested, start, end }: Choice): SlotRow | undefined {
  if (slots.length === 0) return undefined
  const allowed = requested ? slots.filter(({ sid }) => sid === requested) : slots
  const fitting = allowed.filter(slot => holds(slot, start, end))
  if (fitting.length === 0)
    throw new Problem('slot_unavailable', 'No slot holds the whole appointment.', {
      members: alternativesTo(slots, requested),
    })
  const free = requested ? fitting[0] : fitting.find(slot => slot.isOwn || seatsLeft(slot) !== 0)
  if (!free) throw slotFull(slots, requested)
  return free
}

/** Returns whether the slot lasts from the start to the end. A null bound of the slot is unlimited. */
const holds = ({ startTime, endTime }: SlotRow, start: Date, end: Date | null): boolean =>
  (startTime === null || startTime <= start) && (endTime === null || (end !== null && end <= endTime))

/** The problem of slots without a free seat. */
export const slotFull = (slots: readonly SlotRow[], requested: SidOf<'IP'> | undefined) =>
  new Problem('slot_full', 'All seats of the slot are taken.', { members: alternativesTo(slots, requested) })

/** The other slots, with free seats. */
const alternativesTo = (slots: readonly SlotRow[], requested: SidOf<'IP'> | undefined) => ({
  alternatives: slots
    .filter(({ sid }) => sid !== requested)
    .map(presentSlot)
    .filter(({ remaining }) => remaining !== 0),
})
