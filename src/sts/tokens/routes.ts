import type * as z from 'zod'
import { batch } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import { apiCallerOf, type Caller, versionOf } from '../../shared/auth/caller.ts'
import { catalogue } from '../../shared/auth/policy/actions.ts'
import { requireKnownActions, requireWithin } from '../../shared/auth/policy/ceiling.ts'
import { expandActions } from '../../shared/auth/policy/decide.ts'
import { hashSecret, makeSecret } from '../../shared/auth/secret.ts'
import { attemptOf } from '../../shared/http/route.ts'
import { invalid, unknownSid } from '../../shared/problems/field-errors.ts'
import { firstOr404, Problem } from '../../shared/problems/problem.ts'
import { route, type StsEnv } from '../env.ts'
import { InstallParams, path, tag } from '../paths.ts'
import { elementPolicy } from '../policies/element.ts'
import {
  type Minted,
  mintRoot,
  mintRootIfUnchanged,
  mintSuccessor,
  mintSuccessorIfUnchanged,
} from './mint.ts'
import { findBounds, findTarget } from './queries.ts'
import { IssuedToken, RefreshedToken, TokenIssue, TokenParams, TokenRefresh } from './schema.ts'

export const issueToken = route({
  method: 'post',
  path,
  tag,
  action: 'sp:CreateStsToken',
  learners: 'impersonal',
  callers: ['credential'],
  summary: 'Issue a token',
  description:
    'For the backend of a customer only: an operator, and a token, cannot issue tokens. The permissions of the token never exceed those of the calling credential, at ' +
    'issue and at every later request. The token acts with the lowest of the roles of the credential and of the element: ' +
    'an `exam-session` and an `assessment-viewer` act as learners, a `proctoring-session` as a proctor. An ' +
    '`exam-session`, and an `assessment-viewer` without `resource` or of a learner, can access only the records of their ' +
    'target user. An api token acts as its target user: with at most the role of that user, and as a learner on its own ' +
    'records only. ' +
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
  attempt({ caller, env, params, body }) {
    const issue = newIssue(params.installSid, caller, body)
    return attemptOf(
      mintRootIfUnchanged(issue.root, issue.secret, versionOf(apiCallerOf(caller))),
      ([token]) => token && issuedToken(env, issue, token),
    )
  },
  handle: async ({ db, caller, env, params: { installSid }, body, loaded }) => {
    if (body.targetUserSid && !loaded.targets[0])
      throw invalid(unknownSid('targetUserSid', 'user in this install', body.targetUserSid))
    const issue = newIssue(installSid, caller, body)
    const { minted } = await batch(db, { minted: mintRoot(issue.root, issue.secret) })
    const [token] = minted
    if (!token)
      throw new Problem(
        'credential_invalid',
        'The credential was revoked or the user erased during the request.',
      )
    return issuedToken(env, issue, token)
  },
})

/**
 * Decides about a new token, and makes its secret.
 * @throws Problem `invalid_request` for unknown actions, `permission_ceiling_violation`
 */
function newIssue(installSid: SidOf<'AI'>, creator: Caller, body: z.output<typeof TokenIssue>) {
  const caller = apiCallerOf(creator)
  if (body.tokenType === 'api') requireKnownActions(body.policy)
  const scope = scopeOf(body, installSid)
  requireWithin(caller.policies, scope.policy)
  const stsToken = makeSecret('token')
  return {
    root: {
      ...scope,
      installSid,
      credentialSid: caller.credentialSid,
      creatorFingerprint: versionOf(caller).fingerprint,
      targetUserSid: body.targetUserSid ?? null,
    },
    secret: { secretHash: hashSecret(stsToken), expiresIn: body.expiresIn },
    stsToken,
  }
}

/** Returns the response of an issue, with the signed element token of an element. */
async function issuedToken(env: StsEnv, { root, stsToken }: ReturnType<typeof newIssue>, token: Minted) {
  if (root.elementType === null) return tokenSet(token, stsToken)
  const elementToken = await env.sign('element+jwt', {
    iss: env.baseUrl,
    aud: root.installSid,
    ...(root.targetUserSid && { sub: root.targetUserSid }),
    jti: token.sid,
    elementType: root.elementType,
    resource: root.resource,
    iat: Math.floor(token.createdDate.getTime() / 1000),
    exp: Math.floor(token.expiresAt.getTime() / 1000),
  })
  return { ...tokenSet(token, stsToken), elementToken }
}

export const refreshToken = route({
  method: 'post',
  path: `${path}/{tokenSid}/refresh`,
  tag,
  action: 'sp:RefreshStsToken',
  learners: 'impersonal',
  callers: ['credential'],
  summary: 'Refresh a token',
  description:
    'For the backend of a customer only. Replaces an active token by one of the same scope, within its absolute lifetime. Of concurrent refreshes of one ' +
    'token exactly one succeeds; the others return its successor as `replacedBy`. The successor acts with the lowest of ' +
    'the roles of its element, its creator and the caller.',
  params: TokenParams,
  body: TokenRefresh,
  returns: RefreshedToken,
  problems: ['permission_ceiling_violation', 'token_not_active'],
  load: ({ db, params }) => ({ tokens: findBounds(db, params) }),
  attempt({ caller, params: { installSid, tokenSid }, body }) {
    const stsToken = makeSecret('token')
    const secret = { secretHash: hashSecret(stsToken), expiresIn: body.expiresIn }
    const holder = apiCallerOf(caller)
    const replaced = { installSid, replacedSid: tokenSid, holderSid: holder.credentialSid }
    return attemptOf(
      mintSuccessorIfUnchanged(replaced, secret, versionOf(holder)),
      ([token]) => token && { ...tokenSet(token, stsToken), previousSid: tokenSid },
    )
  },
  handle: async ({ db, caller, params, body, loaded }) => {
    const token = firstOr404(loaded.tokens)
    // The caller receives the new secret, so the policy of the token must lie within those of caller and creator.
    requireWithin([...caller.policies, token.creatorPolicy], token.policy)

    const stsToken = makeSecret('token')
    const secret = { secretHash: hashSecret(stsToken), expiresIn: body.expiresIn }
    const holder = apiCallerOf(caller)
    const { fingerprint } = versionOf(holder)
    const { refreshes } = await batch(db, {
      refreshes: mintSuccessor(params.tokenSid, holder.credentialSid, fingerprint, secret),
    })
    const { issued, replacedBy } = firstOr404(refreshes)
    if (!issued) throw notActive(replacedBy)
    return { ...tokenSet(issued, stsToken), previousSid: params.tokenSid }
  },
})

/**
 * Returns the scope of a root token. Its policy lists each action, so the token does not grant actions that are added
 * later.
 */
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
