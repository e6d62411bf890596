import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { asPage, asPageBelow } from '../../../shared/http/page.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { deletedOrRetired } from '../../retire.ts'
import {
  deletePolicy,
  findPolicy,
  insertPolicy,
  listPolicyRows,
  listVersionRows,
  updatePolicy,
} from './queries.ts'
import {
  CancellationPoliciesParams,
  CancellationPolicy,
  CancellationPolicyCreate,
  CancellationPolicyPage,
  CancellationPolicyParams,
  CancellationPolicyQuery,
  CancellationPolicyUpdate,
  VersionPage,
  VersionQuery,
} from './schema.ts'

const all = {
  tag: 'Cancellation Policy',
  path: '/v1/installs/{installSid}/cancellationPolicies',
  params: CancellationPoliciesParams,
} as const
const one = { ...all, path: `${all.path}/{cancellationPolicySid}`, params: CancellationPolicyParams } as const
const staff = { roles: ['admin', 'instructor', 'proctor'] } as const
const admins = { roles: ['admin'] } as const

export const createCancellationPolicy = route({
  ...all,
  ...admins,
  method: 'post',
  action: 'sp:CreateCancellationPolicy',
  summary: 'Create a cancellation policy',
  description:
    'What learners may change of their appointments. It counts for the exams that name it, or, as `cancellationPolicySid` of the settings, for all others. A session keeps the version that was in force when its appointment was made.',
  body: CancellationPolicyCreate,
  returns: CancellationPolicy,
  status: 201,
  handle: async ({ db, params, body }) =>
    firstOr404((await batch(db, insertPolicy(db, params, body))).policies),
})

export const listCancellationPolicies = route({
  ...all,
  ...staff,
  method: 'get',
  action: 'sp:ListCancellationPolicies',
  summary: 'List the cancellation policies of an install',
  query: CancellationPolicyQuery,
  returns: CancellationPolicyPage,
  load: ({ db, params, query }) => listPolicyRows(db, params, query),
  handle: asPage,
})

export const readCancellationPolicy = route({
  ...one,
  ...staff,
  method: 'get',
  action: 'sp:ReadCancellationPolicy',
  summary: 'Get cancellation policy',
  returns: CancellationPolicy,
  load: ({ db, params }) => ({ policies: findPolicy(db, params) }),
  handle: ({ loaded }) => firstOr404(loaded.policies),
})

export const updateCancellationPolicy = route({
  ...one,
  ...admins,
  method: 'put',
  action: 'sp:UpdateCancellationPolicy',
  summary: 'Update a cancellation policy',
  description:
    'Changes only the members that are sent. Other rules become a new version; appointments that were made before keep theirs.',
  body: CancellationPolicyUpdate,
  returns: CancellationPolicy,
  handle: async ({ db, params, body }) =>
    firstOr404((await batch(db, updatePolicy(db, params, body))).policies),
})

export const deleteCancellationPolicy = route({
  ...one,
  ...admins,
  method: 'delete',
  action: 'sp:DeleteCancellationPolicy',
  summary: 'Delete a cancellation policy',
  description:
    'Retires the policy if an exam, the install or a session refers to it: they keep it, and others cannot get it.',
  returns: z.string(),
  handle: ({ db, params }) => deletedOrRetired(db, 'Cancellation policy', deletePolicy(db, params)),
})

export const listCancellationPolicyVersions = route({
  ...one,
  ...staff,
  method: 'get',
  path: `${one.path}/versions`,
  action: 'sp:ListCancellationPolicyVersions',
  summary: 'List the versions of a cancellation policy',
  query: VersionQuery,
  returns: VersionPage,
  load: ({ db, params, query }) => ({
    policies: findPolicy(db, params),
    ...listVersionRows(db, params, query),
  }),
  handle: asPageBelow('policies'),
})
