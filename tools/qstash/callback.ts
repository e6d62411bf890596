import type { Outcome } from './attempt.ts'
import { canonicalNames, type Definition, type Hook, type Message, newMessage } from './message.ts'
import { readSettings } from './settings.ts'

/** When a callback is made, and by how much it is late on purpose (ms). */
type CallbackTime = { now: number; delayMs: number }

/**
 * The messages that tell of an attempt: the callback after each one, and the failure callback after the last.
 * @param dlqId of the dead letter, when the message is given up
 */
export function callbacksOf(
  { definition, body, retried }: Message,
  outcome: Outcome,
  dlqId: string | undefined,
  { now, delayMs }: CallbackTime,
): Message[] {
  const { callback, failureCallback, maxRetries, callerIp, place } = definition
  const payload = payloadOf(definition, body, retried, outcome)
  function tell({ url, headers }: Hook, told: object): Message {
    const settings = { maxRetries, ...readSettings({ 'content-type': 'application/json', ...headers }) }
    const json = Buffer.from(JSON.stringify(told))
    return newMessage({ url, settings, body: json, callerIp, now: now + delayMs }, place)
  }
  return [
    ...(callback ? [tell(callback, payload)] : []),
    ...(failureCallback && dlqId !== undefined ? [tell(failureCallback, { ...payload, dlqId })] : []),
  ]
}

/** What a callback says of the attempt; bodies in base64, times in ms as texts. */
function payloadOf(definition: Definition, body: Uint8Array, retried: number, outcome: Outcome) {
  const { id, url, method, headers, maxRetries, notBefore, createdAt, callerIp } = definition
  const answer = outcome.error === undefined ? outcome.body : Buffer.from(outcome.error)
  return {
    ...{ status: outcome.status, header: canonicalNames(outcome.headers), body: answer.toString('base64') },
    ...{ retried, maxRetries, sourceMessageId: id, topicName: '', endpointName: '', url, method },
    ...{ sourceHeader: headers, sourceBody: Buffer.from(body).toString('base64') },
    ...{ notBefore: String(notBefore), createdAt: String(createdAt), scheduleId: '', callerIP: callerIp },
  }
}
