// At most so many pieces of work at once in an isolate, and a short queue for them.

import { Problem } from '../problems/problem.ts'

type Bounds = {
  /** How many run at once. */
  atOnce: number
  /** How many wait; what comes then is refused. */
  waiting: number
}

const pollMs = 2
/** After each piece of work: in workerd hashing blocks the event loop, which other requests are to have then. */
const restMs = 5
/** A request that was cancelled neither ends nor polls: after this its place is free. */
const lostAfterMs = { running: 30_000, waiting: 2000 }

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/**
 * Runs work within the bounds, first come, first served. Each request polls by a timer of its own: workerd cancels a request
 * that waits for nothing but another request.
 * @throws Problem `too_busy` when too many wait
 */
export function boundedBy({ atOnce, waiting }: Bounds): <T>(work: () => Promise<T>) => Promise<T> {
  const running = new Map<object, number>()
  const queue = new Map<object, number>()
  // The clock of a Worker stands still while it computes, so a rest begins with the first event after the work.
  let restsSince: number | undefined = 0
  const rest = () => {
    restsSince ??= Date.now()
  }

  const dropLost = (now: number) => {
    for (const [each, since] of running) if (now - since > lostAfterMs.running) running.delete(each)
    for (const [each, seen] of queue) if (now - seen > lostAfterMs.waiting) queue.delete(each)
  }
  const isNext = (place: object, now: number): boolean => {
    dropLost(now)
    restsSince ??= now
    const [first = place] = queue.keys()
    return first === place && running.size < atOnce && now - restsSince >= restMs
  }

  return async work => {
    const place = {}
    while (!isNext(place, Date.now())) {
      if (!queue.has(place) && queue.size >= waiting) throw tooBusy()
      queue.set(place, Date.now())
      await sleep(pollMs)
    }
    queue.delete(place)
    running.set(place, Date.now())
    try {
      return await work()
    } finally {
      running.delete(place)
      restsSince = undefined
      setTimeout(rest, 0)
    }
  }
}

const tooBusy = () =>
  new Problem('too_busy', 'Too many passwords are hashed at the moment. Try again in a second.', {
    headers: { 'retry-after': '1' },
  })
