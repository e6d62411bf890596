// What an endpoint that never answers costs the others.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Started } from '../test/support/start.ts'
import { clientOf, publishing, silence } from './webhooks-client.ts'
import { sendAll, sendSteadily } from './webhooks-load.ts'
import { median, percentile, spread } from './webhooks-numbers.ts'
import type { Receiver } from './webhooks-receiver.ts'

const rounds = 5
const others = 9
const eventsPerSecond = 10
const settleMs = 2000

type Round = { without: number; again: number; beside: number; queued: number }

/**
 * Prints p99 of nine endpoints that are sent 90 deliveries a second, with and without one that hangs and has a queue.
 * Each round is of a system of its own: what hangs would weigh on the next one. What differs between two halves without
 * it is chance.
 * @returns by how many percent p99 is greater with it: the median of the rounds
 */
export async function measureHanging(
  inSystem: (work: (system: Started) => Promise<void>) => Promise<void>,
  receiver: Receiver,
  { queued, seconds }: { queued: number; seconds: number },
): Promise<number> {
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1)
    await inSystem(async system => {
      measured.push(await measureRound(system, receiver, { queued, seconds, round }))
    })
  const without = measured.flatMap(({ without, again }) => [without, again])
  const beside = measured.map(({ beside }) => beside)
  const percents = measured.map(({ without, again, beside }) => (beside / ((without + again) / 2) - 1) * 100)
  const chance = measured.map(({ without, again }) => Math.abs(again / without - 1) * 100)
  console.table([
    {
      queued: measured.map(({ queued }) => queued).join(' '),
      'p99 without, ms': `${median(without).toFixed(0)} (${spread(without)})`,
      'p99 beside it, ms': `${median(beside).toFixed(0)} (${spread(beside)})`,
      'difference %': `${median(percents).toFixed(1)} (${spread(percents)})`,
      'by chance %': median(chance).toFixed(1),
    },
  ])
  return median(percents)
}

type Sizes = { queued: number; seconds: number; round: number }

async function measureRound(
  system: Started,
  receiver: Receiver,
  { queued, seconds, round }: Sizes,
): Promise<Round> {
  const client = clientOf(system)
  const since = new Date(Date.now() - 1000)
  const hanging = `hanging-${round}`
  const id = await client.listen(receiver.url(hanging), silence)
  await sendAll(queued, 16, () => client.send(publishing({ forHanging: true })))
  const group = `others-${round}`
  for (let n = 0; n < others; n += 1) await client.listen(receiver.url(group, n), { forHanging: false })
  let before = 0
  const p99 = async () => {
    const sent = await sendSteadily(eventsPerSecond, seconds, () =>
      client.send(publishing({ forHanging: false })),
    )
    const { lags } = await receiver.all(group, before + others * sent.length)
    const value = percentile(lags.slice(before), 99)
    before = lags.length
    return value
  }
  await p99() // warms up
  const without = await p99()
  const again = await p99()
  await client.catchUp(id, { forHanging: true }, since)
  await receiver.all(hanging, 1)
  await sleep(settleMs) // until the queue has taken them all; their attempts end 15 s after they began
  const beside = await p99()
  const begun = await receiver.arrived(hanging)
  return { without, again, beside, queued: queued - begun.count }
}
