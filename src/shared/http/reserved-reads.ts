// The reads that this isolate has reserved for busy callers (docs/adr/0021-reserved-reads.md). A reserved read was counted when it
// was reserved: it writes nothing, and does not wait for concurrent reads of the caller.

import type { RequestCount } from '../auth/request-count.ts'

/** What a response announces. `seconds`: until the minute of the caller ends. */
export type LimitState = { limit: number; remaining: number; seconds: number }

/**
 * How a read is counted: it is a reserved one, or it counts when it is sent, and reserves others. `reservation`: the limit, and the
 * end of the minute in ms.
 */
export type Reading = { reserved: LimitState; reservation: string } | { wanted: number }

/**
 * A minute of a caller. `until`: its end in ms. `read`: the reads in this isolate. `left`: the reserved ones of which none was sent.
 * `reservesAt`: from when on a read reserves others.
 */
type Minute = LimitState & { until: number; read: number; left: number; reservesAt: number }

const maxCallers = 1000
/** One read is reserved for so many that the caller has sent in the minute. */
const readsPerReserved = 8
const maxReserved = 32
/** Of so much of the limit, the database reserves one read at once (`count_request`). */
const limitPerReserved = 200
/** The time in which one read reserves, in ms: concurrent ones would reserve too many. No batch takes longer (db/client.ts). */
const reservingMs = 31_000
/**
 * The computed ends of one minute differ by less, in ms: a count can arrive late, and clocks differ. Those of two minutes differ by
 * more.
 */
const toleranceMs = 30_000

export class ReservedReads {
  readonly #minutes = new Map<string, Minute>()

  /** Returns how the next read of the caller is counted. @param now in ms */
  next(caller: string, now: number): Reading {
    const minute = this.#current(caller, now)
    if (!minute) return { wanted: 0 }
    minute.read += 1
    const wanted = Math.floor(
      Math.min(minute.read / readsPerReserved, maxReserved, minute.limit / limitPerReserved),
    )
    // The next reservation is made before the last reserved read is sent, so that concurrent reads need not count.
    const reserves = wanted > 0 && now >= minute.reservesAt && minute.left <= wanted / 2
    if (reserves) minute.reservesAt = now + reservingMs
    if (reserves || minute.left === 0) return { wanted: reserves ? wanted : 0 }
    minute.left -= 1
    const { limit, until, remaining, left } = minute
    const seconds = Math.min(Math.ceil((until - now) / 1000), 60)
    return { reserved: { limit, remaining: remaining + left, seconds }, reservation: `${limit} ${until}` }
  }

  /** Notes what the database has counted. @returns what the response announces */
  counted(caller: string, count: RequestCount, now: number): LimitState {
    const [limit = 0, remaining = 0, seconds = 0, reserved = 0, end = now + seconds * 1000] = count
      .split(' ')
      .map(Number)
    const state = { limit, remaining, seconds }
    const known = this.#current(caller, now)
    if (known?.limit === limit && Math.abs(known.until - end) < toleranceMs) {
      const left = known.left + reserved
      Object.assign(known, { ...state, left, ...(reserved > 0 && { until: end, reservesAt: now }) })
      return { ...state, remaining: remaining + left }
    }
    if (this.#minutes.size >= maxCallers) this.#minutes.clear()
    // What is left of an earlier limit, or of an earlier minute, is void.
    this.#minutes.set(caller, { ...state, until: end, read: 1, left: reserved, reservesAt: now })
    return { ...state, remaining: remaining + reserved }
  }

  /** The caller has no limit any more. */
  forget(caller: string): void {
    this.#minutes.delete(caller)
  }

  #current(caller: string, now: number): Minute | undefined {
    const minute = this.#minutes.get(caller)
    return minute && minute.until > now ? minute : undefined
  }
}
