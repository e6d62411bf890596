/** A moment: epoch milliseconds, an ISO 8601 text with its time zone as the API has it, or a `Date`. */
export type Instant = number | string | Date

// A text without a time zone would be a different moment in each browser.
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** Epoch milliseconds; undefined when it is none. */
export function epochMsOf(instant: unknown): number | undefined {
  const milliseconds = read(instant)
  return Number.isFinite(milliseconds) && milliseconds > 0 ? milliseconds : undefined
}

function read(instant: unknown): number {
  if (typeof instant === 'number') return instant
  if (typeof instant === 'string') return iso.test(instant) ? Date.parse(instant) : Number.NaN
  // Not `instanceof`: a Date of another frame is one too.
  if (Object.prototype.toString.call(instant) === '[object Date]') return Number(instant)
  return Number.NaN
}
