import { z } from '@hono/zod-openapi'
import { Flag } from '../../shared/page.ts'

export const RosterQuery = z.strictObject({
  mode: z.enum(['delta', 'full']).default('delta').openapi({
    description:
      'delta: what the bundle does not list stays. full: what a bulk file without errors does not list goes, if it is known by a sourcedId (`sisId`).',
  }),
  dryRun: Flag.optional().openapi({ description: 'true: tells what would happen, and nothing happens.' }),
})

const isBytes = (value: unknown): boolean => value instanceof Uint8Array

export const RosterBundle = z.custom<Uint8Array>(isBytes, 'Expected a zip.')

const Counts = z
  .object({ created: z.int(), updated: z.int(), unchanged: z.int(), deleted: z.int() })
  .openapi('RosterCounts')

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
      .openapi({ description: 'Rows of roles that are not imported, such as guardians.' }),
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
          .openapi('RosterError'),
      )
      .openapi({ description: 'Rows that were left out; at most 1,000 are listed. The header is line 1.' }),
  })
  .openapi('RosterImported')
export type RosterImported = z.output<typeof RosterImported>
