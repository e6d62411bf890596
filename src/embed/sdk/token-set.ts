// A token set and its times, in milliseconds. How long it lives is counted from the server's `expiresIn` on the monotonic
// clock; no time of the server is ever held against a clock of the client, which may be wrong.

import { readElementToken } from './element-token.ts'
import { epochMsOf } from './instant.ts'
import type { FirstTokens, TokenAnswer } from './options.ts'
import type { AnyPlatform } from './platform.ts'

/** Both clocks at one moment. */
export type Reading = { now: number; wall: number }

export type TokenSet = {
  /** How many refreshes came before it: of two sets of one family the higher is the newer. */
  generation: number
  elementToken: string
  stsToken: string
  lifetime: number
  /** Epoch milliseconds of the server; only handed on. */
  absoluteExpiresAt: number
  /** The absolute end on the monotonic clock. */
  absoluteEnd: number
  obtained: Reading
  /** The age at which it is due for a refresh. */
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
    // Both times are the server's. How old the token is already cannot be known, so the end may be late by that much.
    absoluteEnd: obtained.now + absoluteExpiresAt - claims.issuedAt,
    obtained,
    refreshAge: refreshAge(expiresIn * 1000, platform),
  }
}

/**
 * The set of an answer to a question that was asked at `asked`. It counts from the question: the token cannot be older,
 * however long the answer took or the machine slept before it came.
 */
export function nextSet(set: TokenSet, answer: TokenAnswer, asked: Reading, platform: AnyPlatform): TokenSet {
  const absoluteExpiresAt = epochMsOf(answer.absoluteExpiresAt) ?? set.absoluteExpiresAt
  const reissued = answer.elementToken ? readElementToken(answer.elementToken) : undefined
  return {
    generation: set.generation + 1,
    elementToken: answer.elementToken ?? set.elementToken,
    stsToken: answer.stsToken,
    lifetime: answer.expiresIn * 1000,
    absoluteExpiresAt,
    absoluteEnd: reissued
      ? asked.now + absoluteExpiresAt - reissued.issuedAt
      : set.absoluteEnd + absoluteExpiresAt - set.absoluteExpiresAt,
    obtained: asked,
    refreshAge: refreshAge(answer.expiresIn * 1000, platform),
  }
}

/** At 80 % of the lifetime or up to 5 % before it, so that embeds that were made together do not refresh together. */
const refreshAge = (lifetime: number, platform: AnyPlatform) =>
  Math.max(shortestRefresh, lifetime * (0.8 - 0.05 * platform.random()))

/** When the set ends, on the monotonic clock. */
export const endOf = ({ obtained, lifetime, absoluteEnd }: TokenSet): number =>
  Math.min(obtained.now + lifetime, absoluteEnd)

/** Whether a later set could live noticeably longer; one that ends with its family is not worth a refresh. */
export const canBeOutlived = ({ obtained, lifetime, absoluteEnd }: TokenSet): boolean =>
  absoluteEnd - (obtained.now + lifetime) >= shortestRefresh

/**
 * Whether it is time to refresh the set. The monotonic clock may stand still while the machine sleeps, so the clock on
 * the wall is heard too, where what it says is plausible. It may have been set, so that is all that it decides: a refresh
 * is tried early, and the server's answer counts. Only the monotonic clock ends an embed.
 */
export function isDue({ obtained, refreshAge }: TokenSet, { now, wall }: Reading): boolean {
  const byWall = wall - obtained.wall
  return Math.max(now - obtained.now, byWall < day ? byWall : 0) >= refreshAge
}
