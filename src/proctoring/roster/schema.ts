import * as z from 'zod'
import { Flag } from '../../shared/http/page.ts'

export const RosterQuery = z.strictObject({
  mode: z.enum(['delta', 'full']).default('delta').meta({
    description:
      'delta: records that the bundle does not list remain. full: records with a sourcedId (`sisId`) that a bulk file without errors does not list are deleted.',
  }),
  dryRun: Flag.optional().meta({
    description: 'true: reports what would change, without changing anything.',
  }),
})

const isBytes = (value: unknown): boolean => value instanceof Uint8Array

export const RosterBundle = z.custom<Uint8Array>(isBytes, 'Expected a zip.')

const Counts = z
  .object({ created: z.int(), updated: z.int(), unchanged: z.int(), deleted: z.int() })
  .meta({ id: 'RosterCounts' })

export const RosterImported = z
  .object({
    mode: z.enum(['delta', 'full']),
    dryRun: z.boolean(),
    counts: z.object({
      academicSessions: Counts,
      courses: Counts,
      classes: Counts,
      users: Counts,
      enrollments: Counts,
    }),
    skipped: z
      .object({ users: z.int(), enrollments: z.int() })
      .meta({ description: 'Rows of roles that are not imported, such as guardians.' }),
    errorCount: z.int(),
    errors: z
      .array(
        z
          .object({
            file: z.string(),
            line: z.int(),
            column: z.string().nullable(),
            code: z.string(),
            message: z.string(),
          })
          .meta({ id: 'RosterError' }),
      )
      .meta({ description: 'Rows that were not imported; at most 1,000 are listed. The header is line 1.' }),
  })
  .meta({ id: 'RosterImported' })
export type RosterImported = z.output<typeof RosterImported>
