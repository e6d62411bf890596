import * as z from 'zod'
import { Flag } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'

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

const row = (description: string, example: number) => z.int().meta({ description, example })

const Counts = z
  .object({
    created: row('The rows that created a record.', 12),
    updated: row('The rows that changed a record.', 3),
    unchanged: row('The rows whose record already has these values.', 240),
    deleted: row('The records that were deleted or withdrawn.', 1),
  })
  .meta({ id: 'RosterCounts' })

export const RosterImported = z
  .object(
    described(
      {
        mode: z.enum(['delta', 'full']),
        dryRun: z.boolean(),
        counts: z.object(
          described(
            {
              academicSessions: Counts,
              courses: Counts,
              classes: Counts,
              users: Counts,
              enrollments: Counts,
            },
            {
              academicSessions: { description: 'academicSessions.csv: terms, as course offerings.' },
              courses: { description: 'courses.csv, as courses.' },
              classes: { description: 'classes.csv, as sections.' },
              users: { description: 'users.csv, as users.' },
              enrollments: { description: 'enrollments.csv, as enrollments.' },
            },
          ),
        ),
        skipped: z
          .object({ users: row('Rows of users.', 4), enrollments: row('Rows of enrollments.', 6) })
          .meta({ description: 'Rows of roles that are not imported, such as guardians.' }),
        unknownFiles: z.array(z.string()).meta({
          description:
            'The files of the zip that OneRoster does not define, by their paths. They are not read.',
          example: ['student.csv'],
        }),
        suppressedCount: z.int(),
        suppressed: z
          .array(
            z.object({
              line: z
                .int()
                .meta({ description: 'The line of users.csv; the header is line 1.', example: 17 }),
              sourcedId: z.string().meta({ description: 'The sourcedId of the row.', example: 'S-10482' }),
              result: z.literal('Suppressed').meta({ description: 'That the person was erased.' }),
            }),
          )
          .meta({
            description:
              'Erased people, who are not imported, and neither are their enrollments; at most 1,000 are listed.',
          }),
        errorCount: z.int(),
        errors: z
          .array(
            z
              .object(
                described(
                  {
                    file: z.string(),
                    line: z.int(),
                    column: z.string().nullable(),
                    code: z.string(),
                    message: z.string(),
                  },
                  {
                    file: { description: 'The name of the file.', example: 'users.csv' },
                    line: { description: 'The line of the file; the header is line 1.', example: 17 },
                    column: {
                      description: 'The column with the error; null if it concerns the row.',
                      example: 'email',
                    },
                    code: { description: 'The kind of the error, for programs.', example: 'invalid_format' },
                    message: {
                      description: 'What is wrong, in one sentence.',
                      example: 'Invalid email address',
                    },
                  },
                ),
              )
              .meta({ id: 'RosterError' }),
          )
          .meta({
            description: 'Rows that were not imported; at most 1,000 are listed. The header is line 1.',
          }),
      },
      {
        mode: { description: 'The mode of the request.' },
        dryRun: { description: 'Whether nothing was changed.' },
        counts: { description: 'The rows of each kind of file.' },
        suppressedCount: { description: 'The number of rows of erased people.', example: 0 },
        errorCount: { description: 'The number of rows that were not imported.', example: 0 },
      },
    ),
  )
  .meta({ id: 'RosterImported' })
export type RosterImported = z.output<typeof RosterImported>
