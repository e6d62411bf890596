// Starts the sink and reads what it received.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectFile } from '../tools/project.ts'
import type { Arrived } from './webhooks-sink.ts'

export type Receiver = {
  /** Returns the URL of an endpoint of a group. Groups whose name begins with `hang` never respond. */
  url(group: string, endpoint?: number): string
  /** Returns what a group has received. */
  arrived(group: string): Promise<Arrived>
  /** Waits for `count` deliveries to a group. @throws Error after the timeout */
  all(group: string, count: number): Promise<Arrived>
  close(): Promise<void>
}

const pollIntervalMs = 25
const timeoutMs = 120_000

/** Starts the sink in a child process, which ends with this process. */
export async function startReceiver(): Promise<Receiver> {
  const child = fork(projectFile('bench/webhooks-sink.ts'))
  const [port] = await once(child, 'message')
  const baseUrl = `http://127.0.0.1:${port}`

  async function arrived(group: string): Promise<Arrived> {
    const response = await fetch(`${baseUrl}/${group}`)
    const received: Arrived = JSON.parse(await response.text())
    return received
  }

  return {
    url: (group, endpoint = 0) => `${baseUrl}/${group}/${endpoint}`,
    arrived,
    async all(group, count) {
      const startedAt = performance.now()
      for (;;) {
        const received = await arrived(group)
        if (received.count >= count) return received
        if (performance.now() - startedAt > timeoutMs)
          throw new Error(`${received.count} of ${count} deliveries arrived for ${group}.`)
        await sleep(pollIntervalMs)
      }
    },
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
