/** Work that goes on after the answer: a promise, or a function that starts it once the answer has left. */
export type DeferredWork = Promise<unknown> | (() => Promise<unknown>)

const answerLeavesWithinMs = 10

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Starts the work: a function after the answer has left. */
export const startDeferred = (work: DeferredWork): Promise<unknown> =>
  typeof work === 'function' ? sleep(answerLeavesWithinMs).then(work) : work
