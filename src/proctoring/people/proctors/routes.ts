import { newSid } from '../../../../db/sid.ts'
import { refuse, unknownSids } from '../../../shared/http/field-errors.ts'
import { asPage } from '../../../shared/http/page.ts'
import { found } from '../../../shared/http/problem.ts'
import { route } from '../../env.ts'
import { findInstalls, findProctor, insertProctor, listProctorRows, replaceProctor } from './queries.ts'
import { Proctor, ProctorCreate, ProctorPage, ProctorParams, ProctorQuery, ProctorReplace } from './schema.ts'

const common = { tag: 'Proctor account', callers: ['credential'], needs: 'account' } as const

export const createProctor = route({
  ...common,
  method: 'post',
  path: '/v1/proctors',
  action: 'sp:CreateProctor',
  summary: 'Create a proctor account',
  body: ProctorCreate,
  returns: Proctor,
  status: 201,
  load: ({ db, reach, body }) => ({ installs: findInstalls(db, reach, body.installSids) }),
  handle: async ({ db, reach, caller: { accountSid }, body: { name, installSids }, loaded }) => {
    refuse(unknownSids('installSids', installSids, loaded.installs, 'install'))
    const proctor = { sid: newSid('PA'), accountSid, name }
    const [, , records] = await db.batch(insertProctor(db, reach, proctor, installSids))
    return found(records)
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
  load: ({ db, reach, query }) => listProctorRows(db, reach, query),
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
  load: ({ db, reach, params }) => ({ proctors: findProctor(db, reach, params.proctorSid) }),
  handle: ({ loaded }) => found(loaded.proctors),
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
  load: ({ db, reach, params, body }) => ({
    proctors: findProctor(db, reach, params.proctorSid),
    installs: findInstalls(db, reach, body.installSids),
  }),
  handle: async ({ db, reach, caller: { accountSid }, body: { name, installSids }, loaded }) => {
    const { sid } = found(loaded.proctors)
    refuse(unknownSids('installSids', installSids, loaded.installs, 'install'))
    const [, , , records] = await db.batch(replaceProctor(db, reach, { sid, accountSid, name }, installSids))
    return found(records)
  },
})
