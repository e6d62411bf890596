// Shuts a stack down after the requests in progress.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The time limit for requests in progress, which are then cut. */
const drainTimeoutMs = 10_000
const pollMs = 20

/** workerd.sh writes the process id of workerd to this file. */
export const pidFileVariable = 'WORKERD_PID_FILE'

/**
 * Ends workerd with SIGTERM: it accepts no more requests, closes idle connections and exits after the requests in
 * progress. Miniflare itself only sends SIGKILL. It would also start another workerd, which workerd.sh prevents.
 * @returns when workerd has exited, after at most 10 s
 */
export async function drain(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  writeFileSync(`${pidFile}.closing`, '')
  if (!signal(pid, 'SIGTERM')) return
  const end = Date.now() + drainTimeoutMs
  while (signal(pid, 0) && Date.now() < end) await sleep(pollMs)
}

/** Removes the files of `drain`. */
export function removeDrainFiles(pidFile: string): void {
  for (const file of [pidFile, `${pidFile}.closing`]) rmSync(file, { force: true })
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
