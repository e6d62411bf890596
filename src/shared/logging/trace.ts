// W3C Trace Context (https://www.w3.org/TR/trace-context/): to which trace a request belongs.

import { Buffer } from 'node:buffer'

/** A span of ours in a trace. Ids are lower-case hex; `flags` are the bits that the caller set and that have a meaning. */
export type Span = { traceId: string; spanId: string; flags: number; parentSpanId?: string }

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const sampled = 1
/** Sampled, and of a random trace id (Level 2, section 2.2.5); others are reserved, and sent as 0. */
const knownFlags = 3

/** What a `traceparent` says; undefined when it is malformed (section 3.2.2: a later version may say more at its end). */
export function parseTraceparent(header: string): Omit<Span, 'parentSpanId'> | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = shape.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & knownFlags }
}

/** The `traceparent` that continues at the span. */
export const toTraceparent = ({ traceId, spanId, flags }: Span): string =>
  `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`

/** A span of the trace that the header names, or the first one of a trace of its own. What we do is logged, so it is sampled. */
export function spanOf(header: string | null | undefined): Span {
  const parent = header ? parseTraceparent(header) : undefined
  const fresh = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('hex')
  const spanId = fresh.slice(32)
  if (!parent) return { traceId: fresh.slice(0, 32), spanId, flags: sampled }
  return { ...parent, spanId, parentSpanId: parent.spanId }
}
