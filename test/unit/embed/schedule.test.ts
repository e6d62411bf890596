import { describe, expect, test } from 'vitest'
import { backend, elementToken, host, hour, issuedAt, minute, second } from '../../support/embed-host.ts'
import { embedWorld } from '../../support/embed-world.ts'

/** A set is refreshed at 80 % of its lifetime; a tab asks the other tabs for 200 ms before it calls the host. */
const at80 = 720 * second + 200

describe('the time of a refresh', () => {
  test('a token is refreshed at 80 % of its lifetime', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const { times } = host(world, { onTokenRefresh: refresh })
    await world.pass(719 * second)
    expect(calls).toEqual([])
    await world.pass(2 * second)
    expect(calls).toEqual([at80])
    expect(times('tokenRefreshed')).toEqual([at80 + 50])
  })

  test.each([0, 0.3, 0.999])('jitter only makes it earlier, by 5 %% at most: random %d', async random => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    host(world, { onTokenRefresh: refresh }, { tab: world.tab({ random: () => random }) })
    await world.pass(at80)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toBeGreaterThanOrEqual(0.75 * 900 * second)
    expect(calls[0]).toBeLessThanOrEqual(at80)
  })

  test('a new set is refreshed at 80 % of its own lifetime', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, { ttl: 100 })
    host(world, { onTokenRefresh: refresh })
    await world.pass(at80 + 81 * second)
    expect(calls).toEqual([at80, at80 + 80 * second + 200])
  })

  test('a token is refreshed after 5 seconds at the earliest', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, { ttl: 6 })
    host(world, { onTokenRefresh: refresh, tokenExpiresIn: 6 })
    await world.pass(11 * second)
    expect(calls).toEqual([5200, 10_400])
  })

  test('a token with a lifetime of less than 5 seconds ends without a refresh', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const { diary } = host(world, { onTokenRefresh: refresh, tokenExpiresIn: 4 })
    await world.pass(hour)
    expect(calls).toEqual([])
    expect(diary).toEqual(['tokenExpired 4000'])
  })

  test('the lifetime of a set starts at its request, however late its response is', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, {
      outcome: call => ({ latency: call === 0 ? 20 * second : 50 }),
    })
    host(world, { onTokenRefresh: refresh })
    await world.pass(2 * at80)
    expect(calls).toEqual([at80, at80 + at80])
  })
})

describe('the end', () => {
  test('refreshes continue for 8 hours, and the embed ends at the absolute end', async () => {
    const world = embedWorld()
    const { refresh, calls, mostAtOnce } = backend(world)
    const { times } = host(world, { onTokenRefresh: refresh })
    await world.pass(10 * hour)
    expect(calls.length).toBeGreaterThanOrEqual(39)
    expect(calls.length).toBeLessThanOrEqual(42)
    expect(mostAtOnce()).toBe(1)
    expect(times('tokenRefreshed')).toHaveLength(calls.length)
    const [end = 0, ...more] = times('tokenExpired')
    expect(more).toEqual([])
    // The last set ends with its family, rounded down to a whole second.
    expect(end).toBeLessThanOrEqual(8 * hour)
    expect(end).toBeGreaterThan(8 * hour - 5 * second)
    expect(calls.filter(call => call >= end)).toEqual([])
  })

  test('no refresh extends the absolute end, even if the host would grant one', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, { absoluteEnd: 100 * hour })
    const { times } = host(world, { onTokenRefresh: refresh, tokenAbsoluteExpiresAt: issuedAt + hour })
    await world.pass(10 * hour)
    expect(times('tokenExpired')).toEqual([hour])
    expect(calls.every(call => call < hour)).toBe(true)
  })

  test('a token that ends with its family is not refreshed', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world)
    const { diary } = host(world, {
      onTokenRefresh: refresh,
      tokenAbsoluteExpiresAt: issuedAt + 900 * second,
    })
    await world.pass(hour)
    expect(calls).toEqual([])
    expect(diary).toEqual(['tokenExpired 900000'])
  })

  test('a later absolute end in a response moves the end by the same time', async () => {
    const world = embedWorld()
    const { refresh } = backend(world, { absoluteEnd: 100 * hour })
    const { times } = host(world, {
      tokenAbsoluteExpiresAt: issuedAt + hour,
      onTokenRefresh: async () => ({ ...(await refresh()), absoluteExpiresAt: issuedAt + 2 * hour }),
    })
    await world.pass(10 * hour)
    expect(times('tokenExpired')).toEqual([2 * hour])
  })

  test('a newly issued element token has its own absolute end', async () => {
    const world = embedWorld()
    const { refresh } = backend(world, { absoluteEnd: 100 * hour })
    const reissued = {
      elementToken: elementToken({ iat: (issuedAt + 720 * second) / 1000 }),
      absoluteExpiresAt: issuedAt + 720 * second + hour,
    }
    let isFirst = true
    const onTokenRefresh = async () => {
      const answer = await refresh()
      if (!isFirst) return answer
      isFirst = false
      return { ...answer, ...reissued }
    }
    const { times } = host(world, { onTokenRefresh, tokenAbsoluteExpiresAt: issuedAt + hour })
    await world.pass(10 * hour)
    expect(times('tokenExpired')).toEqual([at80 + hour])
  })

  test('without onTokenRefresh the embed ends with its token', async () => {
    const world = embedWorld()
    const { diary } = host(world)
    await world.pass(899 * second)
    expect(diary).toEqual([])
    await world.pass(hour)
    expect(diary).toEqual(['tokenExpired 900000'])
  })
})

describe('a failing host', () => {
  test('a callback that fails 3 times is called again after 1, 2 and 4 seconds, and recovers', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, { outcome: call => ({ latency: 0, fails: call < 3 }) })
    const { times } = host(world, { onTokenRefresh: refresh }, { tab: world.tab({ channels: false }) })
    await world.pass(735 * second)
    expect(calls).toEqual([720, 721, 723, 727].map(seconds => seconds * second))
    expect(times('tokenRefreshed')).toEqual([727 * second])
    await world.pass(720 * second)
    expect(calls).toHaveLength(5)
    expect(times('tokenExpired')).toEqual([])
  })

  test('a callback that always fails is called every 30 seconds, and the embed ends once, with its token', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, { outcome: () => ({ latency: 0, fails: true }) })
    const { diary } = host(world, { onTokenRefresh: refresh }, { tab: world.tab({ channels: false }) })
    await world.pass(10 * hour)
    expect(calls.map(call => call / second)).toEqual([720, 721, 723, 727, 735, 751, 781, 811, 841, 871])
    expect(diary).toEqual(['tokenExpired 900000'])
  })

  test('a callback that throws synchronously fails like one that rejects', async () => {
    const world = embedWorld()
    const { refresh } = backend(world)
    let isFirst = true
    const onTokenRefresh = () => {
      if (!isFirst) return refresh()
      isFirst = false
      throw new Error('not yet')
    }
    const { times } = host(world, { onTokenRefresh })
    await world.pass(730 * second)
    expect(times('tokenRefreshed')).toHaveLength(1)
  })

  test('a callback without a response in 30 seconds has failed, and its late response is ignored', async () => {
    const world = embedWorld()
    const { refresh, calls } = backend(world, {
      outcome: call => ({ latency: call === 0 ? 40 * second : 60 * second }),
    })
    const { diary } = host(world, { onTokenRefresh: refresh }, { tab: world.tab({ channels: false }) })
    await world.pass(hour)
    expect(calls.map(call => call / second)).toEqual([720, 751, 783, 817, 855])
    expect(diary).toEqual(['tokenExpired 900000'])
  })

  test('a callback that never settles ends the embed once', async () => {
    const world = embedWorld()
    const { refresh, calls, mostAtOnce } = backend(world, { outcome: () => 'never' })
    const { diary } = host(world, { onTokenRefresh: refresh })
    await world.pass(hour)
    expect(calls.length).toBeGreaterThan(3)
    expect(mostAtOnce()).toBe(1)
    expect(diary).toEqual(['tokenExpired 900000'])
  })

  test.each([
    [undefined, 'an object'],
    ['invigil_sts_1', 'an object'],
    [{}, 'stsToken'],
    [{ stsToken: '', expiresIn: 900 }, 'stsToken'],
    [{ stsToken: 7, expiresIn: 900 }, 'stsToken'],
    [{ stsToken: 'invigil_sts_1' }, 'expiresIn'],
    [{ stsToken: 'invigil_sts_1', expiresIn: '900' }, 'expiresIn'],
    [{ stsToken: 'invigil_sts_1', expiresIn: 0 }, 'expiresIn'],
    [{ stsToken: 'invigil_sts_1', expiresIn: Number.NaN }, 'expiresIn'],
    [{ stsToken: 'invigil_sts_1', expiresIn: 900, elementToken: 'invigil_sts_1' }, 'elementToken'],
    [{ stsToken: 'invigil_sts_1', expiresIn: 900, absoluteExpiresAt: '2026-01-01' }, 'absoluteExpiresAt'],
  ])(
    'a response of the wrong shape is a failure that names the invalid member: %j',
    async (answer, member) => {
      const world = embedWorld()
      const { diary, tab } = host(world, { onTokenRefresh: () => answer as never })
      await world.pass(hour)
      expect(diary).toEqual(['tokenExpired 900000'])
      expect(tab.warnings[0]).toContain(member)
      expect(String(tab.warnings)).not.toContain('invigil_sts')
    },
  )

  test('a response can be returned without a promise, and with null for absent members', async () => {
    const world = embedWorld()
    const answer = { stsToken: 'invigil_sts_1', expiresIn: 900, elementToken: null, absoluteExpiresAt: null }
    const { times, tab } = host(world, { onTokenRefresh: () => answer as never })
    await world.pass(15 * minute)
    expect(times('tokenRefreshed')).toHaveLength(1)
    expect(tab.warnings).toEqual([])
  })
})
