import type { z } from '@hono/zod-openapi'
import { count, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { timeZone } from '../../../db/schema/user.ts'
import { contains } from '../../shared/filter.ts'
import { orderOf } from '../../shared/page.ts'
import type { TimeZoneQuery } from './schema.ts'

type Query = z.output<typeof TimeZoneQuery>

/** Minutes, by the database's clock and its time zone data. */
const utcOffsetMinutes = sql<number>`
  (extract(epoch from (now() at time zone ${timeZone.name}) - (now() at time zone 'UTC')) / 60)::int`

export const listTimeZoneRows = (db: Database, query: Query) =>
  db
    .select({ sid: timeZone.sid, name: timeZone.name, utcOffsetMinutes })
    .from(timeZone)
    .where(contains(timeZone.name, query.name))
    .orderBy(...orderOf(query, { name: timeZone.name }, ['name'], timeZone.sid))
    .limit(query.limit)
    .offset(query.offset)

export const countTimeZones = (db: Database, query: Query) =>
  db.select({ total: count() }).from(timeZone).where(contains(timeZone.name, query.name))
