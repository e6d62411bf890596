// The parts of the local QStash, put together over one state directory.

import { openSender } from './attempt.ts'
import type { Clock } from './clock.ts'
import { openDeduplication } from './deduplication.ts'
import { type AttemptRecord, makeDelivery } from './delivery.ts'
import { makeDispatcher } from './dispatcher.ts'
import { openDlq } from './dlq.ts'
import { makeFaults } from './faults.ts'
import { openFlowControl } from './flow-control.ts'
import { openKeys, type SigningKeys } from './keys.ts'
import { openLog } from './log.ts'
import { openMessages } from './messages.ts'
import { openQueues } from './queues.ts'
import { openStore } from './store.ts'
import type { Waiting } from './waiting.ts'

type ServiceOptions = {
  stateDir: string
  clock: Clock
  keys: SigningKeys
  /** Attempts under way at once: of all destinations, and of each. */
  inFlight: number
  held: boolean
  /** Whether attempts are kept for a test to read. */
  recorded: boolean
}

export type Service = Awaited<ReturnType<typeof openService>>

const dayMs = 86_400_000

/** How long lines of the log (3 days) and dead letters (7 days) are kept. */
const kept = { log: 3 * dayMs, dlq: 7 * dayMs }

/** Often enough for 3,000 messages a second, of which each leaves three lines in the log. */
const purgeEveryMs = 500

/** Attempts that are kept for a test; the oldest go first. */
const keptAttempts = 200_000

export async function openService({ stateDir, clock, keys, inFlight, held, recorded }: ServiceOptions) {
  const store = openStore(stateDir)
  const messages = openMessages(store)
  const parts = {
    ...{ clock, messages, faults: makeFaults(), sender: openSender() },
    ...{ queues: openQueues(store), flow: openFlowControl(store), log: openLog(store), dlq: openDlq(store) },
  }
  const deduplication = openDeduplication(store)
  const signingKeys = await openKeys(store, keys)
  const attempts: AttemptRecord[] = []
  let closing = false

  const delivery = makeDelivery({
    ...parts,
    signer: signingKeys.signer,
    record(attempt) {
      if (!recorded) return
      attempts.push(attempt)
      if (attempts.length > keptAttempts) attempts.splice(0, keptAttempts / 2)
    },
    isClosing: () => closing,
  })
  const dispatcher = makeDispatcher({ clock, flow: parts.flow, limit: inFlight, held, send: delivery.send })

  /** Sends what may be sent, after the store has committed it. */
  async function release(items: Waiting[]): Promise<void> {
    await store.committed()
    if (!closing) for (const item of items) dispatcher.add(item)
  }
  function purge(): void {
    const now = clock.now()
    parts.log.purge(now - kept.log)
    parts.dlq.purge(now - kept.dlq)
    deduplication.purge(now)
  }

  const pending = messages.pending()
  // Those that have their places come first: a place is free only when none of them keeps it.
  const placed = pending.filter(({ state }) => state === 'scheduled')
  const queued = pending.filter(({ state }) => state === 'queued')
  const waiting = [...placed, ...queued].map(({ definition, state, dueAt }) =>
    delivery.place(definition, state, dueAt),
  )
  purge()
  await release(waiting.flat())
  const purging = setInterval(purge, purgeEveryMs).unref()

  return {
    ...parts,
    ...{ inFlight, store, deduplication, keys: signingKeys, delivery, dispatcher, attempts, release, purge },
    /** Cuts what is in flight, which is sent again after the next start, and closes the store. */
    async close(): Promise<void> {
      closing = true
      clearInterval(purging)
      parts.sender.close()
      await dispatcher.hold()
      store.close()
    },
  }
}
