// What stands in an example for what differs at each recording, so that the same story always gives the same examples.

import { hash } from 'node:crypto'

/** When a request was sent and answered, in ms since 1970, and the instant that its examples tell instead. */
export type Moment = { name: string; from: number; to: number; shown: number }

export type Surroundings = {
  /** Texts that are the same all along, such as origins, and what is shown of them. */
  texts: readonly (readonly [string, string])[]
  /** The Monday from which the story counts its appointments, in ms since 1970. */
  monday: number
  /** The minute in which the story begins. */
  morning: number
  /** The requests so far, in order. */
  moments: readonly Moment[]
}

/** The minute in which the examples were sent, if one believes them. */
export const shownMorning = Date.UTC(2026, 8, 9, 16)

/** The Monday of the examples. */
const shownMonday = Date.UTC(2026, 8, 14)

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long after a request something may end that it began: tokens, links, challenges, keys. */
const lifetimes = [0, 5 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 8 * hour, 12 * hour]
const longLifetimes = [1, 2, 3, 7, 14, 30, 90].map(days => days * day)

/**
 * Puts stand-ins into what was sent and received. The same sid, secret or instant has the same stand-in everywhere;
 * which one follows from where it came up first.
 */
export function standIns({ texts, monday, morning, moments }: Surroundings) {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()

  /** The stand-in for a text, made at the first time from its place in the story. */
  const remembered = (text: string, make: (seed: string) => string): string => {
    const place = moments.at(-1)?.name ?? ''
    let shown = known.get(text)
    if (shown === undefined) {
      const count = counts.get(place) ?? 0
      counts.set(place, count + 1)
      shown = make(hash('sha256', `${place} ${count}`))
      known.set(text, shown)
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

  /** Of what happened by itself after a request. */
  const sinceThen = (ms: number): number | undefined =>
    ms <= Date.now() ? moments.findLast(({ to }) => to <= ms)?.shown : undefined

  /** Of what was there before the first request: the account and its install. */
  const beforeThen = (ms: number): number | undefined =>
    Math.abs(ms - morning) < 10 * minute ? shownMorning : undefined

  /** Whole minutes are the story's own: of the day on which it is told, or of the weeks around its Monday. */
  const ofStory = (ms: number): number =>
    Math.abs(ms - morning) < 6 * hour ? shownMorning + ms - morning : shownMonday + ms - monday

  /** @param accuracy of the given time, in ms; one that is told in ms may still have been cut to whole seconds */
  const instant = (ms: number, accuracy = 1): number => {
    const shown =
      shownOf(ms, lifetimes, accuracy) ??
      (ms % second === 0 ? shownOf(ms, lifetimes, second) : undefined) ??
      (ms % minute === 0 ? ofStory(ms) : undefined) ??
      shownOf(ms, longLifetimes, 1) ??
      sinceThen(ms) ??
      beforeThen(ms)
    if (shown === undefined)
      throw new Error(`${new Date(ms).toISOString()} is neither of the story nor of a request.`)
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

  const text = (given: string): string => {
    let shown = given
    for (const [from, to] of texts) shown = shown.replaceAll(from, to)
    for (const [pattern, make] of random) shown = shown.replaceAll(pattern, found => remembered(found, make))
    return shown
      .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, token)
      .replaceAll(/\b([A-Z]{2})([0-9a-f]{32})\b/g, (_, prefix, hex) => prefix + remembered(hex, sidLike))
      .replaceAll(isoInstant, iso => new Date(instant(Date.parse(iso))).toISOString())
      .replaceAll(isoDate, date => new Date(instant(Date.parse(date))).toISOString().slice(0, 10))
      .replaceAll(/\b1[5-9]\d{11}\b/g, ms => String(instant(Number(ms))))
      .replaceAll(/\b1[5-9]\d{8}\b/g, s => String(instant(Number(s) * second, second) / second))
  }

  /** Of numbers only times are so great: in ms, or in seconds. */
  const number = (given: number): number => {
    if (given > 1e12) return instant(given)
    return given > 1e9 ? instant(given * second, second) / second : given
  }

  /** What says how many seconds it still lasts and until when counts them from the shown time of its request. */
  const lasting = (shown: Record<string, unknown>): Record<string, unknown> => {
    const { expiresIn, expiresAt } = shown
    const now = moments.at(-1)?.shown
    return typeof expiresIn === 'number' && typeof expiresAt === 'string' && now !== undefined
      ? { ...shown, expiresIn: Math.floor((Date.parse(expiresAt) - now) / second) }
      : shown
  }

  /** @param name the member that holds the value */
  const value = (given: unknown, name = ''): unknown => {
    if (Array.isArray(given)) return given.map(item => value(item, name))
    if (typeof given === 'object' && given !== null)
      return lasting(
        Object.fromEntries(Object.entries(given).map(([key, item]) => [text(key), value(item, key)])),
      )
    if (typeof given === 'number') return name === 'durationMs' ? 42 : number(given)
    if (typeof given !== 'string') return given
    return name === 'code' && /^\d{6}$/.test(given) ? remembered(given, seed => digits(seed, 6)) : text(given)
  }
  return value
}

const isoInstant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const isoDate = /\b\d{4}-\d\d-\d\d\b(?!T)/g

const sidLike = (seed: string) => `01992d0c${seed.slice(0, 4)}7${seed.slice(4, 7)}8${seed.slice(7, 22)}`

const uuidLike = (seed: string) =>
  `${seed.slice(0, 8)}-${seed.slice(8, 12)}-4${seed.slice(12, 15)}-8${seed.slice(15, 18)}-${seed.slice(18, 30)}`

const digits = (seed: string, count: number) => BigInt(`0x${seed}`).toString().slice(0, count)

const base32 = (seed: string) =>
  seed.slice(0, 32).replaceAll(/./g, digit => 'ABCDEFGHIJKLMNOP'.charAt(Number.parseInt(digit, 16)))

/** Random texts by their shape, and what makes another of the shape. */
const random: readonly (readonly [RegExp, (seed: string) => string])[] = [
  [/(?<=\binvigil_[a-z]+_)[0-9A-Za-z]{49}\b/g, seed => `Example${seed.slice(0, 42)}`],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, uuidLike],
  [/\b[0-9a-f]{64}\b/g, seed => seed],
  [/(?<=\bv1,)[\w+/]{43}=/g, seed => `Example${seed.slice(0, 36)}=`],
  [/\b[0-9a-f]{32}\b/g, seed => seed.slice(0, 32)],
  [/(?<=-)[0-9a-f]{16}(?=-0[0-3]\b)/g, seed => seed.slice(0, 16)], // the span of a traceparent
  [/\b[A-Z2-7]{32}\b/g, base32],
  [/\b\d{5}(?:-\d{5}){4}\b/g, seed => digits(seed, 25).replaceAll(/\d{5}(?=\d)/g, '$&-')],
]
