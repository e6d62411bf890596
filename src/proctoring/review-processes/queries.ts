import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { exam } from '../../../db/schema/exam.ts'
import { reviewProcess } from '../../../db/schema/proctoring.ts'
import { examSession } from '../../../db/schema/session.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import { contains, nameKey } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import { deleteOrRetire, isListed } from '../retire.ts'
import { reviewHours } from '../sessions/lifecycle/review-due.ts'
import type { ReviewProcessCreate, ReviewProcessQuery, ReviewProcessUpdate } from './schema.ts'

type Path = { installSid: SidOf<'AI'>; reviewProcessSid: SidOf<'RP'> }

const matchesProcess = ({ installSid, reviewProcessSid }: Path) =>
  and(eq(reviewProcess.installSid, installSid), eq(reviewProcess.sid, reviewProcessSid))

export const insertReviewProcess = (
  db: Database,
  installSid: SidOf<'AI'>,
  { hoursUntilDue = reviewHours, ...values }: z.output<typeof ReviewProcessCreate>,
) =>
  db
    .insert(reviewProcess)
    .values({ ...values, hoursUntilDue, sid: newSid('RP'), installSid })
    .returning()

const sortColumns = { createdDate: reviewProcess.createdDate, name: nameKey(reviewProcess.name) }

export const listReviewProcessRows = (
  db: Database,
  installSid: SidOf<'AI'>,
  query: z.output<typeof ReviewProcessQuery>,
) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(reviewProcess)
        .where(
          and(
            eq(reviewProcess.installSid, installSid),
            contains(reviewProcess.name, query.name),
            isListed(reviewProcess, query),
          ),
        )
        .$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], reviewProcess.sid),
    query,
  )

export const findReviewProcess = (db: Database, path: Path) =>
  db.select().from(reviewProcess).where(matchesProcess(path))

export const updateReviewProcessRow = (
  db: Database,
  path: Path,
  values: z.output<typeof ReviewProcessUpdate>,
) =>
  db
    .update(reviewProcess)
    .set({ ...values, editDate: sql`now()` })
    .where(matchesProcess(path))
    .returning()

/** Builds the statements of one batch that delete a review process, or retire it if exams or sessions have it. */
export const deleteReviewProcessRow = (db: Database, path: Path) =>
  deleteOrRetire(db, reviewProcess, {
    record: matchesProcess(path),
    isUsed: sql`(exists (select from ${exam} where ${eq(exam.reviewProcessSid, path.reviewProcessSid)})
      or exists (select from ${examSession} where ${eq(examSession.proctorReviewProcessSid, path.reviewProcessSid)}))`,
  })
