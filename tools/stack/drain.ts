// The end of a stack that serves: requests in progress are finished first.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long requests in progress have; what is not finished then is cut. */
const drainWithinMs = 10_000
const pollMs = 20

/** workerd.sh writes the process id of workerd to this file. */
export const pidFileVariable = 'WORKERD_PID_FILE'

/**
 * Ends workerd as SIGTERM does: it accepts no more requests, closes idle connections and exits when the requests in
 * progress are answered. Miniflare knows only SIGKILL, and would start another workerd; workerd.sh refuses to.
 * @returns when workerd has exited, at most 10 s later
 */
export async function drain(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  writeFileSync(`${pidFile}.closing`, '')
  if (!signal(pid, 'SIGTERM')) return
  const end = Date.now() + drainWithinMs
  while (signal(pid, 0) && Date.now() < end) await sleep(pollMs)
}

/** Removes the files of `drain`. */
export function forgetDrain(pidFile: string): void {
  for (const file of [pidFile, `${pidFile}.closing`]) rmSync(file, { force: true })
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
