// Lists that are arrays: a page begins where a record of the list, or a time, lies.

import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { msOfSid, type SidOf } from '../../../db/sid.ts'
import { WholeNumber } from '../../shared/http/page.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Milliseconds } from '../epoch-ms.ts'

const mostRows = 1000

export const Limit = WholeNumber.default(100)
  .transform(limit => Math.min(limit, mostRows))
  .meta({ type: 'integer', minimum: 0, maximum: mostRows, default: 100 })

/** @param follows what follows on the record that is named */
export const Cursor = <P extends 'WH' | 'WT' | 'WD'>(prefix: P, follows: 'older' | 'newer') =>
  z
    .union([Sid(prefix), Milliseconds])
    .optional()
    .meta({
      type: 'string',
      description: `The \`id\` of the last record of the previous page: ${follows} records follow. Or a time in milliseconds since 1970.`,
    })

/** When a sid was made, in SQL: about when its record was, should that be gone by now. */
export const madeOn = (sid: SidOf<'WH' | 'WT'>): SQL => sql`to_timestamp(${msOfSid(sid)}::float8 / 1000)`
