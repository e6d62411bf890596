import * as z from 'zod'
import { described } from '../../../shared/values/described.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { fileDescriptions } from '../../descriptions/file.ts'

/** A file in the record of a session or of a configuration. */
export const FileSummary = z
  .object(
    described(
      { sid: Sid('FI'), name: z.string(), contentType: z.string(), size: z.number() },
      fileDescriptions,
    ),
  )
  .meta({ id: 'FileSummary' })
