import * as z from 'zod'
import { described } from '../values/described.ts'

/** The wire form of one error of a request body or a query. */
export const FieldErrorBody = z.object(
  described(
    { path: z.string(), code: z.string(), message: z.string() },
    {
      path: {
        description: 'The member or parameter, with dots between the levels; empty for the whole body.',
        example: 'configuration.duration',
      },
      code: { description: 'The kind of the error, for programs.', example: 'too_big' },
      message: {
        description: 'What is wrong, in one sentence.',
        example: 'Expected at most 10080.',
      },
    },
  ),
)
