import { describe, expect, test } from 'vitest'
import { startEmbed } from '../../../src/embed/sdk/embed.ts'
import { backend, elementToken, host, hour, issuedAt, options, second } from '../../support/embed-host.ts'
import { embedWorld } from '../../support/embed-world.ts'

const wrong: [string, object, RegExp][] = [
  ['an element token that is invalid', { elementToken: 'secret-1' }, /^elementToken/],
  ['an element token that is not a string', { elementToken: 7 }, /^elementToken/],
  ['an element token that holds null', { elementToken: 'a.bnVsbA.c' }, /^elementToken/],
  ['an element token without an install', { elementToken: elementToken({ aud: null }) }, /^elementToken/],
  ['an element token without its time', { elementToken: elementToken({ iat: 'x' }) }, /^elementToken/],
  ['an element type that is a path', { elementToken: elementToken({ elementType: '..' }) }, /^element/],
  ['no stsToken', { stsToken: undefined }, /^stsToken/],
  ['an empty stsToken', { stsToken: '' }, /^stsToken/],
  ['a lifetime as a string', { tokenExpiresIn: '900' }, /^tokenExpiresIn .* seconds/],
  ['a lifetime of 0', { tokenExpiresIn: 0 }, /^tokenExpiresIn/],
  ['an endless lifetime', { tokenExpiresIn: Number.POSITIVE_INFINITY }, /^tokenExpiresIn/],
  [
    'an absolute end without its time of day',
    { tokenAbsoluteExpiresAt: '2026-01-01' },
    /^tokenAbsolute.* milliseconds/,
  ],
  [
    'an absolute end without its time zone',
    { tokenAbsoluteExpiresAt: '2026-01-01T12:00:00' },
    /^tokenAbsolute.* ISO 8601/,
  ],
  [
    'an absolute end as a string of digits',
    { tokenAbsoluteExpiresAt: '1767312000000' },
    /^tokenAbsolute.* ISO 8601/,
  ],
  ['an invalid Date as the absolute end', { tokenAbsoluteExpiresAt: new Date('soon') }, /^tokenAbsolute/],
  [
    'an absolute end that is not a date',
    { tokenAbsoluteExpiresAt: '2026-13-45T00:00:00Z' },
    /^tokenAbsolute/,
  ],
  ['a null absolute end', { tokenAbsoluteExpiresAt: null }, /^tokenAbsolute/],
  [
    'an absolute end in seconds',
    { tokenAbsoluteExpiresAt: issuedAt / 1000 },
    /^tokenAbsolute.* milliseconds/,
  ],
  ['a callback that is invalid', { onTokenRefresh: 'refresh' }, /^onTokenRefresh/],
  ['a relative baseUrl', { baseUrl: '/invigil' }, /^baseUrl/],
  ['a baseUrl that is a script', { baseUrl: 'javascript:alert(1)' }, /^baseUrl/],
  ['an empty title', { title: '' }, /^title/],
  ['an unknown container', { container: '#nowhere' }, /^container/],
]

test.each(wrong)(
  '%s is refused with a TypeError that names it, before anything starts',
  (_, more, message) => {
    const tab = embedWorld().tab()
    const start = () => startEmbed(tab.platform, options(more), undefined)
    expect(start).toThrow(TypeError)
    expect(start).toThrow(message)
    expect(start).not.toThrow(/secret|invigil_sts/)
    expect(tab.open()).toEqual({ listeners: 0, timers: 0, channels: 0 })
  },
)

test.each([undefined, null, 'options'])('options that are %s are refused', none => {
  expect(() => startEmbed(embedWorld().tab().platform, none as never, undefined)).toThrow(TypeError)
})

test.each([undefined, 'file:///v1.js', 'blob:null/1', ''])(
  'with a script at %s, whose address is unknown, baseUrl is required',
  script => {
    const { baseUrl: _, ...rest } = options()
    expect(() => startEmbed(embedWorld().tab().platform, rest, script)).toThrow(/^baseUrl/)
  },
)

describe('events', () => {
  test('an unknown event and an invalid listener are refused', () => {
    const { embed } = host(embedWorld())
    expect(() => embed.on('expired' as never, () => {})).toThrow(TypeError)
    expect(() => embed.on('toString' as never, () => {})).toThrow(TypeError)
    expect(() => embed.on('ready', undefined as never)).toThrow(TypeError)
  })

  test('the function that on returns removes the listener', async () => {
    const world = embedWorld()
    const { embed } = host(world)
    let heard = 0
    embed.on('tokenExpired', () => {
      heard += 1
    })()
    await world.pass(hour)
    expect(heard).toBe(0)
  })

  test('a listener that throws affects neither the others nor the schedule, and is reported', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const tab = world.tab()
    const embed = startEmbed(tab.platform, options({ onTokenRefresh: refresh }), undefined)
    const fault = new Error('of the host')
    let heard = 0
    embed.on('tokenRefreshed', () => {
      throw fault
    })
    embed.on('tokenRefreshed', () => {
      heard += 1
    })
    await world.pass(2 * 721 * second)
    expect(calls).toHaveLength(2)
    expect(heard).toBe(2)
    expect(tab.reported).toEqual([fault, fault])
  })
})

describe('destroy', () => {
  test.each([
    ['before the first timer', 0],
    ['while nothing is due', 100 * second],
    ['while the other tabs are asked', 720 * second + 100],
    ['while the host is called', 720 * second + 220],
    ['during the back-off after a failure', 720 * second + 700],
    ['after the end', 2 * hour],
  ])('%s removes the frame, stops everything and emits no more events', async (_, moment) => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, { outcome: () => ({ latency: 50, fails: true }) })
    const { embed, tab, diary } = host(world, { onTokenRefresh: refresh })
    await world.pass(moment)
    const [events, asked] = [diary.length, calls.length]
    embed.destroy()
    expect(tab.open()).toEqual({ listeners: 0, timers: 0, channels: 0 })
    expect(embed.frame.removed).toBe(true)
    tab.receive({ invigil: 1, type: 'ready' })
    tab.wake()
    await world.pass(10 * hour)
    embed.destroy()
    expect([diary.length, calls.length]).toEqual([events, asked])
    expect(tab.open()).toEqual({ listeners: 0, timers: 0, channels: 0 })
  })

  test.each([true, false])(
    'called by a listener, prevents the calls of later listeners: locks %s',
    async locks => {
      const world = embedWorld()
      const { refresh } = backend(world)
      const tab = world.tab({ locks })
      const embed = startEmbed(tab.platform, options({ onTokenRefresh: refresh }), undefined)
      let heard = 0
      embed.on('tokenRefreshed', () => embed.destroy())
      embed.on('tokenRefreshed', () => {
        heard += 1
      })
      await world.pass(hour)
      expect(heard).toBe(0)
      expect(tab.open()).toEqual({ listeners: 0, timers: 0, channels: 0 })
      expect(tab.reported).toEqual([])
    },
  )
})

test('after the end of the embed only the listener of the frame is left', async () => {
  const world = embedWorld()
  const { tab } = host(world)
  await world.pass(hour)
  expect(tab.open()).toEqual({ listeners: 1, timers: 0, channels: 0 })
})
