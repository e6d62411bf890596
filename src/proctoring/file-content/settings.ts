import * as z from 'zod'
import type { FileSettings } from '../../../db/schema/tenancy.ts'
import { described } from '../../shared/values/described.ts'
import { contentTypeNames } from './types.ts'

/** 25 MiB. */
export const maxFileBytes = 25 * 1024 * 1024

const defaults: FileSettings = { maxBytes: maxFileBytes, contentTypes: [...contentTypeNames] }

/** Returns the file settings of an install: what it has set, else the defaults. */
export const fileSettingsOf = ({ files }: { files: Partial<FileSettings> }): FileSettings => ({
  ...defaults,
  ...files,
})

const descriptions = {
  maxBytes: {
    description: 'The maximum size of a file in bytes; at most 25 MiB.',
    example: maxFileBytes,
  },
  contentTypes: {
    description: 'The media types that are accepted; by default all that the system can check.',
    example: ['image/png', 'image/jpeg', 'application/pdf'],
  },
}

export const FileSettingsRecord = z
  .object(described({ maxBytes: z.int(), contentTypes: z.array(z.string()) }, descriptions))
  .meta({ id: 'FileSettings' })

/** Changes only the members that are sent. */
export const FileSettingsUpdate = z
  .strictObject(
    described(
      {
        maxBytes: z.int().min(1).max(maxFileBytes).optional(),
        contentTypes: z.array(z.enum(contentTypeNames)).max(contentTypeNames.length).optional(),
      },
      descriptions,
    ),
  )
  .meta({ id: 'FileSettingsUpdate' })
