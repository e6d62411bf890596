import { expect, test } from 'vitest'
import { backend, elementToken, host, hour, minute, second } from '../../support/embed-host.ts'
import { embedWorld, type World } from '../../support/embed-world.ts'

const crowd = (world: World, size: number, more: Parameters<typeof host>[1], tab = () => world.tab()) =>
  Array.from({ length: size }, () => host(world, more, { tab: tab() }))

const cycle = 721 * second

test('8 tabs with the same element token call the host once per cycle, and all get the new set', async () => {
  const world = embedWorld()
  const { refresh, calls, mostAtOnce } = backend(world)
  const tabs = crowd(world, 8, { onTokenRefresh: refresh })
  await world.pass(10 * cycle)
  expect(calls).toHaveLength(10)
  expect(mostAtOnce()).toBe(1)
  for (const { times, embed } of tabs) {
    expect(times('tokenRefreshed')).toHaveLength(10)
    expect(embed.frame.posted.at(-1)?.message).toMatchObject({ stsToken: 'invigil_sts_10' })
  }
})

test('8 tabs run for 8 hours, and each ends once', async () => {
  const world = embedWorld()
  const { refresh, calls } = backend(world)
  const tabs = crowd(world, 8, { onTokenRefresh: refresh })
  await world.pass(10 * hour)
  expect(calls.length).toBeLessThanOrEqual(42)
  for (const { times } of tabs) expect(times('tokenExpired')).toHaveLength(1)
})

test('8 tabs that wake at the same time call the host once', async () => {
  const world = embedWorld()
  const { refresh, calls } = backend(world)
  const tabs = crowd(world, 8, { onTokenRefresh: refresh })
  await world.pass(minute)
  await world.sleep(8 * hour, 'stands')
  for (const { tab } of tabs) tab.wake()
  await world.pass(minute)
  expect(calls).toHaveLength(1)
})

test('because of jitter one tab refreshes for the others before they are due', async () => {
  const world = embedWorld()
  const { refresh, calls } = backend(world)
  let made = 0
  const tabs = crowd(world, 8, { onTokenRefresh: refresh }, () => {
    const share = made / 8
    made += 1
    return world.tab({ random: () => share })
  })
  await world.pass(cycle)
  expect(calls).toHaveLength(1)
  for (const { times } of tabs) expect(times('tokenRefreshed')).toHaveLength(1)
})

test('a shared set has the same end in every tab', async () => {
  const world = embedWorld()
  const { refresh } = backend(world, { outcome: call => ({ latency: 1000, fails: call > 0 }) })
  const tabs = crowd(world, 3, { onTokenRefresh: refresh })
  await world.pass(hour)
  // Counted from the request: 720.2 s, and 900 s from there; a message arrives with a delay.
  for (const { times } of tabs) {
    const [end = 0] = times('tokenExpired')
    expect(end).toBeGreaterThanOrEqual(1_620_200)
    expect(end).toBeLessThanOrEqual(1_620_200 + 15)
  }
})

test('the absolute end is in every tab that of the tab with the latest information', async () => {
  const world = embedWorld()
  const { refresh } = backend(world, { absoluteEnd: 100 * hour })
  const early = host(world, { onTokenRefresh: refresh })
  await world.pass(hour)
  const late = host(world, { onTokenRefresh: refresh })
  await world.pass(10 * hour)
  expect(early.times('tokenExpired')).toEqual([8 * hour])
  expect(late.times('tokenExpired')).toEqual([8 * hour + 15])
})

test('after the host fails for one tab, the next one calls it', async () => {
  const world = embedWorld()
  const { refresh } = backend(world)
  const failing = host(world, { onTokenRefresh: () => Promise.reject(new Error('no')) })
  const working = host(world, { onTokenRefresh: refresh })
  await world.pass(cycle)
  expect(working.times('tokenRefreshed')).toHaveLength(1)
  expect(failing.times('tokenRefreshed')).toHaveLength(1)
})

test('a tab that hangs while it holds the lock does not end the others', async () => {
  const world = embedWorld()
  const hanging = world.tab()
  const name = `invigil1:https://invigil.example:AI${'a'.repeat(32)}:US${'b'.repeat(32)}:exam-session:*:TA${'c'.repeat(32)}`
  void hanging.platform.lock?.(name, new AbortController().signal, () => new Promise(() => {}))
  const { refresh, calls } = backend(world)
  const { times } = host(world, { onTokenRefresh: refresh })
  await world.pass(800 * second)
  expect(calls).toEqual([(720 + 35) * second + 200])
  expect(times('tokenRefreshed')).toHaveLength(1)
})

test('a tab that opens later with the same element token gets the current set', async () => {
  const world = embedWorld()
  const { refresh, calls } = backend(world)
  host(world, { onTokenRefresh: refresh })
  await world.pass(cycle)
  const late = host(world, { onTokenRefresh: refresh })
  await world.pass(second)
  expect(late.embed.frame.posted.at(-1)?.message).toMatchObject({ stsToken: 'invigil_sts_1' })
  expect(calls).toHaveLength(1)
})

test.each([{ jti: `TA${'d'.repeat(32)}` }, { sub: `US${'e'.repeat(32)}` }, { resource: 'ES1' }])(
  'tabs of another element token are independent: %j',
  async claims => {
    const world = embedWorld()
    const [one, other] = [backend(world), backend(world)]
    const first = host(world, { onTokenRefresh: one.refresh })
    const second_ = host(world, { onTokenRefresh: other.refresh, elementToken: elementToken(claims) })
    await world.pass(cycle)
    expect([one.calls.length, other.calls.length]).toEqual([1, 1])
    expect(first.times('tokenRefreshed')).toHaveLength(1)
    expect(second_.times('tokenRefreshed')).toHaveLength(1)
  },
)

test('tabs without locks run independently, and share sets over channels if there are any', async () => {
  const world = embedWorld()
  const { refresh } = backend(world)
  const tabs = crowd(world, 4, { onTokenRefresh: refresh }, () => world.tab({ locks: false }))
  await world.pass(10 * hour)
  for (const { times } of tabs) {
    expect(times('tokenExpired')).toHaveLength(1)
    expect(times('tokenExpired')[0]).toBeGreaterThan(8 * hour - 5 * second)
  }
})

test('tabs with neither locks nor channels refresh independently', async () => {
  const world = embedWorld()
  const { refresh, calls } = backend(world)
  const lone = () => world.tab({ locks: false, channels: false })
  const tabs = crowd(world, 3, { onTokenRefresh: refresh }, lone)
  await world.pass(cycle)
  expect(calls).toHaveLength(3)
  for (const { times } of tabs) expect(times('tokenRefreshed')).toHaveLength(1)
})

test('a tab whose locks are refused runs independently', async () => {
  const world = embedWorld()
  const tab = world.tab()
  tab.platform.lock = () => Promise.reject(new DOMException('not here', 'SecurityError'))
  const { refresh, calls } = backend(world)
  host(world, { onTokenRefresh: refresh }, { tab })
  await world.pass(cycle)
  expect(calls).toHaveLength(1)
})

test('a tab that is destroyed while it holds the lock releases it', async () => {
  const world = embedWorld()
  const { refresh, calls } = backend(world, { outcome: call => ({ latency: call === 0 ? 10_000 : 50 }) })
  const leaving = host(world, { onTokenRefresh: refresh })
  const staying = host(world, { onTokenRefresh: refresh })
  await world.pass(cycle)
  expect(calls).toHaveLength(1)
  leaving.embed.destroy()
  await world.pass(second)
  expect(staying.times('tokenRefreshed')).toHaveLength(1)
})

test('a failure has no effect if another tab has meanwhile received a set', async () => {
  const world = embedWorld()
  const alone = () => world.tab({ locks: false })
  const working = backend(world)
  const failing = backend(world, {
    outcome: call => (call === 0 ? { latency: 1000, fails: true } : { latency: 50 }),
  })
  host(world, { onTokenRefresh: working.refresh }, { tab: alone() })
  const { times } = host(world, { onTokenRefresh: failing.refresh }, { tab: alone() })
  await world.pass(800 * second)
  expect(failing.calls).toHaveLength(1)
  expect(times('tokenRefreshed')).toHaveLength(1)
})

test('a set that waited for a tab during a sleep has its real age', async () => {
  const world = embedWorld()
  const { refresh, calls } = backend(world)
  const early = world.tab({ random: () => 0.9 })
  const getting = host(world, { onTokenRefresh: refresh }, { tab: early })
  const sleeping = host(world, { onTokenRefresh: refresh })
  await world.pass((900 * (0.8 - 0.05 * 0.9) + 0.255) * second)
  expect(getting.times('tokenRefreshed')).toHaveLength(1)
  expect(sleeping.times('tokenRefreshed')).toHaveLength(0) // the message is in transit
  getting.embed.destroy()
  await world.sleep(8 * hour, 'stands')
  await world.pass(second)
  expect(sleeping.times('tokenRefreshed')).toHaveLength(2)
  expect(calls).toHaveLength(2)
})
