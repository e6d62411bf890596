// A host page with an embed: its options, a backend that refreshes, and a log of events and their times.

import { startEmbed } from '../../src/embed/sdk/embed.ts'
import type { EmbedOf, OptionsFor, TokenAnswer } from '../../src/embed/sdk/types.ts'
import { type FakeFrame, origin, type Tab, type World } from './embed-world.ts'

export const installSid = `AI${'a'.repeat(32)}`
export const issuedAt = Date.UTC(2026, 0, 1)
export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An element token with these claims; these tests do not check its signature. */
export const elementToken = (claims: object = {}): string =>
  [
    base64url({ alg: 'RS256', typ: 'element+jwt' }),
    base64url({
      iss: origin,
      aud: installSid,
      sub: `US${'b'.repeat(32)}`,
      jti: `TA${'c'.repeat(32)}`,
      elementType: 'exam-session',
      resource: '*',
      iat: issuedAt / 1000,
      exp: issuedAt / 1000 + 900,
      ...claims,
    }),
    'c2lnbmF0dXJl',
  ].join('.')

export const options = (more: Partial<OptionsFor<string>> = {}): OptionsFor<string> => ({
  container: '#exam',
  elementToken: elementToken(),
  stsToken: 'invigil_sts_0',
  tokenExpiresIn: 900,
  tokenAbsoluteExpiresAt: issuedAt + 8 * hour,
  baseUrl: origin,
  ...more,
})

export type Hosted = {
  embed: EmbedOf<FakeFrame>
  /** The codes of the event `error`, and their times. */
  errors: string[]
  tab: Tab
  /** Each event with its time in milliseconds, without other data. */
  diary: string[]
  /** The times of the events of this name. */
  times(event: string): number[]
}

/** An embed in a tab. Its frame has sent hello by default. */
export function host(
  world: World,
  more: Partial<OptionsFor<string>> = {},
  { tab = world.tab(), greet = true }: { tab?: Tab; greet?: boolean } = {},
): Hosted {
  const embed = startEmbed(tab.platform, options(more), undefined)
  const diary: string[] = []
  const errors: string[] = []
  for (const event of ['ready', 'tokenRefreshed', 'tokenExpired'] as const)
    embed.on(event, () => diary.push(`${event} ${world.now()}`))
  embed.on('error', ({ code }) => errors.push(`${code} ${world.now()}`))
  if (greet) tab.receive({ invigil: 1, type: 'hello' })
  const times = (event: string) =>
    diary.filter(line => line.startsWith(`${event} `)).map(line => Number(line.split(' ')[1]))
  return { embed, tab, diary, errors, times }
}

export type Backend = {
  refresh: () => Promise<TokenAnswer>
  /** The start of each call, in milliseconds. */
  calls: number[]
  /** The greatest number of simultaneous calls. */
  mostAtOnce(): number
}

/**
 * A correct backend: a new secret at each call, never beyond the absolute end.
 * @param outcome of a call, by its number from 0: its latency, or a failure, or no response
 */
export function backend(
  world: World,
  {
    ttl = 900,
    absoluteEnd = 8 * hour,
    outcome = () => ({ latency: 50 }),
  }: {
    ttl?: number
    absoluteEnd?: number
    outcome?: (call: number) => { latency: number; fails?: boolean } | 'never'
  } = {},
): Backend {
  const calls: number[] = []
  let running = 0
  let most = 0
  const refresh = () =>
    new Promise<TokenAnswer>((resolve, reject) => {
      const number = calls.push(world.now())
      running += 1
      most = Math.max(most, running)
      const what = outcome(number - 1)
      // A call without a response is abandoned after 30 seconds, and no longer counts as in progress.
      const latency = what === 'never' ? 30 * second : what.latency
      world.after(latency, () => {
        running -= 1
        if (what === 'never') return
        const left = Math.floor((absoluteEnd - world.now()) / second)
        if (what.fails || left <= 0) reject(new Error(`refused invigil_sts_${number}`))
        else resolve({ stsToken: `invigil_sts_${number}`, expiresIn: Math.min(ttl, left) })
      })
    })
  return { refresh, calls, mostAtOnce: () => most }
}
