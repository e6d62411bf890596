// When to refresh and when to end. One timer, one refresh at a time.

import type { ElementClaims } from './element-token.ts'
import { faultOf, type TokenAnswer } from './options.ts'
import { type AnyPlatform, type Stop, wait } from './platform.ts'
import { joinTabs } from './tabs.ts'
import { canBeOutlived, endOf, isDue, nextSet, type Reading, read, type TokenSet } from './token-set.ts'

// Milliseconds.
const answerTime = 30_000
const longestBackOff = 30_000
const longestTurn = 35_000 // an answer's time, and some more: what another tab may need
const glance = 30_000 // between two looks at the clocks: timers sleep with the machine, and waking is not always told
const shortestRetry = 1_000

export type Schedule = { current(): TokenSet; stop: Stop }

type AskHost = () => TokenAnswer | Promise<TokenAnswer>

/** A throw becomes a rejection like any other. */
const call = async (ask: AskHost) => ({ answer: await ask() })

type Events = {
  onTokenRefresh: AskHost | undefined
  /** A new set is the current one. */
  refreshed(): void
  /** The current set has ended, and nothing follows; the schedule has stopped. */
  ended(): void
}

/** Keeps a token set fresh from now on, until it ends or is stopped. */
export function keepFresh(
  platform: AnyPlatform,
  first: TokenSet,
  claims: ElementClaims,
  { onTokenRefresh, refreshed, ended }: Events,
): Schedule {
  let set = first
  let isStopped = false
  let isRefreshing = false
  let failures = 0
  let failedAt = 0
  let retryAt = 0
  let stopTimer: Stop = () => {}
  let stopAnswer: Stop = () => {}

  const tabs = joinTabs(platform, claims.family, () => set, adopt)
  const stopWaking = platform.onWake(() => {
    // Whatever failed may have failed for want of a network.
    retryAt = Math.min(retryAt, failedAt + shortestRetry)
    check()
  })

  function stop(): void {
    isStopped = true
    stopTimer()
    stopAnswer()
    stopWaking()
    tabs.leave()
  }

  /** Does what is due, and comes back for the next. */
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
    stopTimer = platform.setTimer(check, Math.ceil(nextLook() - at.now))
  }

  function shouldRefresh(at: Reading): boolean {
    if (!onTokenRefresh || isRefreshing || !canBeOutlived(set)) return false
    return failures > 0 ? at.now >= retryAt : isDue(set, at)
  }

  function nextLook(): number {
    const now = platform.now()
    const refreshAt = failures > 0 ? retryAt : set.obtained.now + set.refreshAge
    return Math.min(endOf(set), now + glance, refreshAt > now ? refreshAt : Number.POSITIVE_INFINITY)
  }

  async function refresh(): Promise<void> {
    isRefreshing = true
    // Whoever waits longer than half of what is left risks that nothing is left.
    const patience = Math.min(longestTurn, (endOf(set) - platform.now()) / 2)
    await tabs.inTurn(patience, askHost)
    isRefreshing = false
    check()
  }

  async function askHost(): Promise<void> {
    const asked = read(platform)
    const isLate = asked.now >= endOf(set)
    // Another tab may have refreshed while this one waited for its turn.
    if (isLate || !onTokenRefresh || (failures === 0 && !isDue(set, asked))) return
    const before = set.generation
    const answer = await answerOf(onTokenRefresh)
    if (isStopped) return
    const next = answer && nextSet(set, answer, asked, platform)
    if (!next || platform.now() >= endOf(next)) {
      // Without locks another tab may have been given a set meanwhile, and so this failure does not matter.
      if (set.generation === before) fail()
      return
    }
    adopt(next)
    tabs.share()
  }

  /** The answer of the host; undefined when it fails, has the wrong shape or takes too long. */
  async function answerOf(ask: AskHost): Promise<TokenAnswer | undefined> {
    const patience = wait(platform, answerTime)
    stopAnswer = patience.end
    try {
      const came = await Promise.race([call(ask), patience.over])
      if (!came) return undefined
      const fault = faultOf(came.answer, claims)
      if (!fault) return came.answer
      platform.warn(`Invigil: onTokenRefresh must resolve with ${fault}.`)
    } catch {
      // The cause is the host's own and may hold what the host sent.
    } finally {
      patience.end()
    }
    return undefined
  }

  function fail(): void {
    failures += 1
    failedAt = platform.now()
    retryAt = failedAt + Math.min(1000 * 2 ** (failures - 1), longestBackOff)
  }

  function adopt(next: TokenSet): void {
    set = next
    failures = 0
    retryAt = 0
    refreshed()
    check()
  }

  stopTimer = platform.setTimer(check, 0)
  return { current: () => set, stop }
}
