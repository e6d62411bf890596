// The items of a batch that are refused by themselves: malformed ones, and those that conflict with existing records.

import { fieldErrorsOf, invalid } from '../../shared/problems/field-errors.ts'
import { type FieldError, Problem } from '../../shared/problems/problem.ts'
import { maxErrorsOfItem, Provision } from './schema.ts'

/** The problems of an item that its row shows. Others concern the whole request. */
const refusedAlone: ReadonlySet<string> = new Set(['invalid_request', 'action_not_allowed'])

/** Returns the item and its row for the database, or the problem of a malformed one. */
export async function readItem<R>(sent: unknown, toRow: (item: Provision) => Promise<R>) {
  const { success, data: item, error } = Provision.safeParse(sent, { reportInput: true })
  if (!success) return invalid(...fieldErrorsOf(error).slice(0, maxErrorsOfItem))
  try {
    return { item, row: await toRow(item) }
  } catch (problem) {
    if (problem instanceof Problem && refusedAlone.has(problem.code)) return problem
    throw problem
  }
}

/** Returns the members of a result that refuse the item. */
export function presentRefusal(problem: Problem) {
  const { detail, ...record } = problem.toRecord()
  const errors = (problem.members['errors'] ?? []) as FieldError[]
  return { result: 'Refused' as const, problem: { ...record, detail, errors }, error: errors[0] ?? null }
}
