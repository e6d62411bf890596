// The unscheduled learners of some courses or exams, from the pairs of learner and exam.

import { and, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../db/schema/exam.ts'
import { sessionPair } from '../../../db/schema/session.ts'
import { user } from '../../../db/schema/user.ts'
import { assignmentWindow, effectiveConfiguration as effective } from '../../../db/schema/views.ts'
import type { SidOf } from '../../../db/sid.ts'
import { isLearnerOf } from './learner.ts'
import { type Ordered, pageOfAll } from './unscheduled-set.ts'

type Close = 'examCloseDate' | 'scheduleCloseDate'

/** Excludes exams whose window is over for all learners, without the effective window of each learner. */
const mayHaveOpenWindow = (installSid: SidOf<'AI'>, examSid: Column, close: Close) => sql`(
  ${examSid} in (select ${examConfiguration.examSid} from ${examConfiguration}
    where ${eq(examConfiguration.installSid, installSid)} and (${examConfiguration[close]} > now()
      or (${examConfiguration[close]} is null and ${examConfiguration.type} = 'primary')))
  or ${examSid} in (select ${assignmentWindow.examSid} from ${assignmentWindow}
    where ${assignmentWindow[close]} > now()))`

const isOpen = (installSid: SidOf<'AI'>, close: Close) =>
  sql`${mayHaveOpenWindow(installSid, effective.examSid, close)} and coalesce(${effective[close]}, 'infinity') > now()`

/**
 * Builds the page and the total of the users with an assigned exam and no appointment for it, from one evaluation.
 * @param ofPair the condition of the course and of the exam
 * @param ofUser the condition of the user
 */
export function unscheduledOfPairs(
  db: Database,
  installSid: SidOf<'AI'>,
  ofPair: SQL,
  ofUser: SQL | undefined,
  query: Ordered,
) {
  const exams = db
    .select({ sid: exam.sid })
    .from(exam)
    .innerJoin(course, eq(course.sid, exam.courseSid))
    .where(ofPair)
  const matching = db
    .selectDistinct({ sid: user.sid, createdDate: user.createdDate })
    .from(effective)
    .innerJoin(user, isLearnerOf(effective, installSid))
    .leftJoin(
      sessionPair,
      and(
        eq(sessionPair.installSid, installSid),
        eq(sessionPair.enrollmentSid, effective.enrollmentSid),
        eq(sessionPair.examSid, effective.examSid),
      ),
    )
    .where(
      and(
        eq(effective.installSid, installSid),
        sql`${effective.isAssigned}`,
        isOpen(installSid, 'examCloseDate'),
        isOpen(installSid, 'scheduleCloseDate'),
        sql`lacks_appointment(${sessionPair.status}, ${sessionPair.isCancelled})`,
        sql`has_attempts_left(${effective.attempts}, ${sessionPair.attemptsUsed})`,
        inArray(effective.examSid, exams),
        ofUser,
      ),
    )
  return pageOfAll(db, matching, query)
}
