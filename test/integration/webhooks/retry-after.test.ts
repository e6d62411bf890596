// The delay until the next attempt if the target requests a time.
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attempt, delivery } from '../../../db/schema/webhook.ts'
import { lossTimeout } from '../../../src/platform/webhooks/delivery/sql.ts'
import { inTime, repeatedIfLate } from '../../support/late.ts'
import { rounds } from '../../support/rounds.ts'
import { sidOf } from '../../support/tokens.ts'
import { arrived, makeEndpoint, publish, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const base = 900
const [shortest, longest] = [0.8 * base, 1.2 * base]
// A delay starts when the response is stored.
const slack = 1500
// The clocks of the processes have a resolution of 1 ms.
const tick = 2

const system = stackWithSink({ webhookRetryBaseMs: base })

/** The planned time in ms between the first attempt and the second, and the measured one. */
async function wait(retryAfter: string | undefined) {
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
  return { planned: await planned(world), waited: (second?.at ?? 0) - (first?.at ?? 0) }
}

/** The delay after the first attempt. The second one has ended the delivery, which does not change when it was due. */
async function planned({ applicationSid }: World): Promise<number> {
  const due = sql<number>`extract(epoch from ${delivery.dueDate} - ${lossTimeout} - ${attempt.createdDate})::float8 * 1000`
  const [row] = await system.stack.db
    .select({ due })
    .from(attempt)
    .innerJoin(delivery, eq(delivery.sid, attempt.deliverySid))
    .where(eq(attempt.applicationSid, sidOf('AP', applicationSid)))
    .orderBy(asc(attempt.number))
  return row?.due ?? Number.NaN
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
  { concurrent, ...repeatedIfLate },
  async (_, header, from, to) => {
    const waits = await Promise.all(Array.from({ length: times }, () => wait(header)))
    for (const { planned, waited } of waits) {
      expect(planned).toBeGreaterThanOrEqual(from - tick)
      expect(planned).toBeLessThanOrEqual(to + tick)
      expect(waited).toBeGreaterThanOrEqual(planned - tick)
      inTime(waited - planned, slack)
    }
  },
)
