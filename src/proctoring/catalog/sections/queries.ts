import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { section } from '../../../../db/schema/catalog.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { contains } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { ofForeignIds } from '../../foreign-ids.ts'
import { lockCourse, reconcileSessions } from '../../reconcile/sessions.ts'
import type { SectionCreate, SectionQuery, SectionUpdate } from './schema.ts'

type Course = { installSid: SidOf<'AI'>; courseSid: SidOf<'CU'> }
type Place = Course & { sectionSid: SidOf<'SE'> }
type Query = z.output<typeof SectionQuery>

const sortColumns = { createdDate: section.createdDate, title: section.title }

const ofCourse = ({ installSid, courseSid }: Course, more?: SQL) =>
  and(eq(section.installSid, installSid), eq(section.courseSid, courseSid), more)

export const listSectionRows = (db: Database, course: Course, query: Query) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(section)
        .where(ofCourse(course, and(contains(section.title, query.title), ofForeignIds(section, query))))
        .$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], section.sid),
    query,
  )

/** Those of the named ones that the course has. */
export const findSections = (db: Database, course: Course, sids: SidOf<'SE'>[]) =>
  db
    .select()
    .from(section)
    .where(ofCourse(course, inArray(section.sid, sids)))

/** Unsent, for one batch. */
export const insertSection = (
  db: Database,
  { installSid, courseSid }: Course,
  values: z.output<typeof SectionCreate>,
) => ({
  held: lockCourse(db, installSid, courseSid),
  section: db
    .insert(section)
    .values({ ...values, sid: newSid('SE'), installSid, courseSid })
    .returning(),
})

/** Unsent, for one batch. */
export const updateSectionRow = (
  db: Database,
  { sectionSid, ...course }: Place,
  values: z.output<typeof SectionUpdate>,
) => ({
  held: lockCourse(db, course.installSid, course.courseSid),
  section: db
    .update(section)
    .set({ ...values, editDate: sql`now()` })
    .where(ofCourse(course, eq(section.sid, sectionSid)))
    .returning(),
})

/** Unsent, for one batch: its learners stay in the course, and lose what was assigned to them as members of it. */
export const deleteSectionRow = (db: Database, { sectionSid, ...course }: Place) => ({
  held: lockCourse(db, course.installSid, course.courseSid),
  section: db
    .delete(section)
    .where(ofCourse(course, eq(section.sid, sectionSid)))
    .returning({ sid: section.sid }),
  settled: reconcileSessions(db, { courseSid: course.courseSid }, 'removed-by-limited-scope'),
})
