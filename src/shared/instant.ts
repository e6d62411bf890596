import { z } from '@hono/zod-openapi'

const documented = { type: 'string', format: 'date-time', example: '2026-11-21T09:30:00.000Z' } as const

/** An instant: `Date` in code, `YYYY-MM-DDTHH:mm:ss.sssZ` on the wire; input must end in `Z`. */
export const Instant = z
  .codec(z.iso.datetime(), z.date(), { decode: text => new Date(text), encode: date => date.toISOString() })
  .openapi(documented)

/** An instant that may be absent. (`Instant.nullable()` would lose its null in the OpenAPI document.) */
export const NullableInstant = z
  .codec(z.iso.datetime().nullable(), z.date().nullable(), {
    decode: text => (text === null ? null : new Date(text)),
    encode: date => (date === null ? null : date.toISOString()),
  })
  .openapi({ ...documented, type: ['string', 'null'] })
