// The suppressions of erased people, for administrators: list them, find one by an id or address, and lift it.

import * as z from 'zod'
import { asPage } from '../../../shared/http/page.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { InstallParams } from '../../installs/schema.ts'
import { findSuppressionKey, hasherOf, identityOf } from './hashes.ts'
import { deleteSuppressionRow, findSuppressions, listSuppressionRows } from './queries.ts'
import {
  SuppressionLookup,
  SuppressionPage,
  SuppressionParams,
  SuppressionQuery,
  SuppressionsFound,
} from './schema.ts'

const all = {
  tag: 'User',
  path: '/v1/installs/{installSid}/suppressions',
  params: InstallParams,
  roles: ['admin'],
} as const

export const listSuppressions = route({
  ...all,
  method: 'get',
  action: 'sp:ListSuppressions',
  summary: 'List the suppressions of erased people',
  description:
    'A suppression prevents that provisioning, rosters and administrators create an erased person again. It contains only keyed hashes of the ids and addresses, so the list does not show whose it is: look it up by an id or address.',
  query: SuppressionQuery,
  returns: SuppressionPage,
  load: ({ db, params, query }) => listSuppressionRows(db, params.installSid, query),
  handle: asPage,
})

export const findSuppression = route({
  ...all,
  path: `${all.path}/lookup`,
  method: 'post',
  action: 'sp:FindSuppression',
  repeatable: true,
  summary: 'Find the suppression of an erased person',
  description: 'Compares the hashes of the ids and the address with those of erased people.',
  body: SuppressionLookup,
  returns: SuppressionsFound,
  load: ({ db, params }) => ({ keys: findSuppressionKey(db, params) }),
  handle: async ({ db, env, params, body, loaded }) => {
    const hasher = await hasherOf(env, params.installSid, loaded.keys)
    if (hasher === null) return { results: [] }
    return { results: await findSuppressions(db, params.installSid, hasher(identityOf(body))) }
  },
})

export const deleteSuppression = route({
  ...all,
  path: `${all.path}/{suppressionSid}`,
  params: SuppressionParams,
  method: 'delete',
  action: 'sp:DeleteSuppression',
  summary: 'Lift the suppression of an erased person',
  description: 'Afterwards the person can be created again, as a new user without the erased data.',
  returns: z.string(),
  audited: true,
  handle: async ({ db, params }) => {
    firstOr404(await deleteSuppressionRow(db, params))
    return 'Suppression deleted'
  },
})
