import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { asPage } from '../../../shared/http/page.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { InstallParams } from '../../installs/schema.ts'
import {
  deleteCourseOfferingRow,
  findCourseOfferings,
  insertCourseOffering,
  listCourseOfferingRows,
  updateCourseOfferingRow,
} from './queries.ts'
import {
  CourseOffering,
  CourseOfferingCreate,
  CourseOfferingPage,
  CourseOfferingParams,
  CourseOfferingQuery,
  CourseOfferingUpdate,
} from './schema.ts'

const tag = 'Course Offering'
const all = { tag, path: '/v1/installs/{installSid}/courseOfferings', params: InstallParams } as const
const one = { tag, path: `${all.path}/{courseOfferingSid}`, params: CourseOfferingParams } as const

export const createCourseOffering = route({
  ...all,
  method: 'post',
  action: 'sp:CreateCourseOffering',
  summary: 'Create a course offering',
  body: CourseOfferingCreate,
  returns: CourseOffering,
  status: 201,
  problems: ['id_taken'],
  handle: async ({ db, params, body }) => firstOr404(await insertCourseOffering(db, params.installSid, body)),
})

export const listCourseOfferings = route({
  ...all,
  method: 'get',
  action: 'sp:ListCourseOfferings',
  learners: 'impersonal',
  summary: 'List course offerings',
  query: CourseOfferingQuery,
  returns: CourseOfferingPage,
  load: ({ db, params, query }) => listCourseOfferingRows(db, params.installSid, query),
  handle: asPage,
})

export const readCourseOffering = route({
  ...one,
  method: 'get',
  action: 'sp:ReadCourseOffering',
  learners: 'impersonal',
  summary: 'Get course offering',
  returns: CourseOffering,
  load: ({ db, params }) => ({
    offerings: findCourseOfferings(db, params.installSid, [params.courseOfferingSid]),
  }),
  handle: ({ loaded }) => firstOr404(loaded.offerings),
})

export const updateCourseOffering = route({
  ...one,
  method: 'put',
  action: 'sp:UpdateCourseOffering',
  summary: 'Update a course offering',
  description: 'Changes only the members that are sent; `null` clears a member.',
  body: CourseOfferingUpdate,
  returns: CourseOffering,
  problems: ['id_taken'],
  handle: async ({ db, params, body }) =>
    firstOr404(await updateCourseOfferingRow(db, params.installSid, params.courseOfferingSid, body)),
})

export const deleteCourseOffering = route({
  ...one,
  method: 'delete',
  action: 'sp:DeleteCourseOffering',
  summary: 'Delete a course offering',
  description: 'Its courses remain without an offering.',
  returns: z.string(),
  handle: async ({ db, params }) => {
    const { offering } = await batch(
      db,
      deleteCourseOfferingRow(db, params.installSid, params.courseOfferingSid),
    )
    firstOr404(offering)
    return 'Course offering deleted'
  },
})
