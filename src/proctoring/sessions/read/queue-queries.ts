// The statements of the queue: first the keys of the page, which an index contains, then the rows of those.

import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { course } from '../../../../db/schema/catalog.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { user } from '../../../../db/schema/user.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { CallerScope } from '../../../shared/auth/caller-scope.ts'
import { pagedFromNearerEnd } from '../../../shared/http/deep-page.ts'
import { contains, equals } from '../../../shared/http/filter.ts'
import { type Keyset, orderOf } from '../../../shared/http/page.ts'
import { rowTotal, totalStatement } from '../../../shared/row-count.ts'
import { mentions } from '../../people/users/queries.ts'
import { itemColumns } from './queries.ts'
import type { QueueQuery } from './queue-schema.ts'

const sortColumns = {
  appointmentDate: examSession.appointmentDate,
  createdDate: examSession.createdDate,
  lastName: user.lastName,
}

const { reviewByDate } = examSession
const isOverdue = sql`(${examSession.status} = 'Processing' and coalesce(${reviewByDate} <= now(), false))`

/** Returns the condition of a flag: the condition, its opposite, or none. */
const flagged = (condition: SQL, flag: boolean | undefined): SQL | undefined =>
  flag === undefined ? undefined : flag ? condition : sql`not ${condition}`

/** Returns the condition on the texts of a session. Each person, exam and course is compared once, not each session. */
const matchesSearch = (db: Database, installSid: SidOf<'AI'>, text: string | undefined) =>
  text === undefined
    ? undefined
    : or(
        inArray(
          examSession.userSid,
          db
            .select({ sid: user.sid })
            .from(user)
            .where(and(eq(user.installSid, installSid), mentions(text))),
        ),
        inArray(
          examSession.examSid,
          db
            .select({ sid: exam.sid })
            .from(exam)
            .where(and(eq(exam.installSid, installSid), contains(exam.title, text))),
        ),
        inArray(
          examSession.courseSid,
          db
            .select({ sid: course.sid })
            .from(course)
            .where(and(eq(course.installSid, installSid), contains(course.title, text))),
        ),
      )

/** The people of the install whose sessions are not listed. Few, and an index contains them. */
const erasedOf = (installSid: SidOf<'AI'>) =>
  sql`(select ${user.sid} from ${user} where ${eq(user.installSid, installSid)} and ${user.erasedDate} is not null)`

/**
 * Returns the total without filters: the kept number of sessions, without those of erased people. A learner has few sessions,
 * which are counted. Postgres executes only the branch of the caller.
 */
function totalOf(installSid: SidOf<'AI'>, learner: SQL): SQL<number> {
  const kept = rowTotal('exam_session', sql.param(installSid, examSession.installSid))
  const sessionsOf = (users: SQL) =>
    sql`(select count(*) from ${examSession} where ${examSession.userSid} in ${users} and ${eq(examSession.installSid, installSid)})`
  return sql<number>`case when ${learner} is null then ${kept} - ${sessionsOf(erasedOf(installSid))}
    else ${sessionsOf(sql`(select ${user.sid} from ${user} where ${user.sid} = ${learner} and ${user.erasedDate} is null)`)} end`
}

/** Builds the statement that selects the keys of the matching sessions. It joins the people only to sort by their names. */
const matchingSessions =
  (db: Database, installSid: SidOf<'AI'>, query: QueueQuery, learner: SQL) =>
  ({ keys, after }: Keyset) => {
    const select = db
      .select({ ...keys, sid: examSession.sid })
      .from(examSession)
      .where(
        and(
          eq(examSession.installSid, installSid),
          sql`(${learner} is null or ${examSession.userSid} = ${learner})`,
          sql`${examSession.userSid} not in ${erasedOf(installSid)}`,
          query.status && inArray(examSession.status, query.status),
          equals(examSession.examSid, query.examSid),
          equals(examSession.courseSid, query.courseSid),
          equals(examSession.userSid, query.userSid),
          query.proctorTypeSid && eq(examSession.proctorTypeSid, query.proctorTypeSid),
          query.appointmentDateAfter && gte(examSession.appointmentDate, query.appointmentDateAfter),
          query.appointmentDateBefore && lt(examSession.appointmentDate, query.appointmentDateBefore),
          flagged(itemColumns.running, query.running),
          flagged(isOverdue, query.reviewOverdue),
          matchesSearch(db, installSid, query.search),
          after,
        ),
      )
      .$dynamic()
    // Drizzle's query builders are mutable: `innerJoin` changes `select`.
    if (keys['lastName']) select.innerJoin(user, eq(user.sid, examSession.userSid))
    return select
  }

/** Builds the page of the sessions of an install, and its total. */
export function listQueue(
  db: Database,
  installSid: SidOf<'AI'>,
  query: QueueQuery,
  { learner }: CallerScope,
) {
  const order = orderOf(query, sortColumns, ['appointmentDate'], examSession.sid)
  const total = totalOf(installSid, learner)
  const { ctes, rows, counted } = pagedFromNearerEnd(
    db,
    matchingSessions(db, installSid, query, learner),
    order,
    query,
    { counted: totalStatement(db, total), total },
  )
  const page = rows.as('page')
  return {
    counted,
    rows: db
      .with(...ctes)
      .select({
        ...itemColumns,
        examSid: examSession.examSid,
        courseSid: examSession.courseSid,
        enrollmentSid: examSession.enrollmentSid,
        userSid: examSession.userSid,
        firstName: user.firstName,
        lastName: user.lastName,
        proctorTypeSid: examSession.proctorTypeSid,
        auditStatus: examSession.auditStatus,
        reviewByDate,
        examTitle: sql<string>`${exam.title}`.as('exam_title'),
        courseTitle: sql<string>`${course.title}`.as('course_title'),
      })
      .from(page)
      .innerJoin(examSession, eq(examSession.sid, page.sid))
      .innerJoin(user, eq(user.sid, examSession.userSid))
      .innerJoin(exam, eq(exam.sid, examSession.examSid))
      .innerJoin(course, eq(course.sid, examSession.courseSid))
      .orderBy(...order.by),
  }
}
