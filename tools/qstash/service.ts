// The parts of the local QStash over one state directory.

import { openSender } from './attempt.ts'
import type { Clock } from './clock.ts'
import { openDeduplication } from './deduplication.ts'
import { type AttemptRecord, makeDelivery, waitingOf } from './delivery.ts'
import { makeDispatcher } from './dispatcher.ts'
import { makeFaults } from './faults.ts'
import { openFlowControl } from './flow-control.ts'
import { openMessages } from './messages.ts'
import { makeSigner } from './signature.ts'
import { openStore } from './store.ts'
import type { Waiting } from './waiting.ts'

type ServiceOptions = {
  stateDir: string
  clock: Clock
  signingKey: string
  maxInFlight: number
  isPaused: boolean
  /** Whether attempts are recorded for tests. */
  isRecording: boolean
}

export type Service = Awaited<ReturnType<typeof openService>>

const purgeIntervalMs = 60_000

/** How many attempts are recorded; the oldest are removed first. */
const maxAttempts = 200_000

export async function openService(options: ServiceOptions) {
  const { stateDir, clock, signingKey, maxInFlight, isPaused, isRecording } = options
  const store = openStore(stateDir)
  const parts = {
    ...{ clock, messages: openMessages(store), flow: openFlowControl(store) },
    ...{ faults: makeFaults(), sender: openSender() },
  }
  const deduplication = openDeduplication(store)
  const attempts: AttemptRecord[] = []
  let isClosing = false

  const delivery = makeDelivery({
    ...parts,
    sign: await makeSigner(signingKey),
    record(attempt) {
      if (!isRecording) return
      attempts.push(attempt)
      if (attempts.length > maxAttempts) attempts.splice(0, maxAttempts / 2)
    },
    isClosing: () => isClosing,
  })
  const dispatcher = makeDispatcher({ clock, flow: parts.flow, maxInFlight, isPaused, send: delivery.send })

  /** Dispatches messages after the store has committed them. */
  async function dispatch(items: Waiting[]): Promise<void> {
    await store.committed()
    if (!isClosing) for (const item of items) dispatcher.add(item)
  }
  const purge = () => deduplication.purge(clock.now())

  purge()
  await dispatch(parts.messages.pending().map(({ definition, dueAt }) => waitingOf(definition, dueAt)))
  const purging = setInterval(purge, purgeIntervalMs).unref()

  return {
    ...parts,
    ...{ store, deduplication, delivery, dispatcher, attempts, dispatch },
    /** Cuts the attempts in flight, which are made again after the next start, and closes the store. */
    async close(): Promise<void> {
      isClosing = true
      clearInterval(purging)
      parts.sender.close()
      await dispatcher.pause()
      store.close()
    },
  }
}
