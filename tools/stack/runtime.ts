import { createRequire } from 'node:module'
import { Miniflare, type MiniflareOptions } from 'miniflare'
import { projectFile } from '../project.ts'

/** Starts Miniflare so that it leaves nothing behind and decides nothing about the end of this process. */
export function startRuntime(options: MiniflareOptions): Promise<Miniflare> {
  tieRuntimeToProcess()
  return keepingSignals(async () => {
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

/** Puts other Workers in the place of those that run. */
export const reload = (runtime: Miniflare, options: MiniflareOptions): Promise<void> =>
  keepingSignals(() => runtime.setOptions(options))

type Scheduled = { scheduled(event: { cron: string; scheduledTime: Date }): Promise<unknown> }

/** Does what Cloudflare's cron does by wrangler.toml: calls the platform's `scheduled` each minute, and when it is asked to. */
export function everyMinute(runtime: Miniflare): { sweep(at?: Date): Promise<void>; close(): void } {
  const sweep = async (scheduledTime = new Date()) => {
    const platform = (await runtime.getWorker('invigil-platform')) as unknown as Scheduled // its types know `fetch` alone
    await platform.scheduled({ cron: '* * * * *', scheduledTime })
  }
  const timer = setInterval(() => void sweep().catch(console.error), 60_000)
  timer.unref()
  return { sweep, close: () => clearInterval(timer) }
}

/** A process that is killed takes its runtime along, where there is a shell to see to it. */
function tieRuntimeToProcess(): void {
  if (process.platform === 'win32') return
  const { default: workerd } = createRequire(import.meta.resolve('miniflare'))('workerd')
  process.env['WORKERD'] = workerd
  process.env['MINIFLARE_WORKERD_PATH'] = projectFile('tools/stack/workerd.sh')
}

/**
 * Miniflare ends the process on a signal, before the rest has shut down. Who started the stack decides on its end, so
 * the handlers that the work adds are taken off again; those on `exit` stay and take the runtime along.
 */
async function keepingSignals<T>(work: () => Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const before = signals.flatMap(signal => process.listeners(signal))
  const result = await work()
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.off(signal, listener)
  return result
}
