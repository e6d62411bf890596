import { createRequire } from 'node:module'
import { Miniflare, type MiniflareOptions } from 'miniflare'
import type { Bucket } from '../../src/proctoring/bucket.ts'
import { projectFile } from '../project.ts'

/** Starts Miniflare so that it leaves no files behind and does not end this process. */
export function startRuntime(options: MiniflareOptions): Promise<Miniflare> {
  endRuntimeWithProcess()
  return withoutNewSignalHandlers(async () => {
    const runtime = new Miniflare(options)
    try {
      await runtime.ready
      return runtime
    } catch (error) {
      await runtime.dispose()
      throw error
    }
  })
}

/** Replaces the running Workers. */
export const reload = (runtime: Miniflare, options: MiniflareOptions): Promise<void> =>
  withoutNewSignalHandlers(() => runtime.setOptions(options))

/** The Workers with a cron trigger, as in wrangler.toml. */
export const scheduledWorkers = ['proctoring', 'platform'] as const
export type ScheduledWorker = (typeof scheduledWorkers)[number]

/** The bucket with the contents of files. */
export const bucketOf = async (runtime: Miniflare): Promise<Bucket> =>
  (await runtime.getR2Bucket('FILES', 'invigil-proctoring')) as unknown as Bucket // its types are those of workerd

type Scheduled = { scheduled(event: { cron: string; scheduledTime: Date }): Promise<unknown> }

/** Runs the scheduled handler of a Worker once, and resolves when it has ended. */
export type RunScheduled = (worker: ScheduledWorker, scheduledTime?: Date) => Promise<void>

/**
 * Calls `scheduled` of each Worker with a cron trigger on request and, unless `isTimed` is false, every minute, as the cron
 * triggers do.
 */
export function startSchedule(
  runtime: Miniflare,
  isTimed = true,
): { runScheduled: RunScheduled; close(): void } {
  const runScheduled: RunScheduled = async (worker, scheduledTime = new Date()) => {
    const { scheduled } = (await runtime.getWorker(`invigil-${worker}`)) as unknown as Scheduled // its type has only `fetch`
    await scheduled({ cron: '* * * * *', scheduledTime })
  }
  const runAll = () => {
    for (const worker of scheduledWorkers) void runScheduled(worker).catch(console.error)
  }
  const timer = isTimed ? setInterval(runAll, 60_000).unref() : undefined
  return { runScheduled, close: () => clearInterval(timer) }
}

/** Makes the runtime end with a process that is killed, where a shell is available. */
function endRuntimeWithProcess(): void {
  if (process.platform === 'win32') return
  const { default: workerd } = createRequire(import.meta.resolve('miniflare'))('workerd')
  process.env['WORKERD'] = workerd
  process.env['MINIFLARE_WORKERD_PATH'] = projectFile('tools/stack/workerd.sh')
}

/**
 * Removes the signal handlers that the work adds, because those of Miniflare end the process before the rest has shut
 * down. The handlers on `exit` stay, and end the runtime.
 */
async function withoutNewSignalHandlers<T>(work: () => Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const before = signals.flatMap(signal => process.listeners(signal))
  const result = await work()
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.off(signal, listener)
  return result
}
