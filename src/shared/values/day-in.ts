import { dateFormat } from './date-format.ts'

/** Returns the day of an instant in an IANA time zone, as `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, at: Date): string =>
  // The Swedish form of dates is that of ISO 8601.
  dateFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
