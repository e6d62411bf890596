// The bench's side of the sink.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectFile } from '../tools/project.ts'
import type { Arrived } from './webhooks-sink.ts'

export type Receiver = {
  /** Where an endpoint of a group is called. A group whose name begins with `hang` never answers. */
  url(group: string, endpoint?: number): string
  /** What has come in for a group. */
  arrived(group: string): Promise<Arrived>
  /** Waits for so many deliveries to a group. @throws Error when they do not come */
  all(group: string, count: number): Promise<Arrived>
  close(): Promise<void>
}

const pollMs = 25
const arrivesWithinMs = 120_000

/** Starts the sink in a process of its own, which ends with this one. */
export async function startReceiver(): Promise<Receiver> {
  const child = fork(projectFile('bench/webhooks-sink.ts'))
  const [port] = await once(child, 'message')
  const baseUrl = `http://127.0.0.1:${port}`

  async function arrived(group: string): Promise<Arrived> {
    const answer = await fetch(`${baseUrl}/${group}`)
    const told: Arrived = JSON.parse(await answer.text())
    return told
  }

  return {
    url: (group, endpoint = 0) => `${baseUrl}/${group}/${endpoint}`,
    arrived,
    async all(group, count) {
      const startedAt = performance.now()
      for (;;) {
        const told = await arrived(group)
        if (told.count >= count) return told
        if (performance.now() - startedAt > arrivesWithinMs)
          throw new Error(`${told.count} of ${count} deliveries came for ${group}.`)
        await sleep(pollMs)
      }
    },
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
