import * as z from 'zod'
import { asPage } from '../../shared/http/page.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'
import { deletedOrRetired } from '../retire.ts'
import {
  deleteProctorTypeRow,
  findProctorType,
  insertProctorType,
  listProctorTypeRows,
  updateProctorTypeRow,
} from './queries.ts'
import {
  ProctorType,
  ProctorTypeCreate,
  ProctorTypePage,
  ProctorTypeParams,
  ProctorTypeQuery,
  ProctorTypeUpdate,
} from './schema.ts'

const tag = 'Proctor Type'
const all = { tag, path: '/v1/installs/{installSid}/proctorTypes', params: InstallParams } as const
const one = { tag, path: `${all.path}/{proctorTypeSid}`, params: ProctorTypeParams } as const

export const createProctorType = route({
  ...all,
  method: 'post',
  action: 'sp:CreateProctorType',
  roles: ['admin'],
  summary: 'Create a proctor type',
  description:
    'Every install starts with the types `live`, `record-and-review`, `automated` and `in-person`.',
  body: ProctorTypeCreate,
  returns: ProctorType,
  status: 201,
  problems: ['code_taken'],
  handle: async ({ db, params, body }) => firstOr404(await insertProctorType(db, params.installSid, body)),
})

export const listProctorTypes = route({
  ...all,
  method: 'get',
  action: 'sp:ListProctorTypes',
  learners: 'impersonal',
  summary: 'List proctor types',
  query: ProctorTypeQuery,
  returns: ProctorTypePage,
  load: ({ db, params, query }) => listProctorTypeRows(db, params.installSid, query),
  handle: asPage,
})

export const readProctorType = route({
  ...one,
  method: 'get',
  action: 'sp:ReadProctorType',
  learners: 'impersonal',
  summary: 'Get proctor type',
  returns: ProctorType,
  load: ({ db, params }) => ({ types: findProctorType(db, params) }),
  handle: ({ loaded }) => firstOr404(loaded.types),
})

export const updateProctorType = route({
  ...one,
  method: 'put',
  action: 'sp:UpdateProctorType',
  roles: ['admin'],
  summary: 'Update a proctor type',
  description:
    'Changes only the members that are sent. Applies to appointments that are made afterwards: the others keep what they have, also above a lower capacity, until a change of the exam makes them longer.',
  body: ProctorTypeUpdate,
  returns: ProctorType,
  problems: ['code_taken'],
  handle: async ({ db, params, body }) => firstOr404(await updateProctorTypeRow(db, params, body)),
})

export const deleteProctorType = route({
  ...one,
  method: 'delete',
  action: 'sp:DeleteProctorType',
  roles: ['admin'],
  summary: 'Delete a proctor type',
  description:
    'Retires the type if sessions have it: they keep it, new appointments cannot have it, and its code is free. Lists omit it unless `retired` is true. In configurations, its code becomes text that means nothing.',
  returns: z.string(),
  handle: ({ db, params }) => deletedOrRetired(db, 'Proctor type', deleteProctorTypeRow(db, params)),
})
