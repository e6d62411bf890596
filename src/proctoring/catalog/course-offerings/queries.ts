import { and, eq, inArray, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { course, courseOffering } from '../../../../db/schema/catalog.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { contains, nameKey } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { matchesForeignIds } from '../../foreign-ids.ts'
import type { CourseOfferingCreate, CourseOfferingQuery, CourseOfferingUpdate } from './schema.ts'

type Query = z.output<typeof CourseOfferingQuery>

const sortColumns = { createdDate: courseOffering.createdDate, title: nameKey(courseOffering.title) }

const byPath = (installSid: SidOf<'AI'>, sid: SidOf<'CO'>) =>
  and(eq(courseOffering.installSid, installSid), eq(courseOffering.sid, sid))

export const listCourseOfferingRows = (db: Database, installSid: SidOf<'AI'>, query: Query) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(courseOffering)
        .where(
          and(
            eq(courseOffering.installSid, installSid),
            contains(courseOffering.title, query.title),
            matchesForeignIds(courseOffering, query),
          ),
        )
        .$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], courseOffering.sid),
    query,
  )

/** Builds the statement that selects the offerings with these sids that belong to the install. */
export const findCourseOfferings = (db: Database, installSid: SidOf<'AI'>, sids: SidOf<'CO'>[]) =>
  db
    .select()
    .from(courseOffering)
    .where(and(eq(courseOffering.installSid, installSid), inArray(courseOffering.sid, sids)))

export const insertCourseOffering = (
  db: Database,
  installSid: SidOf<'AI'>,
  values: z.output<typeof CourseOfferingCreate>,
) =>
  db
    .insert(courseOffering)
    .values({ ...values, sid: newSid('CO'), installSid })
    .returning()

export const updateCourseOfferingRow = (
  db: Database,
  installSid: SidOf<'AI'>,
  sid: SidOf<'CO'>,
  values: z.output<typeof CourseOfferingUpdate>,
) =>
  db
    .update(courseOffering)
    .set({ ...values, editDate: sql`now()` })
    .where(byPath(installSid, sid))
    .returning()

/** Builds the statements of one batch that delete an offering. Its courses remain and have no offering. */
export const deleteCourseOfferingRow = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'CO'>) => ({
  // Every transaction that locks several courses locks them by ascending sid, which avoids deadlocks.
  locked: db
    .select({ sid: course.sid })
    .from(course)
    .where(and(eq(course.installSid, installSid), eq(course.courseOfferingSid, sid)))
    .orderBy(course.sid)
    .for('no key update'),
  offering: db.delete(courseOffering).where(byPath(installSid, sid)).returning({ sid: courseOffering.sid }),
})
