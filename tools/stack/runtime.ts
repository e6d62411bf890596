import { createRequire } from 'node:module'
import { Miniflare, type MiniflareOptions } from 'miniflare'
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

type Scheduled = { scheduled(event: { cron: string; scheduledTime: Date }): Promise<unknown> }

/**
 * Calls `scheduled` of the Worker `platform` on request and, unless `isTimed` is false, every minute, as the cron trigger
 * of wrangler.toml does.
 */
export function startSchedule(
  runtime: Miniflare,
  isTimed = true,
): { sweep(at?: Date): Promise<void>; close(): void } {
  const sweep = async (scheduledTime = new Date()) => {
    const platform = (await runtime.getWorker('invigil-platform')) as unknown as Scheduled // its type has only `fetch`
    await platform.scheduled({ cron: '* * * * *', scheduledTime })
  }
  const timer = isTimed ? setInterval(() => void sweep().catch(console.error), 60_000).unref() : undefined
  return { sweep, close: () => clearInterval(timer) }
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
