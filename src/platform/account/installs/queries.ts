import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import type { CallerScope } from '../../../shared/auth/caller-scope.ts'
import { contains, nameKey } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { rowTotal, unmergedUsers } from '../../../shared/row-count.ts'
import type { AccountInstallQuery } from './schema.ts'

type Query = z.output<typeof AccountInstallQuery>

const sortColumns = { createdDate: install.createdDate, name: nameKey(install.name) }

/**
 * Selects installs of the caller's account with their counts: first the installs of the page, then the counts of those.
 * Users and exams are kept counts, without the merged users; running sessions are counted in an index.
 */
export function listInstallRows(db: Database, { account }: CallerScope, query: Query) {
  const order = orderOf(query, sortColumns, ['createdDate'], install.sid)
  const { rows, counted } = paged(
    db,
    ({ keys }) =>
      db
        .select({ ...keys, sid: install.sid })
        .from(install)
        .where(and(eq(install.accountSid, account), contains(install.name, query.name)))
        .$dynamic(),
    order,
    query,
  )
  const page = rows.as('page')
  return {
    counted,
    rows: db
      .select({
        sid: install.sid,
        name: install.name,
        createdDate: install.createdDate,
        users: sql<number>`${unmergedUsers(install.sid)}::integer`,
        exams: sql<number>`${rowTotal('exam', install.sid)}::integer`,
        liveSessions: sql<number>`(select count(*)::integer from ${examSession}
          where ${examSession.installSid} = ${install.sid}
            and is_running(${examSession.status}, ${examSession.inProgressDate}, ${examSession.endedDate}))`,
      })
      .from(page)
      .innerJoin(install, eq(install.sid, page.sid))
      .orderBy(...order.by),
  }
}
