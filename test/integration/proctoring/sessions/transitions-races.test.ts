// Whatever is asked of one session at once, each granted request is one step of the table, on PGlite and on a real Postgres.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../../../tools/stack/stack.ts'
import type { Answer } from '../../../support/client.ts'
import {
  ask,
  inState,
  listed,
  rowOf,
  type SessionTransition,
  stepsOf,
} from '../../../support/session-deeds.ts'
import { pathOf } from '../../../support/session-path.ts'
import type { StateName } from '../../../support/session-table.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'

const races: { state: StateName; deeds: SessionTransition[] }[] = [
  { state: 'Needs Proctor', deeds: ['schedule'] },
  { state: 'Needs Proctor', deeds: ['schedule', 'cancel'] },
  { state: 'Pending Approval', deeds: ['approve', 'deny'] },
  { state: 'Pending Approval', deeds: ['deny', 'cancel', 'reschedule'] },
  { state: 'Scheduled', deeds: ['start'] },
  { state: 'Scheduled', deeds: ['start', 'cancel'] },
  { state: 'Scheduled', deeds: ['start', 'reschedule'] },
  { state: 'running', deeds: ['end', 'report'] },
  { state: 'Processing', deeds: ['pass', 'cancel', 'suspect'] },
  { state: 'Closed', deeds: ['report', 'suspect'] },
]

describe.each(['memory', 'postgres'] as const)('on %s', { timeout: 60_000 }, kind => {
  let stack: Stack
  beforeAll(async () => {
    stack = await sharedStack(kind)
  }, 180_000)

  /** Asks for each deed five times, all at once. */
  const askAll = (world: SessionWorld, deeds: SessionTransition[]): Promise<[SessionTransition, Answer][]> =>
    Promise.all(
      deeds.flatMap(deed =>
        Array.from(
          { length: 5 },
          async (_, at): Promise<[SessionTransition, Answer]> => [deed, await ask(world, deed, at)],
        ),
      ),
    )

  test.each(races)('from $state five requests each to $deeds', async ({ state, deeds }) => {
    const world = await inState(state, stack)
    const before = await stepsOf(world, world.sessionSid)
    const answers = await askAll(world, deeds)
    for (const [, { status, raw }] of answers) expect([200, 409], raw).toContain(status)
    const granted = answers.filter(([, { status }]) => status === 200).map(([deed]) => deed)
    const steps = (await stepsOf(world, world.sessionSid)).slice(before.length)
    // A repeated start is granted, and is no step.
    const starts = granted.includes('start') ? 1 : 0
    expect(granted.length).toBeGreaterThan(0)
    expect(steps.length).toBe(granted.filter(deed => deed !== 'start').length + starts)
    const { status } = await rowOf(world, world.sessionSid)
    const path = pathOf([...before, ...steps])
    expect(path.at(-1)?.status).toBe(status)
    expect((await listed(world)).filter(session => session['status'] !== 'Closed').length).toBeLessThan(2)
  })

  test('ten first starts at once are all told the same beginning', async () => {
    const world = await inState('Scheduled', stack)
    const answers = (await askAll(world, ['start', 'start'])).map(([, answer]) => answer)
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map(answer => answer.text('inProgressDate'))).size).toBe(1)
    expect((await stepsOf(world, world.sessionSid)).filter(({ running }) => running)).toHaveLength(1)
  })

  test('of ten requests for the next session at once one is granted, the others are 409 session_active', async () => {
    const world = await makeSession({ configuration: { attempts: 3 } }, stack)
    for (const deed of ['schedule', 'start', 'end'] as const) await ask(world, deed)
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

  test('five cancellations at once leave one session that follows', async () => {
    const world = await inState('Scheduled', stack)
    const answers = await askAll(world, ['cancel'])
    expect(answers.filter(([, { status }]) => status === 200)).toHaveLength(1)
    expect((await listed(world)).map(({ status }) => status)).toEqual(['Closed', 'Needs Proctor'])
  })
})
