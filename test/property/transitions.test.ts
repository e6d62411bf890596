// Whatever happens to a session in whatever order, what was once so stays so.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allowedActions,
  isCancelled,
  isRunning,
  nextStatus,
  type State,
  type Trigger,
  triggers,
} from '../../src/proctoring/sessions/transitions.ts'
import { rounds } from '../support/rounds.ts'
import { actionOf, everyGiven, stateOf, stepsBetween } from '../support/session-table.ts'

const runs = { numRuns: rounds({ quick: 400, all: 2000 }) }

const deed = fc.record({ trigger: fc.constantFrom(...triggers), given: fc.constantFrom(...everyGiven) })
const deeds = fc.array(deed, { minLength: 1, maxLength: 60 })

const born: State = { status: 'Needs Proctor', inProgressDate: null, cancelledDate: null }
const named = (state: State) =>
  stateOf(state.status, { begun: state.inProgressDate !== null, cancelled: state.cancelledDate !== null })

/** The state after the trigger with its marks, or the same one where it may not happen. */
function step(state: State, trigger: Trigger, given: (typeof everyGiven)[number]): State {
  const status = nextStatus(state, trigger, given)
  if (status === undefined) return state
  return {
    status,
    inProgressDate: state.inProgressDate ?? (trigger === 'start' ? new Date(0) : null),
    cancelledDate: state.cancelledDate ?? (trigger === 'cancel' ? new Date(0) : null),
  }
}

/** All states of the walk, the first one included. */
const walk = (given: { trigger: Trigger; given: (typeof everyGiven)[number] }[]): State[] => {
  const states = [born]
  for (const { trigger, given: facts } of given) states.push(step(states.at(-1) ?? born, trigger, facts))
  return states
}
/** Holds the rule for each two states in a row. */
const eachPair = (rule: (before: State, then: State) => void) =>
  fc.assert(
    fc.property(deeds, given => {
      const states = walk(given)
      for (const [at, then] of states.slice(1).entries()) rule(states[at] ?? born, then)
    }),
    runs,
  )

test('each step is one that the table knows', () => {
  eachPair((before, then) => {
    if (before !== then) expect(stepsBetween(named(before), named(then))).not.toEqual([])
  })
})

test('what has begun never waits for a proctor, an approval or a start again', () => {
  eachPair((_, then) => {
    if (then.inProgressDate === null) return
    expect(['Needs Proctor', 'Pending Approval', 'Approval Denied']).not.toContain(then.status)
    if (then.status === 'Scheduled') expect(isRunning(then)).toBe(true)
  })
})

test('from a cancelled session there is no way, and nothing is allowed in it', () => {
  eachPair((before, then) => {
    if (!isCancelled(before)) return
    expect(then).toBe(before)
    expect(allowedActions(before)).toEqual([])
  })
})

test('what has not begun is never reviewed, reported or closed other than by cancelling', () => {
  eachPair((_, then) => {
    if (then.inProgressDate !== null) return
    expect(['Processing', 'Incident']).not.toContain(then.status)
    if (then.status === 'Closed') expect(isCancelled(then)).toBe(true)
  })
})

test('a trigger may happen exactly when its action is allowed', () => {
  eachPair(before => {
    for (const trigger of triggers) {
      const twins = triggers.filter(other => actionOf[other] === actionOf[trigger])
      const may = twins.some(twin => everyGiven.some(given => nextStatus(before, twin, given) !== undefined))
      expect(allowedActions(before).includes(actionOf[trigger])).toBe(may)
    }
  })
})

test('walks along the triggers reach all nine states', () => {
  const reached = new Set(['Needs Proctor'])
  fc.assert(
    fc.property(deeds, given => {
      for (const state of walk(given)) reached.add(named(state))
    }),
    { ...runs, seed: 7 },
  )
  expect(reached.size).toBe(9)
})
