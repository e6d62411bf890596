import { describe, expect, test } from 'vitest'
import {
  allowedActions,
  isCancelled,
  isRunning,
  nextStatus,
  type State,
  triggers,
} from '../../../src/proctoring/sessions/transitions.ts'
import {
  actionsIn,
  everyGiven,
  reference,
  stateOf,
  statuses,
  statusOf,
  triggerNames,
} from '../../support/session-table.ts'

const moment = new Date('2026-11-01T09:00:00.000Z')

/** Every status with and without a start, an end and a cancellation, including impossible combinations. */
const everyState: State[] = statuses.flatMap(status =>
  [null, moment].flatMap(inProgressDate =>
    [null, moment].flatMap(endedDate =>
      [null, moment].map(cancelledDate => ({ status, inProgressDate, endedDate, cancelledDate })),
    ),
  ),
)
const named = ({ status, inProgressDate, endedDate, cancelledDate }: State) =>
  stateOf(status, {
    running: inProgressDate !== null && endedDate === null,
    cancelled: cancelledDate !== null,
  })

test('the triggers are those of the table', () => {
  expect(everyState).toHaveLength(56)
  expect(triggers.toSorted()).toEqual(triggerNames.toSorted())
})

describe.each(triggerNames)('%s', trigger => {
  test.each(everyState)('is possible from %o exactly as in the table, for all conditions', state => {
    for (const given of everyGiven) {
      const expected = reference(named(state), trigger, given)
      expect(nextStatus(state, trigger, given), JSON.stringify(given)).toBe(expected && statusOf(expected))
    }
  })
})

test.each(everyState)('the allowed actions of %o contain each action once', state => {
  const actions = allowedActions(state)
  expect(new Set(actions)).toEqual(actionsIn(named(state)))
  expect(actions).toHaveLength(new Set(actions).size)
})

test('running is scheduled or an incident, started and not ended, and cancelled is marked as such', () => {
  for (const state of everyState) expect(isRunning(state)).toBe(named(state).startsWith('running'))
  for (const state of everyState) expect(isCancelled(state)).toBe(state.cancelledDate !== null)
})

test('a decision does not change its arguments', () => {
  const running = {
    status: 'Scheduled' as const,
    inProgressDate: moment,
    endedDate: null,
    cancelledDate: null,
  }
  const state = Object.freeze({ ...running })
  for (const trigger of triggers)
    for (const given of everyGiven) nextStatus(state, trigger, Object.freeze(given))
  expect(state).toEqual(running)
})
