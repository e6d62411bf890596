// Without a time zone, each browser would parse another instant.
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** Returns epoch milliseconds, or undefined when the value is not an instant. */
export function epochMsOf(instant: unknown): number | undefined {
  const milliseconds = read(instant)
  return Number.isFinite(milliseconds) && milliseconds > 0 ? milliseconds : undefined
}

function read(instant: unknown): number {
  if (typeof instant === 'number') return instant
  if (typeof instant === 'string') return iso.test(instant) ? Date.parse(instant) : Number.NaN
  // `instanceof` fails for a Date of another frame.
  if (Object.prototype.toString.call(instant) === '[object Date]') return Number(instant)
  return Number.NaN
}
