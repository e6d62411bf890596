// Whatever several clients do at once to twenty sessions, what is stored and what they were told follows the table.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../tools/stack/stack.ts'
import { rounds } from '../support/rounds.ts'
import { triggerOf } from '../support/session-deeds.ts'
import {
  type Model,
  makeModel,
  operations,
  performAll,
  type SessionRow,
  sessionsIn,
  stepsIn,
  type Told,
} from '../support/session-model.ts'
import { pathOf } from '../support/session-path.ts'
import { everyGiven, reference, type StateName, statusOf } from '../support/session-table.ts'
import { sharedStack } from '../support/stack.ts'

/** On PGlite, and twice as many on Postgres, which is twice as fast. Each run of them begins with twenty new sessions. */
const operationsOnPglite = Number(
  process.env['SESSION_MODEL_OPERATIONS'] ?? rounds({ quick: 500, all: 1500 }),
)
const seed = Number(process.env['SESSION_MODEL_SEED'] ?? rounds({ quick: 4711, all: Date.now() % 1_000_000 }))
const perRun = Math.min(500, operationsOnPglite)

type Step = Awaited<ReturnType<typeof stepsIn>>[number]
type Life = { row: SessionRow; steps: Step[]; states: StateName[]; told: Told[] }

const isGranted = ({ answer: { status } }: Told) => status === 200 || status === 201
const isStep = ({ operation: { deed } }: Told) => deed !== 'read' && deed !== 'next'

/** Holds that the steps are a path of the table that ends where the row is. */
function followsTable({ row, states }: Life) {
  const cancelled = row.cancelledDate !== null
  const begun = row.inProgressDate !== null
  const last = states.at(-1)
  expect(last && statusOf(last)).toBe(row.status)
  expect(states.includes('cancelled')).toBe(cancelled)
  expect(states.includes('running')).toBe(begun)
}

/** Holds that each granted request is one step of its credential, but for repeated starts, and nothing else is. */
function isAsGranted({ steps, told }: Life, sidOfClient: (client: number) => string | undefined) {
  const granted = told.filter(one => isGranted(one) && isStep(one))
  const [starts, others] = [true, false].map(isStart =>
    granted.filter(({ operation: { deed } }) => (deed === 'start') === isStart),
  )
  const [begun, rest] = [true, false].map(isBegun =>
    steps.filter(step => step.fromStatus !== null && step.running === isBegun),
  )
  const actors = (all: Told[] = []) => all.map(({ operation: { client } }) => sidOfClient(client)).toSorted()
  expect(rest?.map(({ actor }) => actor).toSorted()).toEqual(actors(others))
  expect(begun?.length).toBe(starts?.length ? 1 : 0)
  for (const { actor } of begun ?? []) expect(actors(starts)).toContain(actor)
}

const instants = ['createdDate', 'dateScheduled', 'dateApproved', 'inProgressDate'] as const

/** Holds that an instant that anybody was told is the one that is stored in the end. */
function keepsInstants({ row, told }: Life) {
  for (const { answer } of told.filter(isGranted))
    for (const name of instants) {
      const shown = answer.body[name]
      if (shown !== null) expect([name, shown]).toEqual([name, row[name]?.toISOString()])
    }
}

/** Holds that a status that somebody was told was one of the session's, and that a refusal by it was right there. */
function toldTrue({ states, told }: Life) {
  const reached = [...new Set(states)]
  for (const one of told) {
    const { operation, answer } = one
    if (isGranted(one)) expect(reached.map(statusOf)).toContain(answer.text('status'))
    if (answer.body['code'] !== 'session_state_conflict') continue
    const current = answer.text('currentStatus')
    const right = reached.some(state => statusOf(state) === current && !isPossible(operation.deed, state))
    expect([operation.deed, current, right], answer.raw).toEqual([operation.deed, current, true])
  }
}

const isPossible = (deed: Told['operation']['deed'], state: StateName): boolean =>
  deed === 'read' ||
  deed === 'next' ||
  everyGiven.some(given => reference(state, triggerOf(deed), given) !== undefined)

const codes = new Set([
  ...['session_state_conflict', 'session_changed', 'outside_window', 'slot_full'],
  ...['session_active', 'no_attempts_left'],
])

/** Holds everything of one run. */
async function holds(model: Model, told: Told[]) {
  for (const one of told)
    if (!isGranted(one)) {
      expect(one.answer.status, one.answer.raw).toBe(409)
      expect(codes).toContain(one.answer.text('code'))
    }
  const [rows, steps] = [await sessionsIn(model), await stepsIn(model)]
  const byRow = Map.groupBy(steps, ({ sessionSid }) => sessionSid)
  const bySession = Map.groupBy(
    told.filter(({ operation: { deed } }) => deed !== 'next'),
    ({ sessionSid }) => sessionSid,
  )
  for (const row of rows) {
    const own = byRow.get(row.sid) ?? []
    const states = pathOf(own).map(({ state }) => state)
    const life = { row, steps: own, states, told: bySession.get(row.sid) ?? [] }
    followsTable(life)
    isAsGranted(life, client => model.calls[client]?.sid)
    keepsInstants(life)
    toldTrue(life)
  }
  keepsAttempts(model, rows)
}

/** Holds that nobody began more sessions than were allowed, or has two that are not closed. */
function keepsAttempts({ pairs }: Model, rows: SessionRow[]) {
  for (const { exam, enrollmentSid } of pairs) {
    const own = rows.filter(row => row.enrollmentSid === enrollmentSid && row.examSid === exam.sid)
    const begun = own.filter(({ inProgressDate }) => inProgressDate !== null)
    expect(begun.length).toBeLessThanOrEqual(exam.attempts ?? Number.POSITIVE_INFINITY)
    expect(own.filter(({ status }) => status !== 'Closed').length).toBeLessThanOrEqual(1)
    for (const { series } of own) if (series !== null) expect(own.map(({ sid }) => sid)).toContain(series)
  }
}

describe.each(['memory', 'postgres'] as const)(`on %s, seed ${seed}`, kind => {
  let stack: Stack
  beforeAll(async () => {
    stack = await sharedStack(kind)
  }, 180_000)

  const total = kind === 'memory' ? operationsOnPglite : 2 * operationsOnPglite

  test(`after ${total} random operations every session has gone a way of the table, and nobody was told otherwise`, async () => {
    const outcomes = new Map<string, number>()
    for (let done = 0; done < total; done += perRun) {
      const model = await makeModel(stack)
      const told = await performAll(model, fc.sample(operations, { numRuns: perRun, seed: seed + done }))
      expect(told).toHaveLength(perRun)
      await holds(model, told)
      for (const {
        operation: { deed },
        answer,
      } of told) {
        const outcome = `${deed} ${answer.status < 300 ? 'granted' : answer.text('code')}`
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    }
    if (process.env['SESSION_MODEL_OUTCOMES']) console.log(kind, Object.fromEntries([...outcomes].sort()))
    const deeds = [
      'schedule',
      'reschedule',
      'approve',
      'deny',
      'start',
      'end',
      'cancel',
      'pass',
      'report',
      'next',
    ]
    for (const deed of deeds) expect([...outcomes.keys()], deed).toContain(`${deed} granted`)
  }, 600_000)
})
