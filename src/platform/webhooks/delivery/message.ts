// The messages of QStash. A message contains an endpoint and the ids of up to 20 of its deliveries.

import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type SidOf, uuidFromSid } from '../../../../db/sid.ts'
import { Sid } from '../../../shared/values/sid.ts'

/** The maximum number of deliveries of a message. */
export const maxDeliveries = 20

/** A delivery and its round: the number of the message that may send it. A message of an earlier round has no effect. */
type MessageDelivery = { sid: SidOf<'WD'>; round: number }

export type Message = {
  endpointSid: SidOf<'WH'>
  deliveries: readonly MessageDelivery[]
  /** QStash sends the message after this time. */
  delayMs: number
}

type Due = MessageDelivery & Pick<Message, 'endpointSid'>

/**
 * Groups deliveries by endpoint, in the order of their sids. The same deliveries result in the same messages, of which
 * QStash drops the repeated ones.
 */
export function messagesOf(due: readonly Due[]): Message[] {
  const ofEndpoints = Map.groupBy(
    due.toSorted((a, b) => (a.sid < b.sid ? -1 : 1)),
    ({ endpointSid }) => endpointSid,
  )
  return [...ofEndpoints].flatMap(([endpointSid, deliveries]) =>
    Array.from({ length: Math.ceil(deliveries.length / maxDeliveries) }, (_, at) => ({
      endpointSid,
      deliveries: deliveries.slice(at * maxDeliveries, (at + 1) * maxDeliveries),
      delayMs: 0,
    })),
  )
}

/** Returns the rounds and the delays of deliveries, as the statements expect them. */
export const roundsOf = (
  deliveries: readonly (MessageDelivery & { delayMs?: number })[],
): Record<string, unknown> =>
  Object.fromEntries(
    deliveries.map(({ sid, round, delayMs = 0 }) => [uuidFromSid(sid), { round, delay_ms: delayMs }]),
  )

/** Returns the id by which QStash drops a message with the same deliveries and rounds. It must not contain a colon. */
export const deduplicationIdOf = ({ deliveries }: Message): string =>
  createHash('sha256')
    .update(deliveries.map(({ sid, round }) => `${sid}_${round}`).join())
    .digest('hex')

/** Returns the body of a message. */
export const bodyOf = ({ endpointSid, deliveries }: Message): z.input<typeof Body> => ({
  endpointId: endpointSid,
  deliveries: deliveries.map(({ sid, round }) => ({ id: sid, round })),
})

const Body = z.object({
  endpointId: Sid('WH'),
  deliveries: z
    .array(z.object({ id: Sid('WD'), round: z.int() }))
    .min(1)
    .max(maxDeliveries),
})

/** The body of messages of earlier builds, which may be in the queue for hours: one delivery without its round. */
const EarlierBody = z.object({ deliveryId: Sid('WD') })

/** A delivery of a received message. Messages of earlier builds have the round in the URL of the failure callback only. */
export type ReceivedDelivery = { sid: SidOf<'WD'>; round: number | undefined }

/**
 * Parses the body of a message.
 * @param round the round from the URL, if the URL has one
 */
export function parseMessage(body: string, round?: number): ReceivedDelivery[] {
  const message = z.union([Body, EarlierBody]).parse(JSON.parse(body))
  if ('deliveryId' in message) return [{ sid: message.deliveryId, round }]
  return message.deliveries.map(delivery => ({ sid: delivery.id, round: delivery.round }))
}
