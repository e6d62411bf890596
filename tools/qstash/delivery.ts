// The states of a message: it is admitted, attempted, retried, and then delivered, failed permanently or cancelled.

import type { Outcome, Sender } from './attempt.ts'
import { retryDelay } from './backoff.ts'
import { failureCallbackOf } from './callback.ts'
import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { FlowControl } from './flow-control.ts'
import type { Definition, Message } from './message.ts'
import type { Messages } from './messages.ts'
import type { Signer } from './signature.ts'
import type { Waiting } from './waiting.ts'

/** One request to a destination, as tests read it. */
export type AttemptRecord = {
  url: string
  retried: number
  /** In ms since the epoch, by the clock of the server. */
  at: number
  /** 0 when there was no response. */
  status: number
  /** Sent in addition to another request because of a fault. */
  duplicate: boolean
}

type Parts = {
  clock: Clock
  messages: Messages
  flow: FlowControl
  faults: Faults
  sender: Sender
  sign: Signer
  record(attempt: AttemptRecord): void
  /** Whether the server is closing. Attempts that the closing cuts are made again after the next start. */
  isClosing(): boolean
}

/** How long an attempt may take when the publisher sets no timeout: 15 minutes, the limit of the free plan. */
const defaultTimeoutMs = 900_000

export function makeDelivery({ clock, messages, flow, faults, sender, sign, record, isClosing }: Parts) {
  /** Stores the message. It may be sent once the store has committed. */
  function admit(message: Message): Waiting {
    const { definition, dueAt } = message
    messages.add(message)
    if (definition.flow) flow.configure(definition.flow.key, definition.flow.parallelism)
    return waitingOf(definition, dueAt)
  }

  async function request(message: Message, { duplicate = false } = {}): Promise<Outcome> {
    const { definition, body, retried } = message
    const { id, url, headers, timeoutMs = defaultTimeoutMs } = definition
    const at = clock.now()
    const outcome = await sender.send({
      ...{ url, body, timeoutMs },
      headers: {
        ...headers,
        'Content-Length': String(body.length),
        'User-Agent': 'Upstash-QStash',
        'Upstash-Message-Id': id,
        'Upstash-Retried': String(retried),
        'Upstash-Caller-Ip': definition.callerIp,
        'Upstash-Signature': await sign({ url, body, now: at }),
      },
    })
    record({ url, retried, at, status: outcome.status, duplicate })
    return outcome
  }

  /** Makes one attempt. Returns the messages that result from it: a retry, or the message to the failure callback. */
  async function send(id: string): Promise<Waiting[]> {
    const message = messages.find(id)
    if (!message) return []
    const duplicate = faults.occurs('duplicate') ? request(message, { duplicate: true }) : undefined
    const outcome = await request(message)
    await duplicate
    // A message that was cancelled while it was in flight has no row, and is not sent again.
    return isClosing() || !messages.find(id) ? [] : conclude(message, outcome)
  }

  function conclude(message: Message, outcome: Outcome): Waiting[] {
    const { definition, retried } = message
    const { id, failureCallback } = definition
    const now = clock.now()
    const isDelivered = outcome.status >= 200 && outcome.status < 300
    if (!(isDelivered || isFinal(message, outcome))) {
      const dueAt = now + retryDelay(definition.retryDelay, retried, outcome.headers)
      messages.reschedule(id, dueAt, retried + 1)
      return [waitingOf(definition, dueAt)]
    }
    messages.remove(id)
    if (isDelivered || failureCallback === undefined) return []
    const delayMs = faults.settings().callbackDelayMs
    return [admit(failureCallbackOf(failureCallback, message, outcome, { now, delayMs }))]
  }

  return { admit, send }
}

/** Whether the destination refuses retries (489 with the header), or no retry is left. */
const isFinal = ({ definition, retried }: Message, { status, headers }: Outcome) =>
  retried >= definition.maxRetries ||
  (status === 489 && headers['upstash-nonretryable-error']?.[0]?.toLowerCase() === 'true')

export const waitingOf = ({ id, flow }: Definition, dueAt: number): Waiting => ({
  ...{ id, dueAt, flowKey: flow?.key },
})
