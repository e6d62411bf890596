// The arithmetic of histories: which publications a client has missed, and which ones a page contains.

import type { Position } from '../protocol/replies.ts'

export const maxHistory = 1000
export const historyMs = 24 * 60 * 60 * 1000

/** The history of a topic: the newest offset, and the oldest one that is still stored. */
export type Extent = Position & {
  /** Undefined if no publication is stored. */
  oldest: number | undefined
}

/**
 * Whether the history contains everything after a position. Nothing is missing at the newest offset, even if no
 * publication is stored any more.
 */
export function isRecoverable({ epoch, offset, oldest }: Extent, position: Position): boolean {
  if (position.epoch !== epoch || position.offset > offset) return false
  return position.offset === offset || (oldest !== undefined && oldest <= position.offset + 1)
}

export type HistoryQuery = { limit: number; since?: Position | null | undefined; reverse: boolean }

/** The offsets of a page of the history, both included, its size, and its direction. */
export type HistoryRange = { from: number; to: number; limit: number; reverse: boolean }

/**
 * Returns the range of a page: after the position, or in reverse before it. A negative limit selects all.
 * @returns undefined if the position has another epoch
 */
export function historyRange(
  { epoch, offset }: Position,
  { limit, since, reverse }: HistoryQuery,
): HistoryRange | undefined {
  if (since && since.epoch !== epoch) return undefined
  return {
    from: since && !reverse ? since.offset + 1 : 1,
    to: since && reverse ? since.offset - 1 : offset,
    limit: limit < 0 ? maxHistory : Math.min(limit, maxHistory),
    reverse,
  }
}
