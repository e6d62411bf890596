// Rules for files. Pure functions.

import type * as z from 'zod'
import type { FilePurpose } from '../../../db/schema/file.ts'
import type { FileSettings } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import { notAllowed, resourceOf } from '../../shared/auth/authorize.ts'
import type { Caller } from '../../shared/auth/caller.ts'
import type { Action } from '../../shared/auth/policy/actions.ts'
import { type FieldError, Problem } from '../../shared/problems/problem.ts'
import { requireUnlocked } from '../locks.ts'
import type { ConfigurationParent, SessionParent } from './queries.ts'
import { type FileCreate, isOfSession } from './schema.ts'

type Request = { action: Action; url: Pick<URL, 'pathname'> }
type FileCaller = Pick<Caller, 'role' | 'token'>

/** How long after its end a learner can add files to an attempt, such as photos of the paper. */
const afterEndMs = 60 * 60_000

/** Returns the errors of a new file that exceeds the settings of the install. */
export function settingsErrors(
  { size, contentType }: Pick<z.output<typeof FileCreate>, 'size' | 'contentType'>,
  { maxBytes, contentTypes }: FileSettings,
): FieldError[] {
  const tooBig = { path: 'size', code: 'too_big', message: `The install accepts at most ${maxBytes} bytes.` }
  const notAccepted = {
    path: 'contentType',
    code: 'invalid_value',
    message: `The install accepts: ${contentTypes.join(', ') || 'no files'}.`,
  }
  return [...(size > maxBytes ? [tooBig] : []), ...(contentTypes.includes(contentType) ? [] : [notAccepted])]
}

/**
 * Checks that the caller may add the files of a session.
 * @throws Problem `not_found` if a token is bound to another session, exam or learner, `session_state_conflict`
 */
export function requireSessionUpload(caller: FileCaller, session: SessionParent, now: Date): void {
  requireOwnSession(caller, session)
  if (session.cancelledDate)
    throw new Problem('session_state_conflict', 'The session was cancelled, and takes no files.')
  const { endedDate } = session
  if (caller.role === 'learner' && endedDate && endedDate.getTime() + afterEndMs < now.getTime())
    throw new Problem('session_state_conflict', 'The attempt ended more than an hour ago.')
}

/**
 * The learner of the session is compared by `ownedBy`.
 * @throws Problem `not_found` if the caller is a token for one session or exam, and the session is another
 */
export function requireOwnSession(
  { token }: Pick<FileCaller, 'token'>,
  { sid, examSid }: Pick<SessionParent, 'sid' | 'examSid'>,
): void {
  const resource = token?.elementType ? token.resource : '*'
  if (!['*', sid, examSid].includes(resource)) throw new Problem('not_found')
}

/**
 * Checks that the caller may change the files of a configuration.
 * @throws Problem `action_not_allowed` for the roles proctor and learner, and for an instructor if it is locked
 */
export function requireConfigurationChange(
  caller: FileCaller,
  configuration: Pick<ConfigurationParent, 'locked'>,
  { action, url }: Request,
): void {
  if (caller.role === 'proctor' || caller.role === 'learner')
    throw notAllowed(
      action,
      resourceOf(url.pathname),
      'Files of a configuration take the role admin or instructor.',
    )
  requireUnlocked(caller, [configuration], action, url)
}

/** The sid of the session or configuration of a new file. */
export const parentSidsOf = ({
  purpose,
  sessionSid,
  examConfigurationSid,
}: {
  purpose: FilePurpose
  sessionSid?: SidOf<'ES'> | undefined
  examConfigurationSid?: SidOf<'EC'> | undefined
}) =>
  isOfSession(purpose)
    ? { sessionSid: sessionSid as SidOf<'ES'> }
    : { examConfigurationSid: examConfigurationSid as SidOf<'EC'> }
