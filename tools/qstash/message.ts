import { createHash, randomUUID } from 'node:crypto'
import type { Settings } from './settings.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A callback: where it goes, and the publish headers of the message that it becomes. */
export type Hook = { url: string; headers: Record<string, string> }

/** What a message asks of its flow control key; undefined is unlimited. */
export type FlowLimits = {
  parallelism?: number | undefined
  rate?: number | undefined
  periodSeconds?: number | undefined
}

export type Redaction = { body: boolean; headers: 'all' | string[] }

/** What never changes about a message, but its body, which is stored beside. Times in ms since the epoch. */
export type Definition = {
  id: string
  url: string
  method: Method
  /** What the destination is sent, by canonical name. */
  headers: Record<string, string>
  maxRetries: number
  retryDelay?: string
  timeoutMs?: number
  notBefore: number
  createdAt: number
  callback?: Hook
  failureCallback?: Hook
  labels: string[]
  flow?: FlowLimits & { key: string }
  queue?: string
  /** Whose place in which queue it keeps: its own, or that of the message whose callback it is. */
  place?: { queue: string; family: string }
  redaction?: Redaction
  callerIp: string
}

/** `queued` waits for its place in a queue, `scheduled` for its time; what is in flight is still `scheduled`. */
export type MessageState = 'queued' | 'scheduled'

export type Message = {
  definition: Definition
  body: Uint8Array
  state: MessageState
  dueAt: number
  /** Retries that were begun. */
  retried: number
}

/** How often a message is sent again when its publisher does not say. */
const standardRetries = 3

type Published = {
  url: string
  settings: Settings
  body: Uint8Array
  callerIp: string
  /** In ms since the epoch. */
  now: number
  queue?: string | undefined
}

/**
 * The message that a publish describes.
 * @param place of the message whose callback it is
 */
export function newMessage(
  { url, settings, body, callerIp, now, queue }: Published,
  place?: Definition['place'],
): Message {
  const id = `msg_${randomUUID().replaceAll('-', '')}`
  const { delayMs = 0, deduplicationId, contentBasedDeduplication, ...said } = settings
  const dueAt = Math.max(now, said.notBefore ?? now + delayMs)
  const kept = queue === undefined ? place : { queue, family: id }
  const definition: Definition = {
    ...{ id, url, method: 'POST', maxRetries: standardRetries, labels: [], callerIp, createdAt: now },
    ...said,
    notBefore: dueAt,
    ...(queue !== undefined && { queue }),
    ...(kept && { place: kept }),
  }
  return { definition, body, state: queue === undefined ? 'scheduled' : 'queued', dueAt, retried: 0 }
}

/** A dead letter as a new message, in which what is said now replaces what was said before. */
export function againOf(before: Definition, body: Uint8Array, settings: Settings, now: number): Message {
  const { id, createdAt, notBefore, place, queue, url, callerIp, ...said } = before
  const headers = { ...said.headers, ...settings.headers }
  return newMessage({ url, settings: { ...said, ...settings, headers }, body, callerIp, now, queue })
}

/** A header name as it is usually written: `content-type` is `Content-Type`. */
export const canonical = (name: string): string =>
  name.toLowerCase().replace(/(^|-)[a-z]/g, letter => letter.toUpperCase())

export const canonicalNames = <Value>(headers: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [canonical(name), value]))

/** The message as `GET /v2/messages/{id}` and the dead letters show it. */
export function viewOf(definition: Definition, body: Uint8Array) {
  const { id, url, method, maxRetries, retryDelay, notBefore, createdAt, flow, queue, labels } = definition
  const shown = redacted(definition, body)
  return {
    messageId: id,
    ...{ url, method, header: listed(shown.headers), ...bodyView(shown.body, 'body') },
    ...{ maxRetries, retryDelayExpression: retryDelay, notBefore, createdAt },
    callback: definition.callback?.url,
    failureCallback: definition.failureCallback?.url,
    ...{ queueName: queue, callerIP: definition.callerIp, ...labelView(labels) },
    ...{ flowControlKey: flow?.key, parallelism: flow?.parallelism, rate: flow?.rate },
    period: flow?.periodSeconds,
  }
}

/** The first label alone as well, for readers that know of one. */
export const labelView = (labels: string[]) => (labels.length > 0 ? { label: labels[0], labels } : {})

/** A body as text under the name, or in base64 under the name with `Base64` when it is no UTF-8. */
export function bodyView<Name extends string>(body: Uint8Array, name: Name): Record<string, string> {
  try {
    return { [name]: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body) }
  } catch {
    return { [`${name}Base64`]: Buffer.from(body).toString('base64') }
  }
}

export const listed = (headers: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))

/** Headers and body with a hash in place of what is not to be shown. */
export function redacted({ headers, redaction }: Definition, body: Uint8Array) {
  if (!redaction) return { headers, body }
  const hidden = redaction.headers
  const hides = (name: string) => hidden === 'all' || hidden.includes(name)
  const entries = Object.entries(headers)
  return {
    headers: Object.fromEntries(entries.map(([name, value]) => [name, hides(name) ? hash(value) : value])),
    body: redaction.body ? Buffer.from(hash(body)) : body,
  }
}

const hash = (value: string | Uint8Array) => `REDACTED:${createHash('sha256').update(value).digest('hex')}`
