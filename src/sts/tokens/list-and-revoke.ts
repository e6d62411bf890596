// Lists, reads and revokes tokens.

import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import { newSid } from '../../../db/sid.ts'
import { asPage } from '../../shared/http/page.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { actorOf } from '../audit/queries.ts'
import { route } from '../env.ts'
import { InstallParams, path, tag } from '../paths.ts'
import { findToken, type ListedToken, listTokenRows } from './queries.ts'
import { TokenPage, TokenParams, TokenQuery, TokenRecord } from './schema.ts'
import { revokeFamily } from './sql.ts'

export const listTokens = route({
  method: 'get',
  path,
  tag,
  action: 'sp:ListStsTokens',
  learners: 'impersonal',
  callers: ['credential', 'session'],
  summary: 'List the tokens of the install',
  description: 'Includes replaced tokens: each refresh creates one.',
  params: InstallParams,
  query: TokenQuery,
  returns: TokenPage,
  load: ({ db, params, query }) => listTokenRows(db, params.installSid, query),
  handle: ({ loaded: { rows, counted }, ...request }) =>
    asPage({ ...request, loaded: { rows: rows.map(present), counted } }),
})

export const readToken = route({
  method: 'get',
  path: `${path}/{tokenSid}`,
  tag,
  action: 'sp:ReadStsToken',
  learners: 'impersonal',
  callers: ['credential', 'session'],
  summary: 'Token details',
  params: TokenParams,
  returns: TokenRecord,
  load: ({ db, params }) => ({ tokens: findToken(db, params) }),
  handle: ({ loaded }) => present(firstOr404(loaded.tokens)),
})

export const revokeToken = route({
  method: 'delete',
  path: `${path}/{tokenSid}`,
  tag,
  action: 'sp:RevokeStsToken',
  learners: 'impersonal',
  callers: ['credential', 'session'],
  summary: 'Revoke a token and its family',
  description:
    'Effective immediately: no request that starts after this response is accepted. Revokes all tokens of the refresh chain.',
  params: TokenParams,
  returns: z.void(),
  status: 204,
  audited: true,
  load: ({ db, params }) => ({ tokens: findToken(db, params) }),
  handle: async ({ db, caller, loaded }) => {
    const { sid: tokenSid, familySid } = firstOr404(loaded.tokens)
    const family = { familySid, tokenSid, recordSid: newSid('TR'), ...actorOf(caller) }
    await batch(db, { revoked: revokeFamily(family) })
  },
})

const present = ({ familySid, inactiveReason, ...token }: ListedToken): z.output<typeof TokenRecord> => ({
  ...token,
  rootSid: familySid,
  active: inactiveReason === null,
  reason: inactiveReason,
})
