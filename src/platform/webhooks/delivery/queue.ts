// QStash: it keeps the time of deliveries, and calls our relay for each attempt. It is sent ids alone.

import { Client, Receiver } from '@upstash/qstash'
import * as z from 'zod'
import { attemptsOfRound } from '../../../../db/schema/webhook.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { readBytes } from '../../../shared/http/body.ts'
import { once } from '../../../shared/once.ts'

export const QueueBindings = z.object({
  QSTASH_URL: z.url().optional(),
  QSTASH_TOKEN: z.string().min(1).optional(),
  QSTASH_CURRENT_SIGNING_KEY: z.string().min(1).optional(),
  QSTASH_NEXT_SIGNING_KEY: z.string().min(1).optional(),
})
type QueueBindings = z.output<typeof QueueBindings>

/** What QStash calls, below the base URL. */
export const callbacks = {
  relay: '/internal/webhooks/relay',
  failed: '/internal/webhooks/failed',
  release: '/internal/webhooks/release',
} as const

/** The round makes a message another one than those before it, which QStash has seen and would drop. */
export type Message = { deliverySid: SidOf<'WD'>; endpointSid: SidOf<'WH'>; round: number }

export type Called = { body: string; round: number }

export type Queue = {
  /** Stores all messages or says that it did not. What it stored and did not say is dropped when it is published again. */
  publish(messages: readonly Message[]): Promise<void>
  /** Keeps the messages of an endpoint, and calls `release` after so many seconds. */
  pause(endpointSid: SidOf<'WH'>, seconds: number): Promise<void>
  /** Lets the messages of the endpoint go one after the other. */
  release(endpointSid: SidOf<'WH'>): Promise<void>
  /** Lets them go side by side, whether they were kept or not. */
  unthrottle(endpointSid: SidOf<'WH'>): Promise<void>
  /**
   * The body of a request of QStash's, and the round that its address names; undefined for one that is not.
   * @throws Problem for a body of more than 64 KiB, or one that does not arrive in whole within 10 s
   */
  receive(request: Request): Promise<Called | undefined>
}

const retries = attemptsOfRound - 1

/** QStash sends ids, and with a failure our own answer, which is empty. */
const bodyBounds = { maxBytes: 64 * 1024, withinMs: 10_000 }

/** A JWT: https://upstash.com/docs/qstash/features/security. */
const signatureShape = /^[\w-]{1,1000}\.[\w-]{1,2000}\.[\w-]{1,1000}$/

const parallelism = 20 // of one endpoint: what a slow one may keep busy

// Where the relay is not reached, nobody says when to try again. 10 s × 6^n, within QStash's own greatest delay.
const fallbackDelay = 'min(86400000, 10000 * pow(6, retried))'

const flowKey = (endpointSid: SidOf<'WH'>) => `wh_${endpointSid}`

export function queueOf(bindings: QueueBindings, baseUrl: string): Queue {
  const {
    QSTASH_URL,
    QSTASH_TOKEN,
    QSTASH_CURRENT_SIGNING_KEY: currentSigningKey,
    QSTASH_NEXT_SIGNING_KEY: nextSigningKey,
  } = bindings
  const client = once(() => {
    if (QSTASH_TOKEN === undefined) throw new Error('Nothing can be delivered: set QSTASH_TOKEN.')
    return new Client({
      token: QSTASH_TOKEN,
      ...(QSTASH_URL && { baseUrl: QSTASH_URL }),
      enableTelemetry: false,
    })
  })
  const receiver =
    currentSigningKey && nextSigningKey ? new Receiver({ currentSigningKey, nextSigningKey }) : undefined
  if (QSTASH_TOKEN && !receiver)
    throw new Error('What QStash calls cannot be told from others: set its two signing keys.')
  const urlOf = (callback: keyof typeof callbacks) => new URL(callbacks[callback], baseUrl).href

  return {
    async publish(messages) {
      const relay = urlOf('relay')
      const failureCallback = urlOf('failed')
      await client().batchJSON(
        messages.map(({ deliverySid, endpointSid, round }) => ({
          url: relay,
          body: { deliveryId: deliverySid },
          retries,
          retryDelay: fallbackDelay,
          timeout: 30,
          // The round tells a late callback from one of the message that is under way.
          failureCallback: `${failureCallback}?round=${round}`,
          deduplicationId: `${deliverySid}_${round}`,
          label: endpointSid,
          flowControl: { key: flowKey(endpointSid), parallelism },
        })),
      )
    },
    async pause(endpointSid, seconds) {
      await client().flowControl.pause(flowKey(endpointSid))
      await client().publishJSON({
        url: urlOf('release'),
        body: { endpointId: endpointSid },
        delay: seconds,
        retries,
      })
    },
    async release(endpointSid) {
      await client().flowControl.pin(flowKey(endpointSid), { parallelism: 1 })
      await client().flowControl.resume(flowKey(endpointSid))
    },
    async unthrottle(endpointSid) {
      // Unpinned alone, a key keeps its last limit until another message comes.
      await client().flowControl.pin(flowKey(endpointSid), { parallelism })
      await client().flowControl.unpin(flowKey(endpointSid), { parallelism: true })
      await client().flowControl.resume(flowKey(endpointSid))
    },
    async receive(request) {
      const signature = request.headers.get('upstash-signature')
      if (!(receiver && signature && signatureShape.test(signature))) return undefined
      const body = new TextDecoder().decode(await readBytes(request, bodyBounds))
      const { pathname, search, searchParams } = new URL(request.url)
      const url = new URL(pathname + search, baseUrl).href
      return receiver.verify({ signature, body, url }).then(
        genuine => (genuine ? { body, round: Number(searchParams.get('round')) } : undefined),
        () => undefined,
      )
    },
  }
}
