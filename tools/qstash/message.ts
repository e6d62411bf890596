import { randomUUID } from 'node:crypto'
import type { Settings } from './settings.ts'

/** The immutable members of a message, except its body, which is stored separately. Times are in ms since the epoch. */
export type Definition = {
  id: string
  url: string
  /** The headers that the destination gets, by canonical name. */
  headers: Record<string, string>
  maxRetries: number
  retryDelay?: string
  timeoutMs?: number
  notBefore: number
  createdAt: number
  failureCallback?: string
  flow?: { key: string; parallelism: number }
  callerIp: string
}

export type Message = {
  definition: Definition
  body: Uint8Array
  /** When the next attempt is due, in ms since the epoch. */
  dueAt: number
  /** Retries that have started. */
  retried: number
}

/** The number of retries when the publisher sets none. */
const defaultRetries = 3

type Published = {
  url: string
  settings: Omit<Settings, 'deduplicationId'>
  body: Uint8Array
  callerIp: string
  /** In ms since the epoch. */
  now: number
}

/** The message that a publish describes. */
export function newMessage({ url, settings, body, callerIp, now }: Published): Message {
  const { delayMs = 0, ...rest } = settings
  const dueAt = now + delayMs
  const id = `msg_${randomUUID().replaceAll('-', '')}`
  const definition: Definition = {
    ...{ id, url, maxRetries: defaultRetries, callerIp, createdAt: now, notBefore: dueAt },
    ...rest,
  }
  return { definition, body, dueAt, retried: 0 }
}
