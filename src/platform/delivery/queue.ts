// QStash: it keeps the time of deliveries, and calls our relay for each attempt. It is sent ids alone.

import { Client, Receiver } from '@upstash/qstash'
import { z } from 'zod'
import type { SidOf } from '../../../db/sid.ts'
import { once } from '../../shared/once.ts'

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

export type Queue = {
  /** Stores all messages or says that it did not. What it stored and did not say is dropped when it is published again. */
  publish(messages: readonly Message[]): Promise<void>
  /** Keeps the messages of an endpoint, and calls `release` after so many seconds. */
  hold(endpointSid: SidOf<'WH'>, seconds: number): Promise<void>
  /** Lets one message of the endpoint go after the other. */
  release(endpointSid: SidOf<'WH'>): Promise<void>
  /** Lets them go side by side again. */
  widen(endpointSid: SidOf<'WH'>): Promise<void>
  /** The body of a request of QStash's; undefined for one that is not. */
  receive(request: Request): Promise<string | undefined>
}

const retries = 5
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
          failureCallback,
          deduplicationId: `${deliverySid}_${round}`,
          label: endpointSid,
          flowControl: { key: flowKey(endpointSid), parallelism },
        })),
      )
    },
    async hold(endpointSid, seconds) {
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
    widen: endpointSid => client().flowControl.unpin(flowKey(endpointSid), { parallelism: true }),
    async receive(request) {
      const body = await request.text()
      const signature = request.headers.get('upstash-signature')
      if (!receiver || signature === null) return undefined
      const url = new URL(new URL(request.url).pathname, baseUrl).href
      return receiver.verify({ signature, body, url }).then(
        genuine => (genuine ? body : undefined),
        () => undefined,
      )
    },
  }
}
