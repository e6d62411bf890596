// Decides what a batch of accommodations does. Each item applies completely or not at all. Pure, except for new sids.

import { newSid, type SidOf } from '../../../../db/sid.ts'
import { requireAction } from '../../../shared/auth/authorize.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import type { Action } from '../../../shared/auth/policy/actions.ts'
import { fieldErrorsOf, invalid, throwIfAny } from '../../../shared/problems/field-errors.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { requireUnlocked } from '../../locks.ts'
import { all, writerRoles } from '../configurations/paths.ts'
import { areEqual, changesOf, valueErrors, valuesAfter } from './adjust.ts'
import { maxTargets, type Placed, type Target, type Values, type Write } from './queries.ts'
import type { Accommodation, Result } from './schema.ts'
import { type ExamTarget, requireTargets } from './targets.ts'

type Authority = { installSid: SidOf<'AI'>; caller: Caller }
type Parsed =
  | { success: true; data: Accommodation }
  | { success: false; error: Parameters<typeof fieldErrorsOf>[0] }

/** An accommodation as the items before leave it. */
type State = { sid: SidOf<'EC'>; isNew: boolean; locked: boolean; values: Values }
type Decision = { target: ExamTarget; result: Result; state: State }

/** Returns the valid items with their positions. */
export const placedOf = (items: readonly Parsed[]): Placed[] =>
  items.flatMap((item, position) => (item.success ? { position, item: item.data } : []))

/** Returns the result of each item in order, and the accommodations to write. */
export function plan(authority: Authority, items: readonly Parsed[], targets: readonly Target[]) {
  const targetsOf = Map.groupBy(targets, ({ position }) => position)
  // The statement reads one target more than the maximum. Not all targets of its item were read.
  const firstUnread = targets[maxTargets]?.position ?? items.length
  const states = new Map<string, State>()
  const writes = new Map<string, Write>()

  function apply(item: Accommodation, position: number) {
    if (position >= firstUnread) throw tooManyTargets()
    const decisions = requireTargets(item, targetsOf.get(position) ?? []).flatMap(target =>
      decide(authority, item, target, states.get(keyOf(target)) ?? stateOf(target)),
    )
    const [first] = decisions
    if (!first) throw noEffect()
    for (const { target, result, state } of decisions) {
      states.set(keyOf(target), state)
      if (result !== 'Found Existing') writes.set(keyOf(target), { ...state, ...keysOf(target) })
    }
    const order: Result[] = ['Created', 'Updated', 'Found Existing']
    return {
      sid: first.state.sid,
      result: order.find(each => decisions.some(({ result }) => result === each)) ?? first.result,
      problem: null,
      accommodations: decisions.map(({ target: { enrollmentSid, examSid }, result, state: { sid } }) => ({
        ...{ sid, enrollmentSid, examSid, result },
      })),
    }
  }

  const results = items.map((item, position) => {
    try {
      if (!item.success) throw invalid(...fieldErrorsOf(item.error))
      return apply(item.data, position)
    } catch (problem) {
      if (problem instanceof Problem) return refused(problem)
      throw problem
    }
  })
  return { results, writes: [...writes.values()] }
}

const keysOf = ({ enrollmentSid, examSid, courseSid }: ExamTarget) => ({ enrollmentSid, examSid, courseSid })
const keyOf = ({ enrollmentSid, examSid }: ExamTarget) => `${enrollmentSid} ${examSid}`

const stateOf = ({ accommodation }: Target): State | undefined => {
  const { sid, locked, ...values } = accommodation
  return sid === null ? undefined : { sid, isNew: false, locked: locked ?? false, values }
}

/**
 * Decides on one accommodation by the rules of createConfiguration and updateConfiguration.
 * @returns nothing if the item changes nothing in this exam
 * @throws Problem if these operations would refuse the change
 */
function decide(
  { installSid, caller }: Authority,
  item: Accommodation,
  target: ExamTarget,
  before: State | undefined,
): Decision[] {
  const changes = changesOf(item, target.primary)
  if (Object.keys(changes).length === 0) return []
  const path = pathOf(installSid, target)
  if (before) requireWriter(caller, 'sp:UpdateExamConfiguration', `${path}/${before.sid}`)
  else requireWriter(caller, 'sp:CreateExamConfiguration', path)
  const action = before ? 'sp:UpdateExamConfiguration' : 'sp:CreateExamConfiguration'
  const values = valuesAfter(before?.values, changes)
  if (before && areEqual(before.values, values)) return [{ target, result: 'Found Existing', state: before }]
  requireUnlocked(caller, [target.primary, before], action, { pathname: path })
  throwIfAny(valueErrors(item, values))
  if (!before) {
    return [{ target, result: 'Created', state: { sid: newSid('EC'), isNew: true, locked: false, values } }]
  }
  return [{ target, result: 'Updated', state: { ...before, values } }]
}

const pathOf = (installSid: SidOf<'AI'>, { courseSid, examSid }: ExamTarget) =>
  all.path.replace('{installSid}', installSid).replace('{courseSid}', courseSid).replace('{examSid}', examSid)

/** @throws Problem `action_not_allowed` if the caller may not do the action by its own operation */
const requireWriter = (caller: Caller, action: Action, path: string) =>
  requireAction(caller, { action, ...writerRoles, path, installSid: undefined })

const tooManyTargets = () =>
  invalid({
    path: '',
    code: 'too_big',
    message: `With this item the request concerns more than ${maxTargets} accommodations. Send the rest in another one.`,
  })

const noEffect = () =>
  invalid({
    path: '',
    code: 'invalid_value',
    message: 'No exam has a duration, or a number of attempts, that this would extend.',
  })

const refused = (problem: Problem) => ({
  sid: null,
  result: 'Refused' as const,
  problem: { errors: [], ...problem.members, ...problem.toRecord() },
  accommodations: [],
})
