import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import { asPage } from '../../shared/http/page.ts'
import { throwIfAny, unknownSids } from '../../shared/problems/field-errors.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'
import { deletedOrRetired } from '../retire.ts'
import {
  deleteProctorGroupRow,
  findMembers,
  findProctorGroup,
  insertProctorGroup,
  listProctorGroupRows,
  updateProctorGroupRow,
} from './queries.ts'
import {
  ProctorGroup,
  ProctorGroupCreate,
  ProctorGroupPage,
  ProctorGroupParams,
  ProctorGroupQuery,
  ProctorGroupUpdate,
} from './schema.ts'

const tag = 'Proctor Group'
const all = { tag, path: '/v1/installs/{installSid}/proctorGroups', params: InstallParams } as const
const one = { tag, path: `${all.path}/{proctorGroupSid}`, params: ProctorGroupParams } as const
const readers = ['admin', 'instructor', 'proctor'] as const

export const createProctorGroup = route({
  ...all,
  method: 'post',
  action: 'sp:CreateProctorGroup',
  roles: ['admin'],
  summary: 'Create a proctor group',
  description:
    'Appointments have a group if the request that schedules them names it, or else that of their exam.',
  body: ProctorGroupCreate,
  returns: ProctorGroup,
  status: 201,
  load: ({ db, params, body }) => ({ users: findMembers(db, params.installSid, body.members) }),
  handle: async ({ db, params, body, loaded }) => {
    throwIfAny(unknownSids('members', body.members ?? [], loaded.users, 'user'))
    return firstOr404((await batch(db, insertProctorGroup(db, params.installSid, body))).groups)
  },
})

export const listProctorGroups = route({
  ...all,
  method: 'get',
  action: 'sp:ListProctorGroups',
  roles: readers,
  summary: 'List proctor groups',
  query: ProctorGroupQuery,
  returns: ProctorGroupPage,
  load: ({ db, params, query }) => listProctorGroupRows(db, params.installSid, query),
  handle: asPage,
})

export const readProctorGroup = route({
  ...one,
  method: 'get',
  action: 'sp:ReadProctorGroup',
  roles: readers,
  summary: 'Get proctor group',
  returns: ProctorGroup,
  load: ({ db, params }) => ({ groups: findProctorGroup(db, params) }),
  handle: ({ loaded }) => firstOr404(loaded.groups),
})

export const updateProctorGroup = route({
  ...one,
  method: 'put',
  action: 'sp:UpdateProctorGroup',
  roles: ['admin'],
  summary: 'Update a proctor group',
  description:
    'Changes only the members that are sent; `members` replaces the list. A lower capacity applies to appointments that are made, or become longer, afterwards.',
  body: ProctorGroupUpdate,
  returns: ProctorGroup,
  load: ({ db, params, body }) => ({
    groups: findProctorGroup(db, params),
    users: findMembers(db, params.installSid, body.members),
  }),
  handle: async ({ db, params, body, loaded }) => {
    firstOr404(loaded.groups)
    throwIfAny(unknownSids('members', body.members ?? [], loaded.users, 'user'))
    return firstOr404((await batch(db, updateProctorGroupRow(db, params, body))).groups)
  },
})

export const deleteProctorGroup = route({
  ...one,
  method: 'delete',
  action: 'sp:DeleteProctorGroup',
  roles: ['admin'],
  summary: 'Delete a proctor group',
  description:
    'Retires the group if exams or sessions have it: they keep it, and other exams and appointments cannot choose it. Lists omit it unless `retired` is true.',
  returns: z.string(),
  handle: ({ db, params }) => deletedOrRetired(db, 'Proctor group', deleteProctorGroupRow(db, params)),
})
