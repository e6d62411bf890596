import * as z from 'zod'

const documented = {
  type: 'integer',
  example: 1795253400000,
  description: 'Milliseconds since 1970.',
} as const

/** An instant of area C: `Date` in code, milliseconds since 1970 on the wire. */
export const EpochMs = z
  .codec(z.int(), z.date(), { decode: ms => new Date(ms), encode: date => date.getTime() })
  .meta(documented)

/** An instant that may be absent. */
export const NullableEpochMs = z
  .codec(z.int().nullable(), z.date().nullable(), {
    decode: ms => (ms === null ? null : new Date(ms)),
    encode: date => (date === null ? null : date.getTime()),
  })
  .meta({ ...documented, type: ['integer', 'null'] })

/** An instant in a query string. */
export const Milliseconds = z
  .string()
  .regex(/^\d{1,15}$/, 'Expected milliseconds since 1970.')
  .transform(text => new Date(Number(text)))
