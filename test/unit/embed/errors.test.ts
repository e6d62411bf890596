// The event `error`: each cause is reported within 5 seconds, and the embed continues while it can.

import { describe, expect, test } from 'vitest'
import { backend, host, hour, minute, second } from '../../support/embed-host.ts'
import { embedWorld } from '../../support/embed-world.ts'

const refused = { invigil: 1, type: 'refused' }
const alone = { channels: false }

describe('a callback that fails', () => {
  test('warns the page at once, once, and the embed continues until the token expires', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, { outcome: () => ({ latency: 0, fails: true }) })
    const { errors, diary } = host(world, { onTokenRefresh: refresh }, { tab: world.tab(alone) })
    await world.pass(hour)
    expect(errors).toEqual([`callback_failed ${calls[0]}`])
    expect(diary).toEqual(['tokenExpired 900000'])
  })

  test('warns again when it fails after a success', async () => {
    const world = embedWorld()
    const { refresh } = backend(world, { outcome: call => ({ latency: 0, fails: call % 2 === 0 }) })
    const { errors, times } = host(world, { onTokenRefresh: refresh }, { tab: world.tab(alone) })
    await world.pass(hour)
    expect(times('tokenRefreshed').length).toBeGreaterThan(1)
    expect(errors.length).toBeGreaterThan(1)
  })

  test('the message names what the result lacks, and contains no part of it', async () => {
    const world = embedWorld()
    const messages: string[] = []
    const { embed } = host(world, { onTokenRefresh: () => ({ stsToken: 'invigil_sts_1' }) as never })
    embed.on('error', ({ message }) => messages.push(message))
    await world.pass(725 * second)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(/^onTokenRefresh must resolve with expiresIn/)
    expect(messages[0]).not.toContain('invigil_sts')
  })
})

test('a callback that has not settled for 4 seconds is refresh_late, and its later result still counts', async () => {
  const world = embedWorld()
  const { refresh, calls } = backend(world, { outcome: () => ({ latency: 20 * second }) })
  const { errors, times } = host(world, { onTokenRefresh: refresh }, { tab: world.tab(alone) })
  await world.pass(800 * second)
  expect(errors).toEqual([`refresh_late ${(calls[0] ?? 0) + 4 * second}`])
  expect(times('tokenRefreshed')).toHaveLength(1)
})

describe('a frame that does not load', () => {
  test('is a network error within 5 seconds, and a message replaces the frame', async () => {
    const world = embedWorld()
    const { embed, errors } = host(world, { locale: 'de' }, { greet: false })
    await world.pass(minute)
    expect(errors).toEqual(['network 4500'])
    expect(embed.frame.notice).toContain('nicht erreichbar')
  })

  test('loads again when the network returns, and the message disappears', async () => {
    const world = embedWorld()
    const { embed, errors, tab } = host(world, {}, { greet: false })
    tab.wake()
    expect(embed.frame.reloads).toBe(0)
    await world.pass(10 * second)
    tab.wake()
    expect([embed.frame.reloads, embed.frame.notice]).toEqual([1, undefined])
    tab.receive({ invigil: 1, type: 'hello' })
    await world.pass(minute)
    expect(errors).toHaveLength(1)
    expect(embed.frame.posted).toHaveLength(1)
  })

  test('that loads late replaces the message', async () => {
    const world = embedWorld()
    const { embed, tab } = host(world, {}, { greet: false })
    await world.pass(10 * second)
    tab.receive({ invigil: 1, type: 'hello' })
    expect(embed.frame.notice).toBeUndefined()
  })
})

describe('an error of the frame', () => {
  test.each(['origin_not_allowed', 'token_refused', 'network', 'service_failed'])('%s is emitted', code => {
    const { tab, errors } = host(embedWorld())
    tab.receive({ invigil: 1, type: 'error', code, message: 'A sentence.' })
    expect(errors).toEqual([`${code} 0`])
  })

  test.each(['callback_failed', 'toString', '', 7, undefined])('another code is service_failed: %s', code => {
    const { tab, errors } = host(embedWorld())
    tab.receive({ invigil: 1, type: 'error', code, message: 'A sentence.' })
    expect(errors).toEqual(['service_failed 0'])
  })
})

describe('a token that the service refused', () => {
  test('is replaced at once', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const { tab, times } = host(world, { onTokenRefresh: refresh }, { tab: world.tab(alone) })
    await world.pass(minute)
    tab.receive(refused)
    tab.receive(refused)
    await world.pass(second)
    expect(calls).toEqual([minute])
    expect(times('tokenRefreshed')).toEqual([minute + 50])
  })

  test('a backend whose tokens are all refused is called at most about twice a minute', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const { tab, embed } = host(world, { onTokenRefresh: refresh }, { tab: world.tab(alone) })
    embed.on('tokenRefreshed', () => tab.receive(refused))
    tab.receive(refused)
    await world.pass(10 * minute)
    expect(calls.length).toBeGreaterThan(10)
    expect(calls.length).toBeLessThanOrEqual(24)
  })

  test('without a callback is kept until it expires', async () => {
    const world = embedWorld()
    const { tab, diary } = host(world)
    tab.receive(refused)
    await world.pass(hour)
    expect(diary).toEqual(['tokenExpired 900000'])
  })
})

describe('the height of the content', () => {
  test('becomes that of the frame, and emits an event', () => {
    const { tab, embed } = host(embedWorld())
    const heights: number[] = []
    embed.on('resize', ({ height }) => heights.push(height))
    tab.receive({ invigil: 1, type: 'resize', height: 612.4 })
    expect([embed.frame.height, heights]).toEqual([613, [613]])
  })

  test.each([0, -1, 1e9, Number.NaN, Number.POSITIVE_INFINITY, '600', null, undefined])(
    'of %s is ignored',
    height => {
      const { tab, embed } = host(embedWorld())
      embed.on('resize', () => expect.unreachable())
      tab.receive({ invigil: 1, type: 'resize', height })
      expect(embed.frame.height).toBe(0)
    },
  )

  test.each([{ origin: 'https://evil.example' }, { source: {} }])(
    'from another origin or window is ignored',
    from => {
      const { tab, embed } = host(embedWorld())
      tab.receive({ invigil: 1, type: 'resize', height: 600 }, from)
      expect(embed.frame.height).toBe(0)
    },
  )
})
