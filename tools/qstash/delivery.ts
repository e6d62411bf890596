// The life of a message between its publish and its end: admitted, attempted, retried, given up or cancelled.

import type { Outcome, Sender } from './attempt.ts'
import { retryDelay } from './backoff.ts'
import { callbacksOf } from './callback.ts'
import type { Clock } from './clock.ts'
import type { Dlq } from './dlq.ts'
import type { Faults } from './faults.ts'
import type { FlowControl } from './flow-control.ts'
import { detailOf, type Log } from './log.ts'
import type { Definition, Message } from './message.ts'
import type { Messages } from './messages.ts'
import type { Queues } from './queues.ts'
import type { Signer } from './signature.ts'
import type { Waiting } from './waiting.ts'

/** One request to a destination, as the dump of a test shows it. */
export type AttemptRecord = {
  messageId: string
  url: string
  retried: number
  /** In ms since the epoch, by the clock of the server. */
  at: number
  /** 0 when there was no answer. */
  status: number
  error?: string
  /** Sent beside another because of a fault. */
  duplicate: boolean
}

type Parts = {
  clock: Clock
  messages: Messages
  queues: Queues
  flow: FlowControl
  log: Log
  dlq: Dlq
  faults: Faults
  sender: Sender
  signer(): Signer
  record(attempt: AttemptRecord): void
  /** Whether the server is being closed: what is cut then counts as not attempted. */
  isClosing(): boolean
}

export type Delivery = ReturnType<typeof makeDelivery>

/** How long a destination may take when the publisher does not say: 15 minutes, the least of the service's plans. */
const standardTimeoutMs = 900_000

export function makeDelivery(parts: Parts) {
  const { clock, messages, queues, flow, log, dlq, faults, sender, signer, record, isClosing } = parts
  const cancelled = new Set<string>()

  /** Stores the message; what it answers may be sent once the store has committed. */
  function admit(message: Message): Waiting[] {
    const { definition, body, state, dueAt } = message
    messages.add(message)
    log.add(clock.now(), 'CREATED', definition, { body, detail: { nextDeliveryTime: dueAt } })
    if (definition.flow) flow.configure(definition.flow.key, definition.flow)
    if (definition.queue !== undefined) queues.ensure(definition.queue, clock.now())
    return place(definition, state, dueAt)
  }

  /** Lets a stored message wait for its time or for its place. */
  function place(definition: Definition, state: Message['state'], dueAt: number): Waiting[] {
    if (definition.place && state === 'queued') {
      queues.add(definition.place.queue, definition.id)
      return advance(definition.place.queue)
    }
    if (definition.place) queues.begin(definition.place.queue, definition.place.family)
    return [waitingOf(definition, dueAt)]
  }

  /** Gives the free places of a queue to the messages that are first in its line. */
  function advance(queue: string): Waiting[] {
    const begun: Waiting[] = []
    for (let id = queues.next(queue); id !== undefined; id = queues.next(queue)) {
      const message = messages.find(id)
      if (!message) continue
      messages.activate(id, message.dueAt)
      begun.push(...place(message.definition, 'scheduled', message.dueAt))
    }
    return begun
  }

  function finish({ id, place: kept }: Definition): Waiting[] {
    messages.remove(id)
    cancelled.delete(id)
    if (!kept) return []
    queues.end(kept.queue, kept.family)
    return advance(kept.queue)
  }

  async function request(message: Message, { duplicate = false } = {}): Promise<Outcome> {
    const { definition, body, retried } = message
    const { id, url, method, headers, timeoutMs = standardTimeoutMs } = definition
    const at = clock.now()
    const outcome = await sender.send({
      ...{ url, method, body, timeoutMs },
      headers: {
        ...headers,
        'Content-Length': String(body.length),
        'User-Agent': 'Upstash-QStash',
        'Upstash-Message-Id': id,
        'Upstash-Retried': String(retried),
        'Upstash-Caller-Ip': definition.callerIp,
        'Upstash-Signature': await signer()({ url, body, now: at }),
      },
    })
    const { status, error } = outcome
    record({ messageId: id, url, retried, at, status, duplicate, ...(error !== undefined && { error }) })
    return outcome
  }

  /** Makes one attempt, and answers what is to be sent because of it. */
  async function send(id: string): Promise<Waiting[]> {
    const message = messages.find(id)
    if (!message) return []
    log.add(clock.now(), 'ACTIVE', message.definition)
    const again = faults.strikes('duplicate') ? request(message, { duplicate: true }) : undefined
    const outcome = await request(message)
    await again
    return isClosing() ? [] : settle(message, outcome)
  }

  function settle(message: Message, outcome: Outcome): Waiting[] {
    const { definition, retried } = message
    const now = clock.now()
    const isDelivered = outcome.status >= 200 && outcome.status < 300
    const isLast = isDelivered || cancelled.has(definition.id) || isFinal(message, outcome)
    const delay = isLast ? 0 : retryDelay(definition.retryDelay, retried, outcome.headers, now)
    const dlqId = conclude(message, outcome, isLast, now + delay)
    const time = { now, delayMs: faults.settings().callbackDelayMs }
    const told = callbacksOf(message, outcome, dlqId, time).flatMap(admit)
    if (isLast) return [...told, ...finish(definition)]
    messages.reschedule(definition.id, now + delay, retried + 1)
    return [...told, waitingOf(definition, now + delay)]
  }

  /** Writes to the log how the attempt ended, and answers the id of the dead letter when there is one. */
  function conclude(message: Message, outcome: Outcome, isLast: boolean, next: number): string | undefined {
    const { definition, body } = message
    const [now, detail] = [clock.now(), detailOf(outcome)]
    if (detail.error === undefined) {
      log.add(now, 'DELIVERED', definition, { detail })
      return undefined
    }
    log.add(now, 'ERROR', definition, { detail })
    if (!isLast) log.add(now, 'RETRY', definition, { detail: { nextDeliveryTime: next } })
    else if (cancelled.has(definition.id)) log.add(now, 'CANCELED', definition)
    else {
      log.add(now, 'FAILED', definition, { detail })
      return dlq.add(now, definition, body, outcome)
    }
    return undefined
  }

  return {
    admit,
    place,
    advance,
    send,
    /**
     * Cancels a message that is not done; what is in flight is not tried again.
     * @param drop takes it out of what waits to be sent
     */
    cancel(definition: Definition, state: Message['state'], drop: (id: string) => boolean): Waiting[] {
      const now = clock.now()
      log.add(now, 'CANCEL_REQUESTED', definition)
      const isQueued = state === 'queued' && definition.queue !== undefined
      if (isQueued) queues.drop(definition.queue ?? '', definition.id)
      else if (!drop(definition.id)) {
        cancelled.add(definition.id)
        messages.remove(definition.id)
        return []
      }
      log.add(now, 'CANCELED', definition)
      if (!isQueued) return finish(definition)
      messages.remove(definition.id)
      return []
    },
  }
}

/** The destination refused for good (489 with the header), or no retry is left. */
const isFinal = ({ definition, retried }: Message, { status, headers }: Outcome) =>
  retried >= definition.maxRetries ||
  (status === 489 && headers['upstash-nonretryable-error']?.[0]?.toLowerCase() === 'true')

const waitingOf = ({ id, url, flow }: Definition, dueAt: number): Waiting => ({
  ...{ id, dueAt, origin: new URL(url).origin, flowKey: flow?.key },
})
