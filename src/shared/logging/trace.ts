// W3C Trace Context (https://www.w3.org/TR/trace-context/).

import { Buffer } from 'node:buffer'

/** A span of this system. Ids are lower-case hex; `flags` contains the defined bits that the caller sent. */
export type Span = { traceId: string; spanId: string; flags: number; parentSpanId?: string }

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const sampled = 1
/** Sampled, and random trace id (Level 2, section 2.2.5). Other bits are reserved and sent as 0. */
const knownFlags = 3

/** Parses a `traceparent`. Returns undefined if it is malformed. Later versions may append fields (section 3.2.2). */
export function parseTraceparent(header: string): Omit<Span, 'parentSpanId'> | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = shape.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & knownFlags }
}

/** Returns the `traceparent` of the span. */
export const toTraceparent = ({ traceId, spanId, flags }: Span): string =>
  `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`

/** Returns a new span in the trace of the header, or in a new, sampled trace. */
export function spanOf(header: string | null | undefined): Span {
  const parent = header ? parseTraceparent(header) : undefined
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('hex')
  const spanId = random.slice(32)
  if (!parent) return { traceId: random.slice(0, 32), spanId, flags: sampled }
  return { ...parent, spanId, parentSpanId: parent.spanId }
}
