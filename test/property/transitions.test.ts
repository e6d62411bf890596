// Invariants of the transitions of a session, for random sequences of triggers.
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

const runs = { numRuns: rounds({ quick: 150, all: 2000 }) }

const trigger = fc.record({ trigger: fc.constantFrom(...triggers), given: fc.constantFrom(...everyGiven) })
const sequences = fc.array(trigger, { minLength: 1, maxLength: 60, size: 'max' })

const newSession: State = {
  status: 'Needs Proctor',
  inProgressDate: null,
  endedDate: null,
  cancelledDate: null,
}
const named = (state: State) =>
  stateOf(state.status, { running: isRunning(state), cancelled: state.cancelledDate !== null })

const cancelling: Trigger[] = ['cancel', 'void', 'noShow', 'windowClosed']
const ending: Trigger[] = ['end', 'timeOver']

/** The state after the trigger with its dates, or the same state if the trigger is not possible. */
function step(state: State, trigger: Trigger, given: (typeof everyGiven)[number]): State {
  const status = nextStatus(state, trigger, given)
  if (status === undefined) return state
  const at = (triggers: Trigger[]) => (triggers.includes(trigger) ? new Date(0) : null)
  return {
    status,
    inProgressDate: state.inProgressDate ?? at(['start']),
    endedDate: state.endedDate ?? at(ending),
    cancelledDate: state.cancelledDate ?? at(cancelling),
  }
}

/** All states of the sequence, with the first one. */
const statesOf = (given: { trigger: Trigger; given: (typeof everyGiven)[number] }[]): State[] => {
  const states = [newSession]
  for (const { trigger, given: facts } of given)
    states.push(step(states.at(-1) ?? newSession, trigger, facts))
  return states
}
/** Expects the rule for each two consecutive states. */
const eachPair = (rule: (before: State, then: State) => void) =>
  fc.assert(
    fc.property(sequences, given => {
      const states = statesOf(given)
      for (const [at, then] of states.slice(1).entries()) rule(states[at] ?? newSession, then)
    }),
    runs,
  )

test('each step is one of the table', () => {
  eachPair((before, then) => {
    if (before !== then) expect(stepsBetween(named(before), named(then))).not.toEqual([])
  })
})

test('a session that has started never waits for a proctor, an approval or a start again', () => {
  eachPair((_, then) => {
    if (then.inProgressDate === null) return
    expect(['Needs Proctor', 'Pending Approval', 'Approval Denied']).not.toContain(then.status)
    if (then.status === 'Scheduled') expect(isRunning(then)).toBe(true)
  })
})

test('no transition leaves the state cancelled, and no action is allowed in it', () => {
  eachPair((before, then) => {
    if (!isCancelled(before)) return
    expect(then).toBe(before)
    expect(allowedActions(before)).toEqual([])
  })
})

test('a session that has not started is never reviewed, reported or closed other than by cancelling', () => {
  eachPair((_, then) => {
    if (then.inProgressDate !== null) return
    expect(['Processing', 'Incident']).not.toContain(then.status)
    if (then.status === 'Closed') expect(isCancelled(then)).toBe(true)
  })
})

test('a trigger is possible exactly when its action is allowed', () => {
  eachPair(before => {
    for (const action of new Set(Object.values(actionOf))) {
      const twins = triggers.filter(other => actionOf[other] === action)
      const may = twins.some(twin => everyGiven.some(given => nextStatus(before, twin, given) !== undefined))
      expect(allowedActions(before).includes(action)).toBe(may)
    }
  })
})

test('an attempt ends once: nothing makes it run again', () => {
  eachPair((before, then) => {
    if (before.endedDate === null) return
    expect(isRunning(then)).toBe(false)
    expect(then.endedDate).toBe(before.endedDate)
  })
})

test('an attempt that ran is cancelled only by making it void', () => {
  for (const trigger of cancelling.filter(name => name !== 'void'))
    eachPair(before => {
      if (before.inProgressDate === null) return
      for (const given of everyGiven) expect(nextStatus(before, trigger, given)).toBeUndefined()
    })
})

test('random sequences of triggers reach all ten states', () => {
  const reached = new Set(['Needs Proctor'])
  fc.assert(
    fc.property(sequences, given => {
      for (const state of statesOf(given)) reached.add(named(state))
    }),
    { numRuns: rounds({ quick: 500, all: 4000 }), seed: 7 },
  )
  expect(reached.size).toBe(10)
})
