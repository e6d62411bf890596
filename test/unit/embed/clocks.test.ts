import { describe, expect, test } from 'vitest'
import { backend, host, hour, minute, second } from '../../support/embed-host.ts'
import { embedWorld } from '../../support/embed-world.ts'

describe('a wrong system clock', () => {
  const moments = [1, 300, 715, 719, 721, 1000, 1500, 3000]

  test.each(moments.flatMap(moment => [10, -10].map(minutes => [moment, minutes] as const)))(
    'set at second %d by %d minutes, it neither ends the embed nor delays a refresh',
    async (moment, minutes) => {
      const world = embedWorld()
      const { refresh, calls, mostAtOnce } = backend(world)
      const { times } = host(world, { onTokenRefresh: refresh })
      await world.pass(moment * second)
      world.setWall(minutes * minute)
      await world.pass(10 * hour)
      const gaps = calls.map((call, index) => call - (calls[index - 1] ?? 0))
      expect(Math.max(...gaps)).toBeLessThanOrEqual(721 * second)
      expect(calls.length).toBeLessThanOrEqual(43) // at most one too early
      expect(mostAtOnce()).toBe(1)
      expect(times('tokenExpired')).toHaveLength(1)
      expect(times('tokenExpired')[0]).toBeGreaterThan(8 * hour - 5 * second)
    },
  )

  test('set forward beyond the end of the token while the host fails, it does not end the embed', async () => {
    const world = embedWorld()
    const { refresh } = backend(world, { outcome: call => ({ latency: 0, fails: call < 3 }) })
    const { times } = host(world, { onTokenRefresh: refresh })
    await world.pass(minute)
    world.setWall(hour)
    await world.pass(2 * minute)
    expect(times('tokenExpired')).toEqual([])
    expect(times('tokenRefreshed')).toHaveLength(1)
  })

  test('set by more than a day, it is ignored', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const { tab } = host(world, { onTokenRefresh: refresh })
    await world.pass(minute)
    world.setWall(25 * hour)
    tab.wake()
    await world.pass(minute)
    expect(calls).toEqual([])
  })

  test('without onTokenRefresh it has no effect', async () => {
    const world = embedWorld()
    const { diary, tab } = host(world)
    await world.pass(minute)
    world.setWall(hour)
    tab.wake()
    await world.pass(hour)
    expect(diary).toEqual(['tokenExpired 900000'])
  })
})

describe('a machine that sleeps', () => {
  test('a token that expired in a sleep of 8 hours ends the embed on waking, without a call of the host', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const { diary, tab } = host(world, { onTokenRefresh: refresh })
    await world.pass(minute)
    await world.sleep(8 * hour, 'runs')
    tab.wake()
    expect(diary).toEqual([`tokenExpired ${8 * hour + minute}`])
    await world.pass(hour)
    expect(calls).toEqual([])
    expect(diary).toHaveLength(1)
  })

  test.each([true, false])(
    'a clock that stood still for 8 hours causes a call of the host at once: woken by an event %s',
    async woken => {
      const world = embedWorld()
      const { refresh, calls } = backend(world)
      const { times, tab } = host(world, { onTokenRefresh: refresh })
      await world.pass(minute)
      await world.sleep(8 * hour, 'stands')
      if (woken) tab.wake()
      await world.pass(woken ? second : 31 * second)
      expect(calls).toHaveLength(1)
      expect(times('tokenRefreshed')).toHaveLength(1)
      expect(times('tokenExpired')).toEqual([])
    },
  )

  test('after such a sleep a server that refuses ends the embed by the monotonic clock, once', async () => {
    const world = embedWorld()
    const { refresh } = backend(world, { outcome: () => ({ latency: 50, fails: true }) })
    const { diary, tab } = host(world, { onTokenRefresh: refresh })
    await world.pass(minute)
    await world.sleep(8 * hour, 'stands')
    tab.wake()
    await world.pass(hour)
    expect(diary).toEqual(['tokenExpired 900000'])
  })

  test('a token that expires in a sleep between the requests to other tabs and the host is not refreshed', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const { times } = host(world, { onTokenRefresh: refresh })
    await world.pass(720 * second + 100)
    await world.sleep(8 * hour, 'runs')
    await world.pass(hour)
    expect(calls).toEqual([])
    expect(times('tokenExpired')).toHaveLength(1)
  })

  test('a refresh that became due in a sleep is made on waking', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const { tab } = host(world, { onTokenRefresh: refresh })
    await world.pass(minute)
    await world.sleep(12 * minute, 'runs')
    tab.wake()
    await world.pass(second)
    expect(calls).toHaveLength(1)
  })

  test('the age of a response that arrives after a sleep is that of its request, so the next one is requested at once', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    host(world, { onTokenRefresh: refresh })
    await world.pass(720 * second + 210) // the host has been called
    await world.sleep(8 * hour, 'stands')
    await world.pass(second)
    expect(calls).toHaveLength(2)
  })

  test('a network that is back causes a call of the host without waiting for the back-off', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, { outcome: call => ({ latency: 0, fails: call < 5 }) })
    const { tab, times } = host(world, { onTokenRefresh: refresh })
    await world.pass(740 * second)
    expect(calls).toHaveLength(5)
    tab.wake()
    await world.pass(second)
    expect(times('tokenRefreshed')).toHaveLength(1)
  })

  test('repeated waking calls a failing host once a second at most', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, { outcome: () => ({ latency: 0, fails: true }) })
    const { tab } = host(world, { onTokenRefresh: refresh })
    await world.pass(780 * second)
    const before = calls.length
    for (let moment = 0; moment < 100; moment += 1) {
      tab.wake()
      await world.pass(100)
    }
    expect(calls.length - before).toBeLessThanOrEqual(11)
  })

  test('waking before anything is due has no effect', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const { tab, diary } = host(world, { onTokenRefresh: refresh })
    await world.pass(5 * minute)
    tab.wake()
    await world.pass(minute)
    expect(calls).toEqual([])
    expect(diary).toEqual([])
  })
})
