// Under simultaneous requests for one session, each granted request is one transition of the table, on PGlite and a real Postgres.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../../../tools/stack/stack.ts'
import type { Answer } from '../../../support/client.ts'
import { rounds } from '../../../support/rounds.ts'
import { pathOf } from '../../../support/session-path.ts'
import {
  ask,
  inState,
  listed,
  rowOf,
  type SessionTransition,
  stepsOf,
} from '../../../support/session-steps.ts'
import type { StateName } from '../../../support/session-table.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { type StackKind, sharedStack } from '../../../support/stack.ts'

const races: { state: StateName; transitions: SessionTransition[] }[] = [
  { state: 'Needs Proctor', transitions: ['schedule'] },
  { state: 'Needs Proctor', transitions: ['schedule', 'cancel'] },
  { state: 'Pending Approval', transitions: ['approve', 'deny'] },
  { state: 'Pending Approval', transitions: ['deny', 'cancel', 'reschedule'] },
  { state: 'Scheduled', transitions: ['start'] },
  { state: 'Scheduled', transitions: ['start', 'cancel'] },
  { state: 'Scheduled', transitions: ['start', 'reschedule'] },
  { state: 'running', transitions: ['end', 'report'] },
  { state: 'Processing', transitions: ['pass', 'void', 'suspect'] },
  { state: 'Closed', transitions: ['report', 'suspect'] },
]

/** PGlite executes one statement at a time, so `npm test` runs the races on Postgres only. */
const kinds: StackKind[] = rounds({ quick: ['postgres'], all: ['memory', 'postgres'] })

describe.each(kinds)('on %s', { timeout: 60_000 }, kind => {
  let stack: Stack
  beforeAll(async () => {
    stack = await sharedStack(kind)
  }, 180_000)

  /** Sends each transition five times, all at once. */
  const askAll = (
    world: SessionWorld,
    transitions: SessionTransition[],
  ): Promise<[SessionTransition, Answer][]> =>
    Promise.all(
      transitions.flatMap(transition =>
        Array.from(
          { length: 5 },
          async (_, at): Promise<[SessionTransition, Answer]> => [
            transition,
            await ask(world, transition, at),
          ],
        ),
      ),
    )

  test.each(races)('from $state five requests for each of $transitions', async ({ state, transitions }) => {
    const world = await inState(state, stack)
    const before = await stepsOf(world, world.sessionSid)
    const answers = await askAll(world, transitions)
    for (const [, { status, raw }] of answers) expect([200, 409], raw).toContain(status)
    const granted = answers.filter(([, { status }]) => status === 200).map(([transition]) => transition)
    const steps = (await stepsOf(world, world.sessionSid)).slice(before.length)
    // A repeated start is granted, but is no transition.
    const starts = granted.includes('start') ? 1 : 0
    expect(granted.length).toBeGreaterThan(0)
    expect(steps.length).toBe(granted.filter(transition => transition !== 'start').length + starts)
    const { status } = await rowOf(world, world.sessionSid)
    const path = pathOf([...before, ...steps])
    expect(path.at(-1)?.status).toBe(status)
    expect((await listed(world)).filter(session => session['status'] !== 'Closed').length).toBeLessThan(2)
  })

  test('ten simultaneous first starts all return the same start date', async () => {
    const world = await inState('Scheduled', stack)
    const answers = (await askAll(world, ['start', 'start'])).map(([, answer]) => answer)
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map(answer => answer.text('inProgressDate'))).size).toBe(1)
    expect((await stepsOf(world, world.sessionSid)).filter(({ running }) => running)).toHaveLength(1)
  })

  test('of ten simultaneous requests for the next session one is granted, the others are 409 session_active', async () => {
    const world = await makeSession({ configuration: { attempts: 3 } }, stack)
    for (const transition of ['schedule', 'start', 'end'] as const) await ask(world, transition)
    const body = { enrollmentSid: world.enrollmentSid }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        world.admin('POST', world.path(`/exams/${world.examSid}/sessions`), { body }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    const codes = answers.filter(({ status }) => status === 409).map(answer => answer.text('code'))
    expect(new Set(codes)).toEqual(new Set(['session_active']))
    expect((await listed(world)).map(({ status }) => status)).toEqual(['Closed', 'Needs Proctor'])
  })

  test('five simultaneous cancellations leave one new session', async () => {
    const world = await inState('Scheduled', stack)
    const answers = await askAll(world, ['cancel'])
    expect(answers.filter(([, { status }]) => status === 200)).toHaveLength(1)
    expect((await listed(world)).map(({ status }) => status)).toEqual(['Closed', 'Needs Proctor'])
  })
})
