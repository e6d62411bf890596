// The delay until the next attempt if the target requests a time.
import { expect, test } from 'vitest'
import { rounds } from '../../support/rounds.ts'
import { arrived, makeEndpoint, publish, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const base = 900
const [shortest, longest] = [0.8 * base, 1.2 * base]
// A delay starts when the response is stored, and can end late on a busy machine.
const slack = 1500
// The clocks of the processes have a resolution of 1 ms.
const tick = 2

const system = stackWithSink({ webhookRetryBaseMs: base })

/** The time in ms between the first attempt and the second. */
async function wait(retryAfter: string | undefined): Promise<number> {
  const world = await makeWorld(system.stack)
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  const { receiver } = await makeEndpoint(
    world,
    system.sink.receiver({ status: 503, headers }, { status: 204 }),
  )
  await publish(world)
  await arrived(receiver, 2)
  await settled(world)
  const [first, second] = receiver.received
  return (second?.at ?? 0) - (first?.at ?? 0)
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString()

const asked: [string, string | undefined, number, number][] = [
  ['nothing', undefined, shortest, longest],
  ['less than the delay', '0', shortest, longest],
  ['a past time', 'Fri, 20 Nov 2026 10:00:00 GMT', shortest, longest],
  ['an invalid time', 'soon', shortest, longest],
  ['a negative time', '-5', shortest, longest],
  ['more than the delay and less than twice it', '1', Math.max(shortest, 1000), longest],
  ['an hour', '3600', 2 * shortest, 2 * longest],
  ['an hour, as a date', inAnHour(), 2 * shortest, 2 * longest],
  ['ages', '99999999999999999999', 2 * shortest, 2 * longest],
]

// Some targets in parallel in `npm test`; four delays of each, one target after the other, in `npm run test:all`.
const concurrent = rounds({ quick: true, all: false })
const times = rounds({ quick: 1, all: 4 })

test.each(asked)(
  'a target that requests %s is called again at that time',
  { concurrent },
  async (_, header, from, to) => {
    const waits = await Promise.all(Array.from({ length: times }, () => wait(header)))
    for (const waited of waits) {
      expect(waited).toBeGreaterThanOrEqual(from - tick)
      expect(waited).toBeLessThanOrEqual(to + slack)
    }
  },
)
