// The members of settings that limit the requests of each caller (docs/adr/0019-request-limits.md).

import * as z from 'zod'

const Limit = z.int().min(1).max(1_000_000).nullable()

export const limitDescriptions = {
  readsPerMinute: {
    description: 'How many GET requests each caller may send in a minute; null: any number.',
    example: 3000,
  },
  writesPerMinute: {
    description: 'How many other requests each caller may send in a minute; null: any number.',
    example: 600,
  },
}

export const limitRecord = { readsPerMinute: z.int().nullable(), writesPerMinute: z.int().nullable() }
export const limitUpdate = { readsPerMinute: Limit.optional(), writesPerMinute: Limit.optional() }
