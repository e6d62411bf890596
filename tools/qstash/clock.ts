/** What the time is and when to wake: the machine's clock, or one that a test moves. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs once after so many ms, or earlier when that is weeks ahead: look at the time again. Returns how to cancel. */
  after(ms: number, run: () => void | Promise<void>): () => void
}

export type VirtualClock = Clock & {
  /** Moves the time on, running what becomes due in order and waiting for each. */
  advance(ms: number): Promise<void>
  /** Moves the time to the next timer and runs it; false when there is none. */
  advanceToNext(): Promise<boolean>
}

/** The longest that `setTimeout` can wait, in ms. */
const longestTimeout = 2 ** 31 - 1

export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), longestTimeout)).unref()
    return () => clearTimeout(timer)
  },
}

type Timer = { at: number; run: () => void | Promise<void> }

/**
 * A clock that stands still until it is advanced.
 * @param start in ms since the epoch
 */
export function virtualClock(start = Date.now()): VirtualClock {
  let time = start
  const timers = new Set<Timer>()

  /** The earliest timer; of those at the same time the one that was set first, as a set keeps its order. */
  function earliest(): Timer | undefined {
    let found: Timer | undefined
    for (const timer of timers) if (!found || timer.at < found.at) found = timer
    return found
  }

  async function fire(timer: Timer): Promise<void> {
    timers.delete(timer)
    time = Math.max(time, timer.at)
    await timer.run()
  }

  return {
    now: () => time,
    after(ms, run) {
      const timer = { at: time + Math.max(ms, 0), run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const end = time + ms
      for (let timer = earliest(); timer && timer.at <= end; timer = earliest()) await fire(timer)
      time = end
    },
    async advanceToNext() {
      const timer = earliest()
      if (timer) await fire(timer)
      return timer !== undefined
    },
  }
}

/** Whether the clock is one that a test moves. */
export const isVirtual = (clock: Clock): clock is VirtualClock => 'advance' in clock
