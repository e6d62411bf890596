// A token set and its times in milliseconds. The lifetime is the server's `expiresIn`, measured on the monotonic clock.
// Server times are never compared with the client's system clock, which may be wrong.

import { readElementToken } from './element-token.ts'
import { epochMsOf } from './instant.ts'
import type { FirstTokens } from './options.ts'
import type { AnyPlatform } from './platform.ts'
import type { TokenAnswer } from './types.ts'

/** Both clocks at the same time. */
export type Reading = { now: number; wall: number }

export type TokenSet = {
  /** The number of refreshes before this set. Within a family, the higher number is newer. */
  generation: number
  elementToken: string
  stsToken: string
  lifetime: number
  /** Epoch milliseconds of the server's clock, passed on unchanged. */
  absoluteExpiresAt: number
  /** The absolute expiry on the monotonic clock. */
  absoluteEnd: number
  obtained: Reading
  /** The age at which a refresh is due. */
  refreshAge: number
}

const shortestRefresh = 5_000
const day = 86_400_000

export const read = (platform: AnyPlatform): Reading => ({ now: platform.now(), wall: platform.wallNow() })

export function firstSet(
  { claims, elementToken, stsToken, expiresIn, absoluteExpiresAt }: FirstTokens,
  platform: AnyPlatform,
): TokenSet {
  const obtained = read(platform)
  return {
    generation: 0,
    elementToken,
    stsToken,
    lifetime: expiresIn * 1000,
    absoluteExpiresAt,
    // Both times are of the server's clock. The token's age is unknown here, so the end may be late by that age.
    absoluteEnd: obtained.now + absoluteExpiresAt - claims.issuedAt,
    obtained,
    refreshAge: refreshAge(expiresIn * 1000, platform),
  }
}

/**
 * Returns the token set of a refresh that was called at `calledAt`. The lifetime starts there, because the token cannot
 * be older, no matter how long the call took.
 */
export function nextSet(
  set: TokenSet,
  answer: TokenAnswer,
  calledAt: Reading,
  platform: AnyPlatform,
): TokenSet {
  const absoluteExpiresAt = epochMsOf(answer.absoluteExpiresAt) ?? set.absoluteExpiresAt
  const reissued = answer.elementToken ? readElementToken(answer.elementToken) : undefined
  return {
    generation: set.generation + 1,
    elementToken: answer.elementToken ?? set.elementToken,
    stsToken: answer.stsToken,
    lifetime: answer.expiresIn * 1000,
    absoluteExpiresAt,
    absoluteEnd: reissued
      ? calledAt.now + absoluteExpiresAt - reissued.issuedAt
      : set.absoluteEnd + absoluteExpiresAt - set.absoluteExpiresAt,
    obtained: calledAt,
    refreshAge: refreshAge(answer.expiresIn * 1000, platform),
  }
}

/** Returns 75 to 80 % of the lifetime. The random part spreads the refreshes of embeds that started together. */
const refreshAge = (lifetime: number, platform: AnyPlatform) =>
  Math.max(shortestRefresh, lifetime * (0.8 - 0.05 * platform.random()))

/** Returns the expiry of the set on the monotonic clock. */
export const endOf = ({ obtained, lifetime, absoluteEnd }: TokenSet): number =>
  Math.min(obtained.now + lifetime, absoluteEnd)

/** Returns whether a new set would expire noticeably later. A set that expires with its family needs no refresh. */
export const canBeOutlived = ({ obtained, lifetime, absoluteEnd }: TokenSet): boolean =>
  absoluteEnd - (obtained.now + lifetime) >= shortestRefresh

/**
 * Returns whether a refresh is due. The monotonic clock may stop while the machine sleeps, so a plausible difference of
 * the system clock counts too. A changed system clock only causes an early refresh. Only the monotonic clock ends an
 * embed.
 */
export function isDue({ obtained, refreshAge }: TokenSet, { now, wall }: Reading): boolean {
  const byWall = wall - obtained.wall
  return Math.max(now - obtained.now, byWall < day ? byWall : 0) >= refreshAge
}
