import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { newSid } from '../../../../db/sid.ts'
import { asPage } from '../../../shared/http/page.ts'
import { throwIfAny, unknownSids } from '../../../shared/problems/field-errors.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import {
  deleteProctorRow,
  findInstalls,
  findProctor,
  insertProctor,
  listProctorRows,
  replaceProctor,
} from './queries.ts'
import { Proctor, ProctorCreate, ProctorPage, ProctorParams, ProctorQuery, ProctorReplace } from './schema.ts'

const common = { tag: 'Proctor account', callers: ['credential', 'session'], needs: 'account' } as const

export const createProctor = route({
  ...common,
  method: 'post',
  path: '/v1/proctors',
  action: 'sp:CreateProctor',
  summary: 'Create a proctor account',
  body: ProctorCreate,
  returns: Proctor,
  status: 201,
  load: ({ db, callerScope, body }) => ({ installs: findInstalls(db, callerScope, body.installSids) }),
  handle: async ({ db, callerScope, caller: { accountSid }, body: { name, installSids }, loaded }) => {
    throwIfAny(unknownSids('installSids', installSids, loaded.installs, 'install'))
    const proctor = { sid: newSid('PA'), accountSid, name }
    const { proctors } = await batch(db, insertProctor(db, callerScope, proctor, installSids))
    return firstOr404(proctors)
  },
})

export const listProctors = route({
  ...common,
  method: 'get',
  path: '/v1/proctors',
  action: 'sp:ListProctors',
  summary: 'List proctor accounts',
  query: ProctorQuery,
  returns: ProctorPage,
  load: ({ db, callerScope, query }) => listProctorRows(db, callerScope, query),
  handle: asPage,
})

export const readProctor = route({
  ...common,
  method: 'get',
  path: '/v1/proctors/{proctorSid}',
  action: 'sp:ReadProctor',
  summary: 'Get proctor account',
  params: ProctorParams,
  returns: Proctor,
  load: ({ db, callerScope, params }) => ({ proctors: findProctor(db, callerScope, params.proctorSid) }),
  handle: ({ loaded }) => firstOr404(loaded.proctors),
})

export const updateProctor = route({
  ...common,
  method: 'put',
  path: '/v1/proctors/{proctorSid}',
  action: 'sp:UpdateProctor',
  summary: 'Replace a proctor account',
  params: ProctorParams,
  body: ProctorReplace,
  returns: Proctor,
  load: ({ db, callerScope, params, body }) => ({
    proctors: findProctor(db, callerScope, params.proctorSid),
    installs: findInstalls(db, callerScope, body.installSids),
  }),
  handle: async ({ db, callerScope, caller: { accountSid }, body: { name, installSids }, loaded }) => {
    const { sid } = firstOr404(loaded.proctors)
    throwIfAny(unknownSids('installSids', installSids, loaded.installs, 'install'))
    const { proctors } = await batch(
      db,
      replaceProctor(db, callerScope, { sid, accountSid, name }, installSids),
    )
    return firstOr404(proctors)
  },
})

export const deleteProctor = route({
  ...common,
  method: 'delete',
  path: '/v1/proctors/{proctorSid}',
  action: 'sp:DeleteProctor',
  summary: 'Delete a proctor account',
  description: 'Its installs and their records remain.',
  params: ProctorParams,
  returns: z.string(),
  handle: async ({ db, callerScope, params }) => {
    firstOr404((await batch(db, deleteProctorRow(db, callerScope, params.proctorSid))).deleted)
    return 'Proctor account deleted'
  },
})
