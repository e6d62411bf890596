// Tabs of one origin that hold the same element token refresh it once for all: the Web Locks API lets one of them ask the
// host at a time, and a BroadcastChannel carries the new set to the others. Nothing is stored.

import { type AnyPlatform, wait } from './platform.ts'
import type { TokenSet } from './token-set.ts'

export type Tabs = {
  /** Runs it while no other tab runs, after hearing of any newer set; alone when the others block for `patience` ms. */
  inTurn(patience: number, run: () => Promise<void>): Promise<void>
  /** Hands a new set to the other tabs. */
  share(): void
  leave(): void
}

/** A question for a newer set than this, or the newest set as its sender knows it, with what is relative to its clock. */
type TabMessage =
  | { type: 'ask'; generation: number }
  | ({ type: 'set'; age: number; absoluteLeft: number } & Omit<TokenSet, 'absoluteEnd'>)

// Milliseconds. A tab that lives answers in a few; it is also what a lone tab waits in vain, once per refresh.
const answerTime = 200

/**
 * @param family names what is shared
 * @param current the set of this tab
 * @param adopt called with a set that is newer
 */
export function joinTabs(
  platform: AnyPlatform,
  family: string,
  current: () => TokenSet,
  adopt: (set: TokenSet) => void,
): Tabs {
  let left = false
  let stopHearing = () => {}
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
      // Each tab's estimate can only be late, so the earlier is the better.
      absoluteEnd: Math.min(
        own.absoluteEnd + set.absoluteExpiresAt - own.absoluteExpiresAt,
        now + absoluteLeft,
      ),
      // The wall is the same for both, so it also tells how long the message has lain before a tab that slept.
      obtained: { now: now - age, wall: set.obtained.wall },
    })
    stopHearing()
  }

  /** Hears of what a tab before us has got: its message may be slower than the lock. */
  async function hear(): Promise<void> {
    if (!channel || left) return
    const answer = wait(platform, answerTime)
    stopHearing = answer.end
    ask()
    await answer.over
  }

  async function inTurn(patience: number, run: () => Promise<void>): Promise<void> {
    let begun = false
    const giveUp = new AbortController()
    const queue = wait(platform, patience)
    stopQueueing = queue.end
    void queue.over.then(() => giveUp.abort()) // which a turn that has begun does not heed
    const begin = async () => {
      begun = true
      await hear()
      if (!left) await run()
    }
    try {
      await platform.lock?.(family, giveUp.signal, begin)
    } catch {
      // Refused, or not given in time: a tab that hangs must not end the others.
    }
    if (!(begun || left)) await begin()
    queue.end()
  }

  ask()
  return {
    inTurn,
    share,
    leave: () => {
      left = true
      stopQueueing()
      stopHearing()
      channel?.close()
    },
  }
}
