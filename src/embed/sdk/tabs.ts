// Tabs of one origin with the same element token share one refresh. A Web Lock lets one tab at a time call the host, and a
// BroadcastChannel sends the new set to the others. Nothing is stored.

import { type AnyPlatform, wait } from './platform.ts'
import type { TokenSet } from './token-set.ts'

export type Tabs = {
  /** Runs the function with the lock, after receiving any newer set. Runs it without the lock after `timeout` ms. */
  withLock(timeout: number, run: () => Promise<void>): Promise<void>
  /** Sends the current set to the other tabs. */
  share(): void
  leave(): void
}

/** A request for a set newer than this generation, or the sender's current set with times relative to its clock. */
type TabMessage =
  | { type: 'ask'; generation: number }
  | ({ type: 'set'; age: number; absoluteLeft: number } & Omit<TokenSet, 'absoluteEnd'>)

// Milliseconds. An active tab replies in a few. A single tab waits for this time once per refresh.
const replyTimeout = 200

/**
 * Connects this tab with the other tabs of its token family.
 * @param family the name of the lock and of the channel
 * @param current returns the set of this tab
 * @param adopt called with a newer set
 */
export function joinTabs(
  platform: AnyPlatform,
  family: string,
  current: () => TokenSet,
  adopt: (set: TokenSet) => void,
): Tabs {
  let left = false
  let stopWaiting = () => {}
  let stopQueueing = () => {}
  const channel = platform.channel?.(family, message => receive(message as TabMessage))

  const share = () => {
    if (left) return
    const { absoluteEnd, ...set } = current()
    const now = platform.now()
    const message: TabMessage = {
      ...set,
      type: 'set',
      age: now - set.obtained.now,
      absoluteLeft: absoluteEnd - now,
    }
    channel?.post(message)
  }
  const ask = () => {
    const message: TabMessage = { type: 'ask', generation: current().generation }
    channel?.post(message)
  }

  function receive(message: TabMessage): void {
    if (left) return
    const newer = message.generation - current().generation
    if (message.type === 'ask' && newer < 0) share()
    if (message.type !== 'set' || !(newer > 0)) return
    const { type: _, age, absoluteLeft, ...set } = message
    const now = platform.now()
    const own = current()
    adopt({
      ...set,
      // Each estimate can only be too late, so the earlier one is better.
      absoluteEnd: Math.min(
        own.absoluteEnd + set.absoluteExpiresAt - own.absoluteExpiresAt,
        now + absoluteLeft,
      ),
      // Both tabs share the system clock, which also counts the time while this tab was suspended.
      obtained: { now: now - age, wall: set.obtained.wall },
    })
    stopWaiting()
  }

  /** Waits for a set that another tab has just received, because its message may be slower than the lock. */
  async function receiveNewer(): Promise<void> {
    if (!channel || left) return
    const reply = wait(platform, replyTimeout)
    stopWaiting = reply.end
    ask()
    await reply.over
  }

  async function withLock(timeout: number, run: () => Promise<void>): Promise<void> {
    let hasStarted = false
    const giveUp = new AbortController()
    const queue = wait(platform, timeout)
    stopQueueing = queue.end
    void queue.over.then(() => giveUp.abort()) // has no effect after the lock is granted
    const start = async () => {
      hasStarted = true
      await receiveNewer()
      if (!left) await run()
    }
    try {
      await platform.lock?.(family, giveUp.signal, start)
    } catch {
      // The lock was refused or not granted in time. A tab that hangs must not stop the others.
    }
    if (!(hasStarted || left)) await start()
    queue.end()
  }

  ask()
  return {
    withLock,
    share,
    leave: () => {
      left = true
      stopQueueing()
      stopWaiting()
      channel?.close()
    },
  }
}
