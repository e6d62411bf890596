import type * as z from 'zod'
import { batch } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import { catalogue } from '../../shared/auth/policy/actions.ts'
import { requireKnownActions, requireWithin } from '../../shared/auth/policy/ceiling.ts'
import { expandActions } from '../../shared/auth/policy/decide.ts'
import { hashSecret, makeSecret } from '../../shared/auth/secret.ts'
import { invalid, unknownSid } from '../../shared/problems/field-errors.ts'
import { firstOr404, Problem } from '../../shared/problems/problem.ts'
import { route } from '../env.ts'
import { InstallParams, path, tag } from '../paths.ts'
import { elementPolicy } from '../policies/element.ts'
import { type Minted, mintRoot, mintSuccessor } from './mint.ts'
import { findBounds, findTarget } from './queries.ts'
import { IssuedToken, RefreshedToken, TokenIssue, TokenParams, TokenRefresh } from './schema.ts'

export const issueToken = route({
  method: 'post',
  path,
  tag,
  action: 'sp:CreateStsToken',
  callers: ['credential'],
  summary: 'Issue a token',
  description:
    'For the backend of a customer only. The permissions of the token never exceed those of the calling credential, at ' +
    'issue and at every later request. The token acts with the lowest of the roles of the credential and of the element: ' +
    'an `exam-session` and an `assessment-viewer` act as learners, a `proctoring-session` as a proctor. An ' +
    '`exam-session`, and an `assessment-viewer` without `resource`, can access only the records of their target user. ' +
    'An erased user is treated as unknown. The member `enabled` of a user affects signing in only: use ' +
    '`POST …/sts/revocations` to revoke the tokens of a user.',
  params: InstallParams,
  body: TokenIssue,
  returns: IssuedToken,
  status: 201,
  problems: ['permission_ceiling_violation'],
  load: ({ db, params, body }) => ({
    targets: findTarget(db, { ...params, userSid: body.targetUserSid ?? null }),
  }),
  handle: async ({ db, caller, env, params: { installSid }, body, loaded }) => {
    if (body.targetUserSid && !loaded.targets[0])
      throw invalid(unknownSid('targetUserSid', 'user in this install'))
    if (body.tokenType === 'api') requireKnownActions(body.policy)
    const scope = scopeOf(body, installSid)
    requireWithin(caller.policies, scope.policy)

    const stsToken = makeSecret('token')
    const root = {
      ...scope,
      installSid,
      credentialSid: caller.credentialSid,
      targetUserSid: body.targetUserSid ?? null,
    }
    const secret = { secretHash: hashSecret(stsToken), expiresIn: body.expiresIn }
    const { minted } = await batch(db, { minted: mintRoot(root, secret) })
    const [token] = minted
    if (!token)
      throw new Problem(
        'credential_invalid',
        'The credential was revoked or the user erased during the request.',
      )
    if (body.tokenType === 'api') return tokenSet(token, stsToken)

    const elementToken = await env.sign('element+jwt', {
      iss: env.baseUrl,
      aud: installSid,
      sub: body.targetUserSid,
      jti: token.sid,
      elementType: body.elementType,
      resource: scope.resource,
      iat: Math.floor(token.createdDate.getTime() / 1000),
      exp: Math.floor(token.expiresAt.getTime() / 1000),
    })
    return { ...tokenSet(token, stsToken), elementToken }
  },
})

export const refreshToken = route({
  method: 'post',
  path: `${path}/{tokenSid}/refresh`,
  tag,
  action: 'sp:RefreshStsToken',
  callers: ['credential'],
  summary: 'Refresh a token',
  description:
    'Replaces an active token by one of the same scope, within its absolute lifetime. Of concurrent refreshes of one ' +
    'token exactly one succeeds; the others return its successor as `replacedBy`. The successor acts with the lowest of ' +
    'the roles of its element, its creator and the caller.',
  params: TokenParams,
  body: TokenRefresh,
  returns: RefreshedToken,
  problems: ['permission_ceiling_violation', 'token_not_active'],
  load: ({ db, params }) => ({ tokens: findBounds(db, params) }),
  handle: async ({ db, caller, params, body, loaded }) => {
    const token = firstOr404(loaded.tokens)
    // The caller gets the new secret, so the scope must lie within the caller's policies and the creator's.
    requireWithin([...caller.policies, token.creatorPolicy], token.policy)

    const stsToken = makeSecret('token')
    const secret = { secretHash: hashSecret(stsToken), expiresIn: body.expiresIn }
    const { refreshes } = await batch(db, {
      refreshes: mintSuccessor(params.tokenSid, caller.credentialSid, secret),
    })
    const { issued, replacedBy } = firstOr404(refreshes)
    if (!issued) throw notActive(replacedBy)
    return { ...tokenSet(issued, stsToken), previousSid: params.tokenSid }
  },
})

/** The scope of a root token. Actions are stored expanded, so that a token does not grant actions that are added later. */
function scopeOf(body: z.output<typeof TokenIssue>, installSid: SidOf<'AI'>) {
  const { tokenType } = body
  if (tokenType === 'api')
    return { tokenType, elementType: null, resource: '*', policy: expandActions(body.policy, catalogue) }
  const { elementType, targetUserSid, resource = '*' } = body
  return {
    tokenType,
    elementType,
    resource,
    policy: elementPolicy(elementType, { installSid, targetUserSid, resource }),
  }
}

const tokenSet = (token: Minted, stsToken: string) => ({
  ...token,
  stsToken,
  expiresIn: Math.floor((token.expiresAt.getTime() - token.createdDate.getTime()) / 1000),
})

const notActive = (replacedBy: SidOf<'TA'> | null) =>
  new Problem('token_not_active', 'The token is expired, revoked or replaced.', {
    members: { replacedBy },
  })
