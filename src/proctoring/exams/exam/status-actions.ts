// The actions that a new status of an exam needs besides `sp:UpdateExam`.

import type { examStatuses } from '../../../../db/schema/exam.ts'
import { requireAction } from '../../../shared/auth/authorize.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import type { Action } from '../../../shared/auth/policy/actions.ts'

type Status = (typeof examStatuses)[number]
type StatusChange = { from: Status | undefined; to: Status | undefined }

/**
 * Checks that the caller may do what the new status does, by the operation of its own: `deleted` deletes the exam, and
 * another status restores a deleted one.
 * @returns whether it restores the exam
 * @throws Problem `action_not_allowed`
 */
export function requireStatusActions(
  caller: Caller,
  { from, to }: StatusChange,
  { pathname }: Pick<URL, 'pathname'>,
): boolean {
  const requireOf = (action: Action, path: string) =>
    requireAction(caller, { action, path, installSid: undefined })
  const restores = from === 'deleted' && to !== undefined && to !== 'deleted'
  if (to === 'deleted') requireOf('sp:DeleteExam', pathname)
  if (restores) requireOf('sp:RestoreExam', `${pathname}/restore`)
  return restores
}
