import * as z from 'zod'
import { Instant } from '../../shared/values/instant.ts'
import { BoundedEpochMs } from '../epoch-ms.ts'

/** A time of a request: ISO 8601 in UTC, or milliseconds since 1970. */
export const Time = (description: string) =>
  z
    .union([Instant, BoundedEpochMs], {
      error: ({ input }) =>
        input === undefined
          ? undefined
          : 'Expected ISO 8601 in UTC such as 2027-03-01T09:00:00Z, or milliseconds since 1970.',
    })
    .meta({
      description: `ISO 8601 in UTC, or milliseconds since 1970. ${description}`,
      example: '2027-03-01T09:00:00Z',
    })
