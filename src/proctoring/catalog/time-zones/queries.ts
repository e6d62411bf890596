import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { timeZone } from '../../../../db/schema/user.ts'
import { contains } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import type { TimeZoneQuery } from './schema.ts'

type Query = z.output<typeof TimeZoneQuery>

/** Minutes east of UTC, computed from the clock and the time zone data of the database. */
const utcOffsetMinutes = sql<number>`
  (extract(epoch from (now() at time zone ${timeZone.name}) - (now() at time zone 'UTC')) / 60)::int`

export const listTimeZoneRows = (db: Database, query: Query) =>
  paged(
    db,
    () =>
      db
        .select({ sid: timeZone.sid, name: timeZone.name, utcOffsetMinutes })
        .from(timeZone)
        .where(contains(timeZone.name, query.name))
        .$dynamic(),
    orderOf(query, { name: timeZone.name }, ['name'], timeZone.sid),
    query,
  )
