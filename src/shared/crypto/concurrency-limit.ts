// Limits the concurrency of tasks in an isolate, with a short queue.

import { Problem } from '../problems/problem.ts'

type Limits = {
  /** The maximum number of concurrent tasks. */
  maxRunning: number
  /** The maximum number of waiting tasks. Further tasks are refused. */
  maxWaiting: number
}

const pollMs = 2
/** The pause after each task. In workerd, hashing blocks the event loop; other requests run during the pause. */
const pauseMs = 5
/** The task of a cancelled request neither ends nor polls. It is removed after this time, in ms. */
const lostAfterMs = { running: 30_000, waiting: 2000 }

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/**
 * Returns a function that runs tasks within the limits, in order of arrival. Each request polls with its own timer,
 * because workerd cancels a request that only waits for another request. The function throws a Problem `too_busy` if
 * too many tasks wait.
 */
export function limitConcurrency({
  maxRunning,
  maxWaiting,
}: Limits): <T>(work: () => Promise<T>) => Promise<T> {
  const running = new Map<object, number>()
  const queue = new Map<object, number>()
  // The clock of a Worker does not advance while it computes, so a pause starts with the first event after the task.
  let pausedSince: number | undefined = 0
  const startPause = () => {
    pausedSince ??= Date.now()
  }

  const dropLost = (now: number) => {
    for (const [each, since] of running) if (now - since > lostAfterMs.running) running.delete(each)
    for (const [each, seen] of queue) if (now - seen > lostAfterMs.waiting) queue.delete(each)
  }
  const isNext = (task: object, now: number): boolean => {
    dropLost(now)
    pausedSince ??= now
    const [first = task] = queue.keys()
    return first === task && running.size < maxRunning && now - pausedSince >= pauseMs
  }

  return async work => {
    const task = {}
    while (!isNext(task, Date.now())) {
      if (!queue.has(task) && queue.size >= maxWaiting) throw tooBusy()
      queue.set(task, Date.now())
      await sleep(pollMs)
    }
    queue.delete(task)
    running.set(task, Date.now())
    try {
      return await work()
    } finally {
      running.delete(task)
      pausedSince = undefined
      setTimeout(startPause, 0)
    }
  }
}

const tooBusy = () =>
  new Problem('too_busy', 'Too many passwords are being hashed. Try again in a second.', {
    headers: { 'retry-after': '1' },
  })
