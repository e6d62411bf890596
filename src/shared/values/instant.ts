import * as z from 'zod'

const documented = {
  type: 'string',
  format: 'date-time',
  unit: 'ISO 8601, UTC',
  example: '2026-11-21T09:30:00.000Z',
} as const

const withSeconds = z.regexes.datetime({})
const withoutSeconds = z.regexes.datetime({ precision: -1 })

// Before 1900 the driver and the database interpret years of few digits differently.
const InstantText = z
  .stringFormat('datetime', text => withSeconds.test(text) || withoutSeconds.test(text))
  .refine(text => !/^(0|1[0-8])\d/.test(text), 'Expected a year from 1900 on.')

/** The last instant with a year of four digits. The database does not read what `toISOString` returns for later ones. */
export const lastInstant = Date.UTC(10_000, 0) - 1

/** An instant: `Date` in code, `YYYY-MM-DDTHH:mm:ss.sssZ` on the wire; input must end in `Z`, and may omit seconds. */
export const Instant = z
  .codec(InstantText, z.date(), { decode: text => new Date(text), encode: date => date.toISOString() })
  .meta(documented)

/** An instant or null. */
export const NullableInstant = z
  .codec(InstantText.nullable(), z.date().nullable(), {
    decode: text => (text === null ? null : new Date(text)),
    encode: date => (date === null ? null : date.toISOString()),
  })
  .meta({ ...documented, type: ['string', 'null'] })
