import type { Role } from '../../../db/schema/credential.ts'
import type { SidOf } from '../../../db/sid.ts'
import { noSuchInstall } from '../problems/missing.ts'
import { Problem } from '../problems/problem.ts'
import type { ApiCaller, TokenBinding, TokenBound } from './caller.ts'
import type { Action } from './policy/actions.ts'
import { allows } from './policy/decide.ts'
import type { CallerKind } from './secret.ts'

/** An action on the resource of a path, in the install of the path, if any. */
export type AuthorizationRequest = {
  action?: Action | undefined
  callers?: readonly CallerKind[] | undefined
  needs?: 'account' | undefined
  roles?: readonly Role[] | undefined
  whileEnrolling?: true | undefined
  path: string
  installSid: SidOf<'AI'> | undefined
}

/** The resource of policies: the path without its version. */
export const resourceOf = (path: string): string => path.replace(/^\/(v\d+\/)?/, '')

/** The properties of a caller that authorization depends on. */
export type AuthorizedPrincipal = Pick<ApiCaller, 'installSid' | 'reachedSid' | 'policies'> & {
  kind: CallerKind
  role: string
  /** Whether the caller's account requires a second factor that the caller has not enrolled. */
  mustEnroll?: boolean
}

/**
 * Checks that the caller may execute the action. An operation without an action accepts every caller of an accepted
 * kind.
 * @throws Problem `caller_not_accepted`, `mfa_required_by_account`, `not_found` for another tenant's install,
 * `action_not_allowed`
 */
export function requireAction(caller: AuthorizedPrincipal, request: AuthorizationRequest): void {
  const { action, callers, needs, roles, whileEnrolling, path, installSid } = request
  if (callers && !callers.includes(caller.kind))
    throw new Problem('caller_not_accepted', `This operation takes: ${callers.join(', ')}.`, {
      members: { action, resource: resourceOf(path) },
    })
  if (caller.mustEnroll && !whileEnrolling)
    throw new Problem('mfa_required_by_account', 'Enroll a second factor first: the account requires one.')
  if (installSid !== undefined && caller.reachedSid !== installSid) throw noSuchInstall(installSid)
  if (!action) return
  const resource = resourceOf(path)
  if (needs === 'account' && caller.installSid !== null)
    throw notAllowed(action, resource, 'It is bound to one install.')
  if (roles && !roles.some(role => role === caller.role))
    throw notAllowed(action, resource, `It takes the role ${roles.join(' or ')}.`)
  if (!allows(caller.policies, action, resource)) throw notAllowed(action, resource)
}

/** Returns the problem of a refused action. `because` is for reasons other than the policy. */
export const notAllowed = (action: Action, resource: string, because = 'Its policy does not allow it.') =>
  new Problem('action_not_allowed', `The credential may not do ${action} on ${resource}. ${because}`, {
    members: { action, resource },
  })

/** How learners may call an operation that does not return one record of a user. */
export type LearnerAccess =
  /** Its response contains no personal data, except what the caller sends. */
  | 'impersonal'
  /** It selects only rows of the user (`CallerScope.learner`). */
  | 'ownRows'

type Owned = {
  action?: Action | undefined
  learners?: LearnerAccess | undefined
  ownedBy?(request: {
    params: Record<string, unknown>
    loaded: Record<string, unknown>
  }): string | null | undefined
}

/**
 * Checks that a learner, or an element that is bound to its user, accesses only that user's records. A learner can call only
 * operations with `ownedBy` or `learners`.
 * @param request undefined if the records were not read. Then only the operation is checked.
 * @throws Problem `not_found` for a record of another user, `action_not_allowed` for other operations
 */
export function requireOwn(
  { token, learner }: TokenBound,
  { action, ownedBy, learners }: Owned,
  path: string,
  request: { params: Record<string, unknown>; loaded: Record<string, unknown> } | undefined,
): void {
  const isElement = token !== undefined && isOwnElement(token)
  if (!(action && (learner || isElement))) return
  if (!ownedBy) {
    if (isElement) throw notAllowed(action, resourceOf(path), "It is bound to its user's own records.")
    if (!isOpenTo(learner, learners)) throw notAllowed(action, resourceOf(path), othersData)
    return
  }
  const userSid = learner ? learner.userSid : token?.targetUserSid
  if (!userSid) throw notAllowed(action, resourceOf(path), othersData)
  if (request && ownedBy(request) !== userSid)
    throw new Problem('not_found', 'There is no such record of the user of this token.')
}

const othersData = 'A learner reads no personal data of others.'

const isOpenTo = (learner: TokenBound['learner'], access: LearnerAccess | undefined): boolean =>
  access === 'impersonal' || (access === 'ownRows' && learner?.isLearner === true)

/**
 * Whether an element is bound to its user. An exam-session always is. An assessment-viewer is unless its resource is
 * one session or exam.
 */
const isOwnElement = ({ elementType, resource }: TokenBinding): boolean =>
  elementType === 'exam-session' || (elementType === 'assessment-viewer' && resource === '*')
