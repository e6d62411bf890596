import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until the condition holds. Works in concurrent tests, where `expect.poll` does not. @throws Error after a minute */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It has not come true within a minute: ${holds}`)
    await sleep(100)
  }
}
