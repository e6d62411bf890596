import * as z from 'zod'

const documented = {
  type: 'integer',
  example: 1795253400000,
  unit: 'Milliseconds since 1970',
} as const

/** A timestamp of area C: `Date` in code, milliseconds since 1970 in JSON. */
export const EpochMs = z
  .codec(z.int(), z.date(), { decode: ms => new Date(ms), encode: date => date.getTime() })
  .meta(documented)

/** A timestamp in a request, from 1970 to 9998. */
export const BoundedEpochMs = z
  .codec(
    z
      .int()
      .min(0)
      .max(Date.UTC(9999, 0) - 1),
    z.date(),
    {
      decode: ms => new Date(ms),
      encode: date => date.getTime(),
    },
  )
  .meta({ ...documented, minimum: 0, maximum: Date.UTC(9999, 0) - 1 })

/** A timestamp or null. */
export const NullableEpochMs = z
  .codec(z.int().nullable(), z.date().nullable(), {
    decode: ms => (ms === null ? null : new Date(ms)),
    encode: date => (date === null ? null : date.getTime()),
  })
  .meta({ ...documented, type: ['integer', 'null'] })

/** A timestamp in a query string, in milliseconds since 1970. */
export const Milliseconds = z
  .string()
  .regex(/^\d{1,15}$/, 'Expected milliseconds since 1970 such as 1795253400000.')
  .transform(text => new Date(Number(text)))
