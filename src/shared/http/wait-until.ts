/** Work that continues after the response: a promise, or a function that starts it after the response is sent. */
export type DeferredWork = Promise<unknown> | (() => Promise<unknown>)

const responseSentWithinMs = 10

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Starts the work. A function is called after the response is sent. */
export const startDeferred = (work: DeferredWork): Promise<unknown> =>
  typeof work === 'function' ? sleep(responseSentWithinMs).then(work) : work
