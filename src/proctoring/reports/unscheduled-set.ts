// The unscheduled learners of an install, from the table that the cron maintains.

import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { unscheduledLearner as listed } from '../../../db/schema/unscheduled.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { orderOf, type Position } from '../../shared/http/page.ts'
import { rowTotal } from '../../shared/row-count.ts'

/** The page of a request and its order. */
export type Ordered = Position & Parameters<typeof orderOf<'createdDate'>>[0]

/** Builds the page and the total of users. The total reads all of them, so the page selects from the same rows. */
export function pageOfAll(db: Database, users: SQLWrapper, query: Ordered) {
  const columns = { sid: user.sid, createdDate: user.createdDate }
  const matching = db.$with('unscheduled', columns).as(users.getSQL())
  const order = orderOf(query, { createdDate: matching.createdDate }, ['createdDate'], matching.sid)
  return {
    parts: [matching],
    total: sql<number>`(select count(*)::int from ${matching})`,
    page: db
      .select({ sid: matching.sid })
      .from(matching)
      .where(query.after ? order.after(query.after) : undefined)
      .orderBy(...order.by)
      .limit(query.limit)
      .offset(query.offset)
      .as('page'),
  }
}

/**
 * Builds the page and the total of the users with an assigned exam and no appointment for it: the rows of
 * `unscheduled_learner`, except the users with a mark, which are computed. Postgres removes the join of the users if no
 * filter uses it.
 * @param ofUser the condition of the user
 */
export function unscheduledOfInstall(
  db: Database,
  installSid: SidOf<'AI'>,
  ofUser: SQL | undefined,
  query: Ordered,
) {
  const install = sql.param(installSid, listed.installSid)
  const marked = sql`marked_learners(${install})`

  const unmarked = (after?: SQL) =>
    db
      .select({ sid: listed.userSid, createdDate: listed.createdDate })
      .from(listed)
      .leftJoin(user, eq(user.sid, listed.userSid))
      .where(
        and(
          eq(listed.installSid, installSid),
          sql`${listed.unscheduledUntil} > now()`,
          // Of an array the planner expects few elements, which it hashes. They are many only until the next run of the cron.
          sql`${listed.userSid} not in (select unnest(${marked}))`,
          ofUser,
          after,
        ),
      )
  const ofMarked = db
    .select({ sid: user.sid, createdDate: user.createdDate })
    .from(sql`unscheduled_until(${marked}) n`)
    .innerJoin(user, sql`${user.sid} = n.user_sid and ${user.installSid} = n.install_sid`)
    .where(and(eq(user.installSid, installSid), ofUser))
  if (ofUser) return pageOfAll(db, ofMarked.unionAll(unmarked()), query)

  const computed = db.$with('computed').as(ofMarked)
  const ofListed = orderOf(query, { createdDate: listed.createdDate }, ['createdDate'], listed.userSid)
  const ofComputed = orderOf(query, { createdDate: computed.createdDate }, ['createdDate'], computed.sid)
  const { after, offset, limit } = query
  // The first part is read by the index in its order, and no further than the page.
  const first = unmarked(after ? ofListed.after(after) : undefined)
    .orderBy(...ofListed.by)
    .limit(offset + limit)
  const second = db
    .select({ sid: computed.sid, createdDate: computed.createdDate })
    .from(computed)
    .where(after ? ofComputed.after(after) : undefined)
  const matching = first.unionAll(second).as('matching')
  const order = orderOf(query, { createdDate: matching.createdDate }, ['createdDate'], matching.sid)
  const count = (rows: SQLWrapper) => sql<number>`(select count(*) from (${rows}) as counted)`
  const numberOfComputed = sql`(select count(*) from ${computed})`
  const listedWith = (condition: SQL) =>
    count(
      db
        .select({ sid: listed.userSid })
        .from(listed)
        .where(and(eq(listed.installSid, installSid), condition)),
    )
  // Reads only the rows that the cron has not updated yet.
  const total = sql<number>`${rowTotal('unscheduled_learner', install)}::float8 - ${listedWith(sql`${listed.unscheduledUntil} <= now()`)}
        - ${listedWith(sql`${listed.unscheduledUntil} > now() and ${listed.userSid} = any (${marked})`)}
        + ${numberOfComputed}`
  return {
    parts: [computed],
    total,
    page: db
      .select({ sid: matching.sid })
      .from(matching)
      .orderBy(...order.by)
      .limit(limit)
      .offset(offset)
      .as('page'),
  }
}
