import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { asPageBelow } from '../../../shared/http/page.ts'
import { throwIfAny, unknownSid, unknownSids } from '../../../shared/problems/field-errors.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { route } from '../../env.ts'
import { findCourse } from '../courses/queries.ts'
import { CourseParams } from '../courses/schema.ts'
import { findSections } from '../sections/queries.ts'
import {
  enroll,
  findEnrollable,
  findEnrollments,
  listEnrollmentRows,
  updateEnrollmentRow,
  withdraw,
} from './queries.ts'
import {
  Enrollment,
  EnrollmentCreate,
  EnrollmentPage,
  EnrollmentParams,
  EnrollmentQuery,
  EnrollmentUpdate,
} from './schema.ts'

const tag = 'Course'
const all = {
  tag,
  path: '/v1/installs/{installSid}/courses/{courseSid}/enrollments',
  params: CourseParams,
} as const
const one = { tag, path: `${all.path}/{enrollmentSid}`, params: EnrollmentParams } as const

export const createEnrollment = route({
  ...all,
  method: 'post',
  action: 'sp:CreateEnrollment',
  summary: 'Enroll a user in a course',
  description:
    'Creates a session for each exam that applies to the learner and is not over. If the user was enrolled before, activates the withdrawn enrollment again; its used attempts count.',
  body: EnrollmentCreate,
  returns: Enrollment,
  status: 201,
  problems: ['already_enrolled', 'user_erased'],
  load: ({ db, params, body }) => ({
    courses: findCourse(db, params),
    users: findEnrollable(db, params.installSid, body.userSid),
    sections: findSections(db, params, body.sectionSids ?? []),
  }),
  handle: async ({ db, caller, params, body, loaded }) => {
    firstOr404(loaded.courses)
    throwIfAny([
      ...(loaded.users.length === 0 ? [unknownSid('userSid', 'user', body.userSid)] : []),
      ...unknownSids('sectionSids', body.sectionSids ?? [], loaded.sections, 'section'),
    ])
    const { enrollment } = await batch(db, { actor: setActor(db, caller), ...enroll(db, params, body) })
    return firstOr404(enrollment)
  },
})

export const listEnrollments = route({
  ...all,
  method: 'get',
  action: 'sp:ListEnrollments',
  summary: 'List the enrollments of a course',
  query: EnrollmentQuery,
  returns: EnrollmentPage,
  load: ({ db, params, query }) => ({
    courses: findCourse(db, params),
    ...listEnrollmentRows(db, params, query),
  }),
  handle: asPageBelow('courses'),
})

export const readEnrollment = route({
  ...one,
  method: 'get',
  action: 'sp:ReadEnrollment',
  summary: 'Get enrollment',
  returns: Enrollment,
  load: ({ db, params }) => ({
    courses: findCourse(db, params),
    enrollments: findEnrollments(db, params, [params.enrollmentSid]),
  }),
  handle: ({ loaded }) => {
    firstOr404(loaded.courses)
    return firstOr404(loaded.enrollments)
  },
})

export const updateEnrollment = route({
  ...one,
  method: 'put',
  action: 'sp:UpdateEnrollment',
  summary: 'Update an enrollment',
  description:
    'Changes only the members that are sent. `null` clears a member, and `sectionSids` replaces the whole list. Creates the sessions of exams that now apply to the learner, and closes those of exams that no longer do, except running ones.',
  body: EnrollmentUpdate,
  returns: Enrollment,
  problems: ['user_erased'],
  load: ({ db, params, body }) => ({
    enrollments: findEnrollments(db, params, [params.enrollmentSid]),
    sections: findSections(db, params, body.sectionSids ?? []),
  }),
  handle: async ({ db, caller, params, body, loaded }) => {
    if (firstOr404(loaded.enrollments).isErased) throw new Problem('user_erased')
    throwIfAny(unknownSids('sectionSids', body.sectionSids ?? [], loaded.sections, 'section'))
    const { enrollment } = await batch(db, {
      actor: setActor(db, caller),
      ...updateEnrollmentRow(db, params, body),
    })
    return firstOr404(enrollment)
  },
})

export const deleteEnrollment = route({
  ...one,
  method: 'delete',
  action: 'sp:DeleteEnrollment',
  summary: 'Withdraw an enrollment',
  description:
    'Closes its sessions as `withdrawn`, except running ones. The enrollment remains with its history and can be activated again.',
  returns: z.string(),
  handle: async ({ db, caller, params }) => {
    const { row } = await batch(db, { actor: setActor(db, caller), ...withdraw(db, params) })
    firstOr404(row)
    return 'Enrollment withdrawn'
  },
})
