// Transitions that are not in the table are refused, and do not change the session.
import { beforeAll, describe, expect, test } from 'vitest'
import { badPaths } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'
import {
  ask,
  inState,
  refused,
  run,
  storedOf,
  transitionNames,
  triggerOf,
} from '../../../support/session-steps.ts'
import {
  actionsIn,
  everyGiven,
  reference,
  type StateName,
  stateNames,
  statusOf,
} from '../../../support/session-table.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'

/** Each state with the transitions that are not possible in it. */
const illegal = stateNames.map(state => ({
  state,
  transitions: transitionNames.filter(transition =>
    everyGiven.every(given => reference(state, triggerOf(transition), given) === undefined),
  ),
}))

const worlds = new Map<StateName, SessionWorld>()

/** A session in the state, which no test changes. */
async function sessionIn(state: StateName): Promise<SessionWorld> {
  const world = worlds.get(state) ?? (await inState(state))
  worlds.set(state, world)
  return world
}

test('of the 110 pairs of a state and a transition 84 are illegal', () => {
  expect(illegal.flatMap(({ transitions }) => transitions)).toHaveLength(84)
})

/** In `npm test` each state refuses three of its transitions; unit/proctoring/transitions has the whole table. */
const refusedOnes = illegal.map(({ state, transitions }, at) => ({
  state,
  transitions: rotating(transitions, at, 3),
}))

test.each(refusedOnes)(
  'in $state each of $transitions is 409 with the status and the allowed actions, and changes nothing',
  async ({ state, transitions }) => {
    const world = await sessionIn(state)
    for (const transition of transitions) {
      const answer = await refused(world, 'session_state_conflict', () => ask(world, transition))
      expect(answer.body, transition).toMatchObject({ currentStatus: statusOf(state) })
      const actions: unknown = answer.body['allowedActions']
      if (!Array.isArray(actions)) throw new Error(answer.raw)
      expect(new Set(actions), transition).toEqual(actionsIn(state))
      expect(actions).toHaveLength(new Set(actions).size)
    }
  },
)

test.each(stateNames)(
  'the record of a session in %s names the allowed actions and its state',
  async state => {
    const world = await sessionIn(state)
    const { sessionInfo } = (await world.read()).body
    expect(sessionInfo).toMatchObject({
      running: state.startsWith('running'),
      cancelled: state === 'cancelled',
    })
    const { allowedActions } = Object.assign({ allowedActions: [] as unknown[] }, sessionInfo)
    expect(new Set(allowedActions)).toEqual(actionsIn(state))
  },
)

describe('an invalid body is 400, names the member and changes nothing', () => {
  let fresh: SessionWorld
  let scheduled: SessionWorld
  beforeAll(async () => {
    fresh = await makeSession()
    scheduled = await makeSession()
    await run(scheduled, 'schedule')
  })

  const reasons = ['', 'No-Show', 'no-show ', 'NO-SHOW', 'because', 'no_show', 1, null, ['no-show'], {}]
  test.each(reasons.map(reason => ({ reason })))('cancelling with %o', async body => {
    const world = scheduled
    const before = await storedOf(world, world.sessionSid)
    const answer = await world.admin('DELETE', world.at(), { body })
    expect(badPaths(answer)).toEqual(['reason'])
    expect(await storedOf(world, world.sessionSid)).toEqual(before)
  })

  const bodies: [string, string, object, string][] = [
    ['DELETE', '', {}, 'reason'],
    ['DELETE', '', { reason: 'no-show', note: 'x' }, 'note'],
    ['POST', '/deny', {}, 'reason'],
    ['POST', '/deny', { reason: '' }, 'reason'],
    ['POST', '/deny', { reason: 7 }, 'reason'],
    ['POST', '/deny', { reason: 'x', other: 1 }, 'other'],
    ['POST', '/review', {}, 'outcome'],
    ['POST', '/review', { outcome: 'Passed', notes: 'x' }, 'outcome'],
    ['POST', '/review', { outcome: 'incident', notes: 'x' }, 'outcome'],
    ['POST', '/review', { outcome: 'passed', notes: 7 }, 'notes'],
    ['POST', '/review', { outcome: 'passed', notes: 'x', by: 'me' }, 'by'],
    ['POST', '', {}, 'appointmentDate'],
    ['PUT', '', {}, 'appointmentDate'],
    ['POST', '', { appointmentDate: null }, 'appointmentDate'],
    ['POST', '', { appointmentDate: '2027-01-01' }, 'appointmentDate'],
    ['POST', '', { appointmentDate: '2027-01-01T10:00:00' }, 'appointmentDate'],
    ['POST', '', { appointmentDate: '2027-01-01T10:00:00+01:00' }, 'appointmentDate'],
    ['POST', '', { appointmentDate: '2027-02-30T10:00:00Z' }, 'appointmentDate'],
    ['PUT', '', { appointmentDate: 1_800_000_000_000 }, 'appointmentDate'],
    ['POST', '', { appointmentDate: '2027-01-01T10:00:00Z', duration: 5 }, 'duration'],
    ['PUT', '', { appointmentDate: '2027-01-01T10:00:00Z', status: 'Scheduled' }, 'status'],
    [
      'POST',
      '',
      { appointmentDate: '2027-01-01T10:00:00Z', instructorProctorSid: 'x' },
      'instructorProctorSid',
    ],
  ]
  test.each(bodies)('%s …%s with %o', async (method, rest, body, path) => {
    const world = fresh
    const before = await storedOf(world, world.sessionSid)
    expect(badPaths(await world.admin(method, world.at(rest), { body }))).toEqual([path])
    expect(await storedOf(world, world.sessionSid)).toEqual(before)
  })
})
