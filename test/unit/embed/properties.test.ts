import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Backend, backend, type Hosted, host, hour, issuedAt, second } from '../../support/embed-host.ts'
import { embedWorld, type Tab, type World } from '../../support/embed-world.ts'

const outcome = fc.oneof(
  { weight: 6, arbitrary: fc.record({ latency: fc.nat(5_000) }) },
  { weight: 2, arbitrary: fc.record({ latency: fc.nat(29_000), fails: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant('never' as const) },
)

const seconds = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map(count => count * second)

type Step = (world: World, tab: Tab) => unknown

/** The next event, with its weight. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: seconds(0, 600).map(by => (world: World) => world.pass(by)) },
  { weight: 1, arbitrary: seconds(0, 1200).map(by => (world: World) => world.sleep(by, 'runs')) },
  { weight: 1, arbitrary: seconds(0, 1200).map(by => (world: World) => world.sleep(by, 'stands')) },
  { weight: 2, arbitrary: seconds(-3600, 3600).map(by => (world: World) => world.setWall(by)) },
  { weight: 1, arbitrary: fc.constant((_: World, tab: Tab) => tab.wake()) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('hello', 'refused')
      .map(type => (_: World, tab: Tab) => tab.receive({ invigil: 1, type })),
  },
)

const life = fc.record({
  ttl: fc.integer({ min: 1, max: 900 }),
  absolute: fc.integer({ min: 1, max: 7200 }),
  outcomes: fc.array(outcome, { minLength: 1, maxLength: 20 }),
  steps: fc.array(step, { maxLength: 30 }),
  tabs: fc.array(
    fc.record({
      random: fc.double({ min: 0, max: 0.999, noNaN: true }).map(share => () => share),
      locks: fc.boolean(),
      channels: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

test('for any host, clock and machine: one call at a time, none after an end, and one end', async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ ttl, absolute, outcomes, steps, tabs }) => {
      const world = embedWorld()
      const hosts = tabs.map(kind => {
        const { refresh, calls, mostAtOnce } = backend(world, {
          ttl,
          absoluteEnd: 100 * hour,
          outcome: call => outcomes[call % outcomes.length] ?? 'never',
        })
        const more = {
          onTokenRefresh: refresh,
          tokenExpiresIn: ttl,
          tokenAbsoluteExpiresAt: issuedAt + absolute * second,
        }
        return { ...host(world, more, { tab: world.tab(kind) }), calls, mostAtOnce }
      })
      for (const act of steps) for (const { tab } of hosts) await act(world, tab)
      await world.pass(3 * hour)
      for (const one of hosts) expectRules(one, { ttl: ttl * second, absolute: absolute * second })
    }),
    { numRuns: 500 },
  )
}, 60_000)

function expectRules(
  { calls, mostAtOnce, times, embed, tab }: Hosted & Omit<Backend, 'refresh'>,
  { ttl, absolute }: { ttl: number; absolute: number },
): void {
  expect(mostAtOnce()).toBeLessThanOrEqual(1)
  expect(calls.filter(call => call >= absolute)).toEqual([])
  const ends = times('tokenExpired')
  expect(ends).toHaveLength(1)
  const [end = 0] = ends
  expect(end).toBeGreaterThanOrEqual(Math.min(ttl, absolute))
  expect(calls.filter(call => call >= end)).toEqual([])
  const late = embed.frame.posted.filter(({ at, message }) => at > end && message['type'] === 'tokens')
  expect(late).toEqual([])
  expect(tab.reported).toEqual([])
  expect(tab.open()).toEqual({ listeners: 1, timers: 0, channels: 0 })
}
