import type { Outcome } from './attempt.ts'
import { canonicalNames } from './headers.ts'
import { type Definition, type Message, newMessage } from './message.ts'

/**
 * The message to the failure callback, which describes the last attempt of a message that has failed permanently. It
 * has no `dlqId`, because failed messages are not kept.
 * @param now in ms since the epoch
 * @param delayMs how long a fault delays the callback
 */
export function failureCallbackOf(
  url: string,
  { definition, body, retried }: Message,
  outcome: Outcome,
  { now, delayMs }: { now: number; delayMs: number },
): Message {
  const payload = payloadOf(definition, body, retried, outcome)
  return newMessage({
    url,
    settings: {
      headers: { 'Content-Type': 'application/json' },
      ...{ maxRetries: definition.maxRetries, delayMs },
    },
    body: Buffer.from(JSON.stringify(payload)),
    ...{ callerIp: definition.callerIp, now },
  })
}

/** The payload as Upstash documents it: bodies in base64, times in ms as text. */
function payloadOf(definition: Definition, body: Uint8Array, retried: number, outcome: Outcome) {
  const { id, url, headers, maxRetries, notBefore, createdAt, callerIp } = definition
  const response = outcome.error === undefined ? outcome.body : Buffer.from(outcome.error)
  return {
    ...{ status: outcome.status, header: canonicalNames(outcome.headers), body: response.toString('base64') },
    ...{ retried, maxRetries, sourceMessageId: id, topicName: '', endpointName: '', url, method: 'POST' },
    ...{ sourceHeader: headers, sourceBody: Buffer.from(body).toString('base64') },
    ...{ notBefore: String(notBefore), createdAt: String(createdAt), scheduleId: '', callerIP: callerIp },
  }
}
