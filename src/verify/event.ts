/** The event in the body of a delivery. Later versions may add members. */
export type WebhookEvent = {
  /** Identical in all deliveries of the event. Use it to detect duplicates. */
  id: string
  topic: string
  /** What produced the event: `capture`, `sync`, `socket` or `sdk`. */
  source: string
  /** The event type that the endpoint subscribed to, for example `database.event`. */
  type: string
  payload: Record<string, unknown>
  metadata: {
    /** When the event happened, in epoch milliseconds. */
    timestamp: number
    table?: string
    operation?: string
    environment: string
  }
}

/** Parses the body of a delivery. Returns undefined when it is not an event. */
export function parseEvent(body: Uint8Array): WebhookEvent | undefined {
  const value = parseJson(body)
  return isEvent(value) ? value : undefined
}

function parseJson(body: Uint8Array): unknown {
  try {
    // JSON has no byte order mark (RFC 8259, section 8.1), so the decoder must not remove one.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    return undefined // The error of JSON.parse quotes the body.
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
