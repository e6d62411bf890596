import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import type { Placeholders } from '../../../../db/parameters.ts'
import { section } from '../../../../db/schema/catalog.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { contains, nameKey } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { preparedList } from '../../../shared/http/prepared-list.ts'
import { matchesForeignIds } from '../../foreign-ids.ts'
import { lockCourse, reconcileSessions } from '../../reconcile/sessions.ts'
import type { SectionCreate, SectionQuery, SectionUpdate } from './schema.ts'

type CoursePath = { installSid: SidOf<'AI'>; courseSid: SidOf<'CU'> }
type SectionPath = CoursePath & { sectionSid: SidOf<'SE'> }
type Query = z.output<typeof SectionQuery>

const sortColumns = { createdDate: section.createdDate, title: nameKey(section.title) }

const pathColumns = { installSid: section.installSid, courseSid: section.courseSid }

const inCourse = ({ installSid, courseSid }: CoursePath | Placeholders<typeof pathColumns>, more?: SQL) =>
  and(eq(section.installSid, installSid), eq(section.courseSid, courseSid), more)

const filters = {
  title: section.title,
  ...{ lmsId: section.lmsId, sisId: section.sisId, apiId: section.apiId, externalId: section.externalId },
}

export const listSectionRows = preparedList({ path: pathColumns, filters }, (db, course, query: Query) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(section)
        .where(inCourse(course, and(contains(section.title, query.title), matchesForeignIds(section, query))))
        .$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], section.sid),
    query,
  ),
)

/** Builds the statement that selects the sections with these sids that belong to the course. */
export const findSections = (db: Database, course: CoursePath, sids: SidOf<'SE'>[]) =>
  db
    .select()
    .from(section)
    .where(inCourse(course, inArray(section.sid, sids)))

/**
 * Builds the statements of one batch that insert a section.
 * @throws Problem `not_found` if the course does not exist
 */
export const insertSection = (
  db: Database,
  { installSid, courseSid }: CoursePath,
  values: z.output<typeof SectionCreate>,
) => ({
  locked: lockCourse(db, installSid, courseSid),
  section: db
    .insert(section)
    .values({ ...values, sid: newSid('SE'), installSid, courseSid })
    .returning(),
})

/**
 * Builds the statements of one batch that update a section.
 * @throws Problem `not_found` if the course does not exist
 */
export const updateSectionRow = (
  db: Database,
  { sectionSid, ...course }: SectionPath,
  values: z.output<typeof SectionUpdate>,
) => ({
  locked: lockCourse(db, course.installSid, course.courseSid),
  section: db
    .update(section)
    .set({ ...values, editDate: sql`now()` })
    .where(inCourse(course, eq(section.sid, sectionSid)))
    .returning(),
})

/**
 * Builds the statements of one batch that delete a section. Its learners remain in the course, but the assignments of
 * the section no longer apply to them.
 */
export const deleteSectionRow = (db: Database, { sectionSid, ...course }: SectionPath) => ({
  locked: lockCourse(db, course.installSid, course.courseSid),
  section: db
    .delete(section)
    .where(inCourse(course, eq(section.sid, sectionSid)))
    .returning({ sid: section.sid }),
  reconciled: reconcileSessions(db, { courseSid: course.courseSid }, 'removed-by-limited-scope'),
})
