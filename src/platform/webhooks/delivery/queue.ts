// The client of QStash. QStash schedules deliveries and calls the relay for each attempt. Messages contain only ids.

import { Client, Receiver } from '@upstash/qstash'
import * as z from 'zod'
import { attemptsPerRound } from '../../../../db/schema/webhook.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { deadline } from '../../../shared/deadline.ts'
import { readBytes } from '../../../shared/http/body.ts'
import { once } from '../../../shared/once.ts'
import { bodyOf, deduplicationIdOf, type Message } from './message.ts'

export const QueueBindings = z.object({
  QSTASH_URL: z.url().optional(),
  /** The origin of the callbacks, if it is not `BASE_URL`. The local stack sets it. */
  QSTASH_CALLBACK_URL: z.url().optional(),
  QSTASH_TOKEN: z.string().min(1).optional(),
  QSTASH_CURRENT_SIGNING_KEY: z.string().min(1).optional(),
  QSTASH_NEXT_SIGNING_KEY: z.string().min(1).optional(),
})
type QueueBindings = z.output<typeof QueueBindings>

/** The paths that QStash calls. */
export const callbacks = {
  relay: '/internal/webhooks/relay',
  failed: '/internal/webhooks/failed',
  release: '/internal/webhooks/release',
} as const

/** A verified request of QStash. Only failure callbacks of messages of earlier builds have a round in their URL. */
export type QueueRequest = { body: string; round: number | undefined }

export type Queue = {
  /**
   * Publishes all messages or rejects. If a rejected call has stored messages, QStash drops the same messages of the
   * next call.
   */
  publish(messages: readonly Message[]): Promise<void>
  /** Schedules a call of `release` after `seconds`, and pauses the messages of an endpoint. */
  pause(endpointSid: SidOf<'WH'>, seconds: number): Promise<void>
  /** Resumes the messages of an endpoint with its current parallelism. */
  resume(endpointSid: SidOf<'WH'>): Promise<void>
  /** Resumes the messages of an endpoint with a parallelism of one. */
  release(endpointSid: SidOf<'WH'>): Promise<void>
  /** Resumes the messages of an endpoint with full parallelism. */
  unthrottle(endpointSid: SidOf<'WH'>): Promise<void>
  /**
   * Verifies the signature of a request. Returns its body and the round from its URL; undefined if it is not from
   * QStash.
   * @throws Problem for a body that is larger than 64 KiB or is not received within 10 s
   */
  receive(request: Request): Promise<QueueRequest | undefined>
}

const retries = attemptsPerRound - 1

/** The limits of callback bodies. The bodies contain ids, and after a failure the empty response of the relay. */
const bodyBounds = { maxBytes: 64 * 1024, withinMs: 10_000 }

/** The signature is a JWT: https://upstash.com/docs/qstash/features/security. */
const signatureShape = /^[\w-]{1,1000}\.[\w-]{1,2000}\.[\w-]{1,1000}$/

/** The number of concurrent requests of the relay to an endpoint, for one message. */
export const sendsAtOnce = 2

/**
 * The number of concurrent messages of an endpoint. All messages carry the same number: QStash applies that of the
 * newest message to all. A message holds its place until its slowest request has ended.
 */
const parallelism = 20

// Applies if the relay is unreachable and cannot set the delay: 10 s × 6^n, at most one day (the limit of QStash).
const fallbackDelay = 'min(86400000, 10000 * pow(6, retried))'

/** The client waits without a limit. Three calls in a row end within a run of the outbox (outbox.ts). */
const maxCallMs = 8_000

/** @throws Error if QStash does not respond in time. A request that it has received may still have an effect */
async function inTime(work: Promise<void>): Promise<void> {
  const late = deadline(maxCallMs, () => new Error('QStash does not respond.'))
  try {
    await Promise.race([work, late.passed])
  } finally {
    late.end()
  }
}

const flowKey = (endpointSid: SidOf<'WH'>) => `wh_${endpointSid}`

export function queueOf(bindings: QueueBindings, baseUrl: string): Queue {
  const {
    QSTASH_URL,
    QSTASH_CALLBACK_URL: callbackOrigin = baseUrl,
    QSTASH_TOKEN,
    QSTASH_CURRENT_SIGNING_KEY: currentSigningKey,
    QSTASH_NEXT_SIGNING_KEY: nextSigningKey,
  } = bindings
  const client = once(() => {
    if (QSTASH_TOKEN === undefined) throw new Error('Webhook delivery is not configured: set QSTASH_TOKEN.')
    return new Client({
      token: QSTASH_TOKEN,
      ...(QSTASH_URL && { baseUrl: QSTASH_URL }),
      enableTelemetry: false,
    })
  })
  const receiver =
    currentSigningKey && nextSigningKey ? new Receiver({ currentSigningKey, nextSigningKey }) : undefined
  if (QSTASH_TOKEN && !receiver)
    throw new Error(
      'Requests of QStash cannot be verified: set QSTASH_CURRENT_SIGNING_KEY and QSTASH_NEXT_SIGNING_KEY.',
    )
  const urlOf = (callback: keyof typeof callbacks) => new URL(callbacks[callback], callbackOrigin).href

  const calls: Omit<Queue, 'receive'> = {
    async publish(messages) {
      const relay = urlOf('relay')
      const failureCallback = urlOf('failed')
      await client().batchJSON(
        messages.map(message => ({
          url: relay,
          body: bodyOf(message),
          // QStash accepts whole seconds.
          ...(message.delayMs > 0 && { delay: Math.ceil(message.delayMs / 1000) }),
          retries,
          retryDelay: fallbackDelay,
          timeout: 30,
          failureCallback,
          deduplicationId: deduplicationIdOf(message),
          label: message.endpointSid,
          flowControl: { key: flowKey(message.endpointSid), parallelism },
        })),
      )
    },
    async pause(endpointSid, seconds) {
      // First, so that a pause that has an effect also has an end.
      await client().publishJSON({
        url: urlOf('release'),
        body: { endpointId: endpointSid },
        delay: seconds,
        retries,
      })
      await client().flowControl.pause(flowKey(endpointSid))
    },
    async resume(endpointSid) {
      await client().flowControl.resume(flowKey(endpointSid))
    },
    async release(endpointSid) {
      await client().flowControl.pin(flowKey(endpointSid), { parallelism: 1 })
      await client().flowControl.resume(flowKey(endpointSid))
    },
    async unthrottle(endpointSid) {
      // After `unpin` alone, a key keeps its last limit until the next message arrives.
      await client().flowControl.pin(flowKey(endpointSid), { parallelism })
      await client().flowControl.unpin(flowKey(endpointSid), { parallelism: true })
      await client().flowControl.resume(flowKey(endpointSid))
    },
  }
  return {
    publish: messages => inTime(calls.publish(messages)),
    pause: (endpointSid, seconds) => inTime(calls.pause(endpointSid, seconds)),
    resume: endpointSid => inTime(calls.resume(endpointSid)),
    release: endpointSid => inTime(calls.release(endpointSid)),
    unthrottle: endpointSid => inTime(calls.unthrottle(endpointSid)),
    async receive(request) {
      const signature = request.headers.get('upstash-signature')
      if (!(receiver && signature && signatureShape.test(signature))) return undefined
      const body = new TextDecoder().decode(await readBytes(request, bodyBounds))
      const { pathname, search, searchParams } = new URL(request.url)
      const round = searchParams.get('round')
      const url = new URL(pathname + search, callbackOrigin).href
      return receiver.verify({ signature, body, url }).then(
        genuine => (genuine ? { body, round: round === null ? undefined : Number(round) } : undefined),
        () => undefined,
      )
    },
  }
}
