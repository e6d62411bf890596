import { and, eq, getTableColumns, isNull, ne, or, type Param, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { prepared } from '../../../../db/prepared.ts'
import { timeZone, user } from '../../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { optionalRowOf, rowOf } from '../../../../db/sql-statement.ts'
import { contains, nameKey } from '../../../shared/http/filter.ts'
import { type Keyset, orderOf, paged } from '../../../shared/http/page.ts'
import { preparedList } from '../../../shared/http/prepared-list.ts'
import { unmergedUsers } from '../../../shared/row-count.ts'
import { matchesForeignIds } from '../../foreign-ids.ts'
import { isNamed } from './named.ts'
import type { Current } from './present.ts'
import type { UserQuery } from './schema.ts'

type Query = z.output<typeof UserQuery>
type UserValues = Omit<typeof user.$inferInsert, 'sid' | 'installSid'>

const sortColumns = {
  createdDate: user.createdDate,
  lastName: nameKey(user.lastName),
  firstName: nameKey(user.firstName),
}

/** The condition that a text is a part of a name, the email address or the username of a person. */
export const mentions = (text: string | undefined): SQL | undefined =>
  or(...[user.firstName, user.lastName, user.email, user.username].map(column => contains(column, text)))

const matchesQuery = (installSid: Param, query: Query): SQL | undefined =>
  and(
    eq(user.installSid, installSid),
    isNull(user.mergedIntoSid),
    isNamed(user.sid, installSid, query),
    matchesForeignIds(user, query),
    mentions(query.search),
    query.adminUsers === undefined ? undefined : (query.adminUsers ? eq : ne)(user.role, 'admin'),
  )

/** Selects the users of an install: first the keys of the page, which an index contains, then the rows of those. */
export const listUserItems = (db: Database, installSid: SidOf<'AI'>, query: Query) =>
  listItems(db, { installSid }, query)

const filters = {
  ...{ firstName: user.firstName, lastName: user.lastName },
  ...{ lmsId: user.lmsId, sisId: user.sisId, apiId: user.apiId, externalId: user.externalId },
  search: user.email,
}

const listItems = preparedList({ path: { installSid: user.installSid }, filters }, itemsOf)

function itemsOf(db: Database, { installSid }: { installSid: Param }, query: Query) {
  const order = orderOf(query, sortColumns, ['createdDate'], user.sid)
  const matching = ({ keys }: Keyset) =>
    db
      .select({ ...keys, sid: user.sid })
      .from(user)
      .where(matchesQuery(installSid, query))
      .$dynamic()
  const { rows, counted } = paged(db, matching, order, query, unmergedUsers(installSid))
  const page = rows.as('page')
  return {
    rows: db
      .select({
        sid: user.sid,
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        username: user.username,
      })
      .from(page)
      .innerJoin(user, eq(user.sid, page.sid))
      .orderBy(...order.by),
    counted,
  }
}

/**
 * Builds the statement that selects a user with the time zone, the current course and exam (`user_record`). A user who was merged
 * into another one does not exist.
 */
export const findUser = prepared(
  { installSid: user.installSid, userSid: user.sid },
  (db, { installSid, userSid }) =>
    db
      .select({
        user: rowOf(sql`to_json(r.of_person)`, getTableColumns(user)),
        zone: optionalRowOf(sql`to_json(r.zone)`, getTableColumns(timeZone)),
        current: sql<Current | null>`r.current`,
      })
      .from(sql`user_record(${installSid}, ${userSid}) r`),
)

/** Selects a time zone by its sid; null selects none. All tenants share the time zones. */
export const findTimeZone = prepared({ sid: user.timeZoneSid }, (db, { sid }) =>
  db.select().from(timeZone).where(eq(timeZone.sid, sid)),
)

export const insertUser = (db: Database, installSid: SidOf<'AI'>, values: UserValues) =>
  db
    .insert(user)
    .values({ ...values, sid: newSid('US'), installSid })
    .returning()

export const updateUser = (
  db: Database,
  installSid: SidOf<'AI'>,
  sid: SidOf<'US'>,
  values: { [K in keyof UserValues]?: UserValues[K] | undefined },
) =>
  db
    .update(user)
    .set({ ...values, editDate: sql`now()` })
    .where(and(eq(user.installSid, installSid), eq(user.sid, sid), isNull(user.erasedDate)))
    .returning()
