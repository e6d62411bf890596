// Schedules refreshes and the end of an embed, with one timer and one refresh at a time.

import type { ElementClaims } from './element-token.ts'
import { expectedOf } from './options.ts'
import { type AnyPlatform, type Stop, wait } from './platform.ts'
import { joinTabs } from './tabs.ts'
import { canBeOutlived, endOf, isDue, nextSet, type Reading, read, type TokenSet } from './token-set.ts'
import type { EmbedError, TokenAnswer } from './types.ts'

// Milliseconds.
const callbackTimeout = 30_000
const lateAfter = 4_000 // the page is notified before callbackTimeout
const maxBackOff = 30_000
const maxLockWait = 35_000 // callbackTimeout and some reserve, for the refresh of another tab
const pollInterval = 30_000 // timers stop while the machine sleeps, and not every wake-up is signalled
const minRetryDelay = 1_000

export type Schedule = {
  current(): TokenSet
  /** The service refused the current stsToken. Refreshes at once, or later if the set before it was refused too. */
  refused(): void
  stop: Stop
}

type Callback = () => TokenAnswer | Promise<TokenAnswer>

/** Returns the delay after a number of failures. */
const backOff = (failures: number) => Math.min(1000 * 2 ** (failures - 1), maxBackOff)

/** Turns a synchronous error of the callback into a rejection. */
const call = async (callback: Callback) => ({ answer: await callback() })

type Events = {
  onTokenRefresh: Callback | undefined
  /** A new token set is current. */
  refreshed(): void
  /** A refresh failed or is late. The schedule continues. */
  failed(error: EmbedError): void
  /** The last token set has expired, and the schedule has stopped. */
  ended(): void
}

/** Refreshes a token set until its absolute expiry, or until `stop`. */
export function scheduleRefreshes(
  platform: AnyPlatform,
  first: TokenSet,
  claims: ElementClaims,
  { onTokenRefresh, refreshed, failed, ended }: Events,
): Schedule {
  let set = first
  let isStopped = false
  let isRefreshing = false
  let failures = 0
  /** Why the last call failed. Does not contain data of the host page. */
  let reason = ''
  let failedAt = 0
  let retryAt = 0
  /** The number of sets that were refused one after the other, and the time at which to replace a refused set. */
  let refusals = 0
  let replaceAt = Number.POSITIVE_INFINITY
  let stopTimer: Stop = () => {}
  let stopAnswer: Stop = () => {}

  const tabs = joinTabs(platform, claims.family, () => set, adopt)
  const stopWaking = platform.onWake(() => {
    // The failures may have had no network connection.
    retryAt = Math.min(retryAt, failedAt + minRetryDelay)
    check()
  })

  function stop(): void {
    isStopped = true
    stopTimer()
    stopAnswer()
    stopWaking()
    tabs.leave()
  }

  /** Ends or refreshes the set if that is due, and sets the timer again. */
  function check(): void {
    if (isStopped) return
    const at = read(platform)
    if (at.now >= endOf(set)) {
      stop()
      ended()
      return
    }
    if (shouldRefresh(at)) void refresh()
    stopTimer()
    stopTimer = platform.setTimer(check, Math.ceil(nextCheck() - at.now))
  }

  function shouldRefresh(at: Reading): boolean {
    if (!onTokenRefresh || isRefreshing || !canBeOutlived(set)) return false
    return failures > 0 ? at.now >= retryAt : isDue(set, at) || at.now >= replaceAt
  }

  function nextCheck(): number {
    const now = platform.now()
    const refreshAt = failures > 0 ? retryAt : set.obtained.now + set.refreshAge
    const ahead = [refreshAt, replaceAt].filter(at => at > now)
    return Math.min(endOf(set), now + pollInterval, ...ahead)
  }

  function refused(): void {
    if (isStopped || replaceAt < Number.POSITIVE_INFINITY) return
    replaceAt = refusals === 0 ? 0 : platform.now() + backOff(refusals + 2)
    refusals += 1
    check()
  }

  async function refresh(): Promise<void> {
    isRefreshing = true
    // Waiting for more than half of the remaining lifetime risks the end of the embed.
    const timeout = Math.min(maxLockWait, (endOf(set) - platform.now()) / 2)
    await tabs.withLock(timeout, callHost)
    isRefreshing = false
    check()
  }

  async function callHost(): Promise<void> {
    const calledAt = read(platform)
    const isLate = calledAt.now >= endOf(set)
    // Another tab may have refreshed while this one waited for the lock.
    const isNeeded = failures > 0 || isDue(set, calledAt) || calledAt.now >= replaceAt
    if (isLate || !onTokenRefresh || !isNeeded) return
    const before = set.generation
    reason = 'failed'
    const answer = await resultOf(onTokenRefresh)
    if (isStopped) return
    const next = answer && nextSet(set, answer, calledAt, platform)
    if (!next || platform.now() >= endOf(next)) {
      // Without locks, another tab may have shared a new set meanwhile. Then this failure does not count.
      if (set.generation === before) fail()
      return
    }
    adopt(next)
    tabs.share()
  }

  /** Calls the host's callback. Returns undefined when it fails, times out or returns an invalid result. */
  async function resultOf(callback: Callback): Promise<TokenAnswer | undefined> {
    const timeout = wait(platform, callbackTimeout)
    const stopLate = platform.setTimer(() => {
      failed({ code: 'refresh_late', message: 'onTokenRefresh has not settled for 4 seconds.' })
    }, lateAfter)
    stopAnswer = () => {
      stopLate()
      timeout.end()
    }
    try {
      const result = await Promise.race([call(callback), timeout.over])
      if (!result) return undefined
      const expected = expectedOf(result.answer, claims)
      if (!expected) return result.answer
      reason = `must resolve with ${expected}`
      platform.warn(`Invigil: onTokenRefresh ${reason}.`)
    } catch {
      // The error is not logged, because it may contain data of the host page.
    } finally {
      stopLate()
      timeout.end()
    }
    return undefined
  }

  function fail(): void {
    failures += 1
    failedAt = platform.now()
    retryAt = failedAt + backOff(failures)
    if (failures > 1) return
    failed({
      code: 'callback_failed',
      message: `onTokenRefresh ${reason}. It is called again until the token expires.`,
    })
  }

  function adopt(next: TokenSet): void {
    set = next
    failures = 0
    retryAt = 0
    if (replaceAt === Number.POSITIVE_INFINITY) refusals = 0
    replaceAt = Number.POSITIVE_INFINITY
    refreshed()
    check()
  }

  stopTimer = platform.setTimer(check, 0)
  return { current: () => set, refused, stop }
}
