// Pagination of lists that are plain arrays: the cursor is the sid of a record or a time.

import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { msOfSid, type SidOf } from '../../../db/sid.ts'
import { WholeNumber } from '../../shared/http/page.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Milliseconds } from '../epoch-ms.ts'

const maxRows = 1000

export const Limit = WholeNumber.default(100)
  .transform(limit => Math.min(limit, maxRows))
  .meta({
    type: 'integer',
    minimum: 0,
    maximum: maxRows,
    default: 100,
    description: `How many records the response contains at most; values above ${maxRows} count as ${maxRows}.`,
  })

/** @param follows which records follow the record of the cursor */
export const Cursor = <P extends 'WH' | 'WT' | 'WD'>(prefix: P, follows: 'older' | 'newer') =>
  z
    .union([Sid(prefix), Milliseconds], {
      error: `Expected ${prefix} and 32 lowercase hexadecimal characters, or milliseconds since 1970 such as 1795253400000.`,
    })
    .optional()
    .meta({
      type: 'string',
      description: `The \`id\` of the last record of the previous page: ${follows} records follow. Or a time in milliseconds since 1970.`,
      example: `${prefix}0199d0b8a4c27d3e9f1a2b3c4d5e6f70`,
    })

/** SQL for the creation time of a sid. It approximates the creation time of a record that is already deleted. */
export const createdAtOf = (sid: SidOf<'WH' | 'WT'>): SQL => sql`to_timestamp(${msOfSid(sid)}::float8 / 1000)`
