/** What a delivery tells. Members that are not listed here may be added. */
export type WebhookEvent = {
  /** The same in all deliveries of the event: what was seen before is a repetition. */
  id: string
  topic: string
  /** What noticed it: `capture`, `sync`, `socket` or `sdk`. */
  source: string
  /** The event type that the endpoint subscribed to, as `database.event`. */
  type: string
  payload: Record<string, unknown>
  metadata: {
    /** When it happened, in epoch milliseconds. */
    timestamp: number
    table?: string
    operation?: string
    environment: string
  }
}

/** The event that the bytes are; undefined when they are none. */
export function parseEvent(body: Uint8Array): WebhookEvent | undefined {
  const value = parseJson(body)
  return isEvent(value) ? value : undefined
}

function parseJson(body: Uint8Array): unknown {
  try {
    // A byte order mark is no JSON (RFC 8259, section 8.1), so the decoder must not drop it.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    return undefined // The cause would quote the body.
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const areStrings = (...values: unknown[]) => values.every(value => typeof value === 'string')

function isEvent(value: unknown): value is WebhookEvent {
  if (!isObject(value)) return false
  const { id, topic, source, type, payload, metadata } = value
  if (!areStrings(id, topic, source, type)) return false
  if (!(isObject(payload) && isObject(metadata))) return false
  const { timestamp, environment, table = '', operation = '' } = metadata
  return typeof timestamp === 'number' && areStrings(environment, table, operation)
}
