/** The current time and timers: the system clock, or a clock that a test advances. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * Runs a function once after `ms`. A timer of several weeks may fire early, so the function must check the time.
   * Returns the function that cancels the timer.
   */
  after(ms: number, run: () => void | Promise<void>): () => void
}

export type VirtualClock = Clock & {
  /** Advances the time. Runs the timers that become due in order, and waits for each. */
  advance(ms: number): Promise<void>
  /** Advances the time to the next timer and runs it. False when there is no timer. */
  advanceToNext(): Promise<boolean>
}

/** The longest delay of `setTimeout`, in ms. */
const maxTimeoutMs = 2 ** 31 - 1

export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), maxTimeoutMs)).unref()
    return () => clearTimeout(timer)
  },
}

type Timer = { at: number; run: () => void | Promise<void> }

/**
 * A clock whose time changes only when it is advanced.
 * @param start in ms since the epoch
 */
export function virtualClock(start = Date.now()): VirtualClock {
  let time = start
  const timers = new Set<Timer>()

  /** The earliest timer; of timers at the same time the one that was set first, because a set keeps its order. */
  function earliest(): Timer | undefined {
    let first: Timer | undefined
    for (const timer of timers) if (!first || timer.at < first.at) first = timer
    return first
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
