import * as z from 'zod'
import { batch, type Database } from '../../../../db/client.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { asPage } from '../../../shared/http/page.ts'
import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { route } from '../../env.ts'
import { InstallParams } from '../../installs/schema.ts'
import { findCourseOfferings } from '../course-offerings/queries.ts'
import { deleteCourseRow, findCourse, insertCourse, listCourseRows, updateCourseRow } from './queries.ts'
import { restoreCourseRow } from './restore.ts'
import { Course, CourseCreate, CoursePage, CourseParams, CourseQuery, CourseUpdate } from './schema.ts'

const tag = 'Course'
const all = { tag, path: '/v1/installs/{installSid}/courses', params: InstallParams } as const
const one = { tag, path: `${all.path}/{courseSid}`, params: CourseParams } as const

export const createCourse = route({
  ...all,
  method: 'post',
  action: 'sp:CreateCourse',
  summary: 'Create a course',
  body: CourseCreate,
  returns: Course,
  status: 201,
  problems: ['id_taken'],
  load: ({ db, params, body }) => ({ offerings: findOffering(db, params.installSid, body) }),
  handle: async ({ db, params, body, loaded }) => {
    requireOffering(body, loaded)
    return firstOr404(await insertCourse(db, params.installSid, body))
  },
})

export const listCourses = route({
  ...all,
  method: 'get',
  action: 'sp:ListCourses',
  learners: 'impersonal',
  summary: 'List courses',
  query: CourseQuery,
  returns: CoursePage,
  load: ({ db, params, query }) => listCourseRows(db, params.installSid, query),
  handle: asPage,
})

export const readCourse = route({
  ...one,
  method: 'get',
  action: 'sp:ReadCourse',
  learners: 'impersonal',
  summary: 'Get course',
  returns: Course,
  load: ({ db, params }) => ({ courses: findCourse(db, params) }),
  handle: ({ loaded }) => firstOr404(loaded.courses),
})

export const updateCourse = route({
  ...one,
  method: 'put',
  action: 'sp:UpdateCourse',
  summary: 'Update a course',
  description: 'Changes only the members that are sent; `null` clears a member.',
  body: CourseUpdate,
  returns: Course,
  problems: ['id_taken'],
  load: ({ db, params, body }) => ({
    courses: findCourse(db, params),
    offerings: findOffering(db, params.installSid, body),
  }),
  handle: async ({ db, params, body, loaded }) => {
    firstOr404(loaded.courses)
    requireOffering(body, loaded)
    return firstOr404(await updateCourseRow(db, params, body))
  },
})

export const deleteCourse = route({
  ...one,
  method: 'delete',
  action: 'sp:DeleteCourse',
  summary: 'Delete a course',
  description:
    'Deletes its exams, withdraws its enrollments and closes their sessions. Past activity remains in the reports. The course can be restored for 30 days.',
  returns: z.string(),
  handle: async ({ db, caller, params }) => {
    await batch(db, { actor: setActor(db, caller), ...deleteCourseRow(db, params) })
    return 'Course deleted'
  },
})

export const restoreCourse = route({
  ...one,
  method: 'post',
  path: `${one.path}/restore`,
  action: 'sp:RestoreCourse',
  summary: 'Restore a deleted course',
  description:
    'Restores the course with the exams and the enrollments that were deleted with it, for 30 days after the deletion. Learners get new sessions; those that the deletion closed stay closed. A course that is not deleted does not change. Refused if another course or exam has one of the ids by now.',
  returns: Course,
  problems: ['restore_expired', 'id_taken'],
  handle: async ({ db, caller, params }) =>
    firstOr404((await batch(db, { actor: setActor(db, caller), ...restoreCourseRow(db, params) })).courses),
})

type OfferingReference = { courseOfferingSid?: SidOf<'CO'> | null | undefined }

const findOffering = (db: Database, installSid: SidOf<'AI'>, { courseOfferingSid }: OfferingReference) =>
  findCourseOfferings(db, installSid, courseOfferingSid ? [courseOfferingSid] : [])

/** @throws Problem `invalid_request` if the install does not have the course offering of the body */
function requireOffering(
  { courseOfferingSid }: OfferingReference,
  { offerings }: { offerings: unknown[] },
): void {
  if (courseOfferingSid && offerings.length === 0)
    throw invalid(unknownSid('courseOfferingSid', 'course offering', courseOfferingSid))
}
