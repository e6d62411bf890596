import * as z from 'zod'
import { asPage } from '../../shared/http/page.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'
import { deletedOrRetired } from '../retire.ts'
import {
  deleteReviewProcessRow,
  findReviewProcess,
  insertReviewProcess,
  listReviewProcessRows,
  updateReviewProcessRow,
} from './queries.ts'
import {
  ReviewProcess,
  ReviewProcessCreate,
  ReviewProcessPage,
  ReviewProcessParams,
  ReviewProcessQuery,
  ReviewProcessUpdate,
} from './schema.ts'

const tag = 'Review Process'
const all = { tag, path: '/v1/installs/{installSid}/reviewProcesses', params: InstallParams } as const
const one = { tag, path: `${all.path}/{reviewProcessSid}`, params: ReviewProcessParams } as const

export const createReviewProcess = route({
  ...all,
  method: 'post',
  action: 'sp:CreateReviewProcess',
  roles: ['admin'],
  summary: 'Create a review process',
  description:
    'Exams name it in `reviewProcessSid`. Without a process, a review is due 48 hours after the end, and one person completes it.',
  body: ReviewProcessCreate,
  returns: ReviewProcess,
  status: 201,
  handle: async ({ db, params, body }) => firstOr404(await insertReviewProcess(db, params.installSid, body)),
})

export const listReviewProcesses = route({
  ...all,
  method: 'get',
  action: 'sp:ListReviewProcesses',
  learners: 'impersonal',
  summary: 'List review processes',
  query: ReviewProcessQuery,
  returns: ReviewProcessPage,
  load: ({ db, params, query }) => listReviewProcessRows(db, params.installSid, query),
  handle: asPage,
})

export const readReviewProcess = route({
  ...one,
  method: 'get',
  action: 'sp:ReadReviewProcess',
  learners: 'impersonal',
  summary: 'Get review process',
  returns: ReviewProcess,
  load: ({ db, params }) => ({ processes: findReviewProcess(db, params) }),
  handle: ({ loaded }) => firstOr404(loaded.processes),
})

export const updateReviewProcess = route({
  ...one,
  method: 'put',
  action: 'sp:UpdateReviewProcess',
  roles: ['admin'],
  summary: 'Update a review process',
  description:
    'Changes only the members that are sent. `hoursUntilDue` applies to reviews that become due afterwards, `secondReview` also to those in progress.',
  body: ReviewProcessUpdate,
  returns: ReviewProcess,
  handle: async ({ db, params, body }) => firstOr404(await updateReviewProcessRow(db, params, body)),
})

export const deleteReviewProcess = route({
  ...one,
  method: 'delete',
  action: 'sp:DeleteReviewProcess',
  roles: ['admin'],
  summary: 'Delete a review process',
  description:
    'Retires the process if exams or sessions have it: they keep it, and other exams cannot choose it. Lists omit it unless `retired` is true.',
  returns: z.string(),
  handle: ({ db, params }) => deletedOrRetired(db, 'Review process', deleteReviewProcessRow(db, params)),
})
