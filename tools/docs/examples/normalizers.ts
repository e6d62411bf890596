// Replaces the values that differ between recordings, so that the same scenario always has the same examples.

import { hash } from 'node:crypto'

/** The times of a request and its response, in ms since 1970, and the instant that its example shows. */
export type Moment = { name: string; from: number; to: number; shown: number }

type NormalizerOptions = {
  /** Texts that are the same during a recording, such as origins, and their replacements. */
  texts: readonly (readonly [string, string])[]
  /** The Monday of the scenario, in ms since 1970. Its appointments are relative to it. */
  monday: number
  /** The minute in which the scenario starts. */
  morning: number
  /** The requests so far, in order. */
  moments: readonly Moment[]
}

/** The start of the scenario in the examples. */
export const shownMorning = Date.UTC(2026, 8, 9, 16)

/** The Monday of the examples. */
const shownMonday = Date.UTC(2026, 8, 14)

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The lifetimes of what a request creates: tokens, links, challenges, keys. */
const lifetimes = [0, 5 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 8 * hour, 12 * hour]
const longLifetimes = [1, 2, 3, 7, 14, 30, 90].map(days => days * day)

/**
 * Makes the function that normalizes requests and responses. Each sid, secret or instant has one replacement,
 * made from the position of its first occurrence.
 */
export function makeNormalizer({ texts, monday, morning, moments }: NormalizerOptions) {
  const replacements = new Map<string, string>()
  const counts = new Map<string, number>()

  /** The replacement of a text, made from the position of its first occurrence. */
  const replacementOf = (text: string, make: (seed: string) => string): string => {
    const position = moments.at(-1)?.name ?? ''
    let shown = replacements.get(text)
    if (shown === undefined) {
      const count = counts.get(position) ?? 0
      counts.set(position, count + 1)
      shown = make(hash('sha256', `${position} ${count}`))
      replacements.set(text, shown)
    }
    return shown
  }

  /** @param accuracy of the given time, in ms */
  const shownOf = (ms: number, among: readonly number[], accuracy: number): number | undefined => {
    for (const lifetime of among) {
      const moment = moments.findLast(
        ({ from, to }) => from - accuracy < ms - lifetime && ms - lifetime <= to,
      )
      if (moment) return moment.shown + lifetime
    }
    return undefined
  }

  /** The shown instant of an event after a request. */
  const afterRequest = (ms: number): number | undefined =>
    ms <= Date.now() ? moments.findLast(({ to }) => to <= ms)?.shown : undefined

  /** The shown instant of what existed before the first request: the account and its install. */
  const beforeRequests = (ms: number): number | undefined =>
    Math.abs(ms - morning) < 10 * minute ? shownMorning : undefined

  /** Whether a time is older than the first request. The clock may step back later, so no other request is compared. */
  const isBeforeRequests = (ms: number): boolean => ms % second !== 0 && ms < (moments[0]?.from ?? 0)

  /** A whole minute is a time of the scenario: on the day of its run, or in the weeks around its Monday. */
  const ofScenario = (ms: number): number =>
    Math.abs(ms - morning) < 6 * hour ? shownMorning + ms - morning : shownMonday + ms - monday

  /** @param accuracy of the given time, in ms; a time in ms may still be truncated to whole seconds */
  const instant = (ms: number, accuracy = 1): number => {
    const shown =
      (isBeforeRequests(ms) ? beforeRequests(ms) : undefined) ??
      shownOf(ms, lifetimes, accuracy) ??
      (ms % second === 0 ? shownOf(ms, lifetimes, second) : undefined) ??
      (ms % minute === 0 ? ofScenario(ms) : undefined) ??
      shownOf(ms, longLifetimes, 1) ??
      afterRequest(ms) ??
      beforeRequests(ms)
    if (shown === undefined)
      throw new Error(`${new Date(ms).toISOString()} is neither an instant of the scenario nor of a request.`)
    return shown
  }

  const token = (jwt: string): string => {
    const [header = '', payload = ''] = jwt.split('.').map(part => Buffer.from(part, 'base64url').toString())
    const shown = [
      JSON.stringify({ ...JSON.parse(header), kid: 'Example' }),
      JSON.stringify(value(JSON.parse(payload))),
    ]
    return `${shown.map(part => Buffer.from(part).toString('base64url')).join('.')}.ExampleSignature`
  }

  const shownInstant = (iso: string): string => new Date(instant(Date.parse(iso))).toISOString()

  const text = (given: string): string => {
    let shown = given
    for (const [from, to] of texts) shown = shown.replaceAll(from, to)
    for (const [pattern, make] of random)
      shown = shown.replaceAll(pattern, match => replacementOf(match, make))
    return shown
      .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, token)
      .replaceAll(/\b([A-Z]{2})([0-9a-f]{32})\b/g, (_, prefix, hex) => prefix + replacementOf(hex, sidLike))
      .replaceAll(isoInstant, shownInstant)
      .replaceAll(instantInUrl, encoded => encodeURIComponent(shownInstant(decodeURIComponent(encoded))))
      .replaceAll(isoDate, date => shownInstant(date).slice(0, 10))
      .replaceAll(/\b1[5-9]\d{11}\b/g, ms => String(instant(Number(ms))))
      .replaceAll(/\b1[5-9]\d{8}\b/g, s => String(instant(Number(s) * second, second) / second))
  }

  /** A number of this size is a time, in ms or in seconds. */
  const number = (given: number): number => {
    if (given > 1e12) return instant(given)
    return given > 1e9 ? instant(given * second, second) / second : given
  }

  /** Recomputes `expiresIn` from `expiresAt` and the shown time of the request. */
  const withLifetime = (shown: Record<string, unknown>): Record<string, unknown> => {
    const { expiresIn, expiresAt } = shown
    const now = moments.at(-1)?.shown
    return typeof expiresIn === 'number' && typeof expiresAt === 'string' && now !== undefined
      ? { ...shown, expiresIn: Math.floor((Date.parse(expiresAt) - now) / second) }
      : shown
  }

  /** @param name the member with the value */
  const value = (given: unknown, name = ''): unknown => {
    if (Array.isArray(given)) return given.map(item => value(item, name))
    if (typeof given === 'object' && given !== null)
      return withLifetime(
        Object.fromEntries(Object.entries(given).map(([key, item]) => [text(key), value(item, key)])),
      )
    if (typeof given === 'number') return name === 'durationMs' ? 42 : number(given)
    if (typeof given !== 'string') return given
    return name === 'code' && /^\d{6}$/.test(given)
      ? replacementOf(given, seed => digits(seed, 6))
      : text(given)
  }
  return value
}

const isoInstant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const instantInUrl = /\b\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d\.\d{3}Z/g
const isoDate = /\b\d{4}-\d\d-\d\d\b(?!T)/g

const sidLike = (seed: string) => `01992d0c${seed.slice(0, 4)}7${seed.slice(4, 7)}8${seed.slice(7, 22)}`

const uuidLike = (seed: string) =>
  `${seed.slice(0, 8)}-${seed.slice(8, 12)}-4${seed.slice(12, 15)}-8${seed.slice(15, 18)}-${seed.slice(18, 30)}`

const digits = (seed: string, count: number) => BigInt(`0x${seed}`).toString().slice(0, count)

const base32 = (seed: string) =>
  seed.slice(0, 32).replaceAll(/./g, digit => 'ABCDEFGHIJKLMNOP'.charAt(Number.parseInt(digit, 16)))

/** Patterns of random texts, and functions that make a replacement with the same pattern. */
const random: readonly (readonly [RegExp, (seed: string) => string])[] = [
  [/(?<=\/v1\/files\/FI[0-9a-f]{32}\/)[\w.-]+/g, () => 'ExampleSignature'],
  [/(?<=\binvigil_[a-z]+_)[0-9A-Za-z]{49}\b/g, seed => `Example${seed.slice(0, 42)}`],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, uuidLike],
  [/\b[0-9a-f]{64}\b/g, seed => seed],
  [/(?<=\bv1,)[\w+/]{43}=/g, seed => `Example${seed.slice(0, 36)}=`],
  [/\b[0-9a-f]{32}\b/g, seed => seed.slice(0, 32)],
  [/(?<=-)[0-9a-f]{16}(?=-0[0-3]\b)/g, seed => seed.slice(0, 16)], // the span of a traceparent
  [/\b[A-Z2-7]{32}\b/g, base32],
  [/\b\d{5}(?:-\d{5}){4}\b/g, seed => digits(seed, 25).replaceAll(/\d{5}(?=\d)/g, '$&-')],
]
