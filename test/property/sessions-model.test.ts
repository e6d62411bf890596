// After random operations of several clients on twenty sessions, the stored rows and all responses follow the table.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../tools/stack/stack.ts'
import { rounds } from '../support/rounds.ts'
import { makeModel, operations, performAll, type Result } from '../support/session-model.ts'
import { isOther, otherActions } from '../support/session-model-more.ts'
import { isActive, type SessionRow, sessionsIn, stepsIn } from '../support/session-model-rows.ts'
import type { Model } from '../support/session-model-types.ts'
import { pathOf } from '../support/session-path.ts'
import { triggerOf } from '../support/session-steps.ts'
import { everyGiven, reference, type StateName, statusOf } from '../support/session-table.ts'
import { sharedStack } from '../support/stack.ts'

/** The number on PGlite, and on Postgres, which is faster and serves clients in parallel. Each run starts with twenty new sessions. */
const given = process.env['SESSION_MODEL_OPERATIONS']
const operationsOn = given
  ? { memory: Number(given), postgres: 2 * Number(given) }
  : rounds({ quick: { memory: 500, postgres: 1000 }, all: { memory: 500, postgres: 20_000 } })
const seeds = {
  memory: 4711,
  postgres: rounds({ quick: 4711, all: Date.now() % 1_000_000 }),
}
const seedOf = (kind: keyof typeof seeds) => Number(process.env['SESSION_MODEL_SEED'] ?? seeds[kind])
const perRun = Math.min(500, operationsOn.memory)
const mostFurther = 10 * perRun

/** The actions in which some operation must succeed. */
const actions = [
  ...[
    'schedule',
    'reschedule',
    'approve',
    'deny',
    'start',
    'end',
    'cancel',
    'void',
    'pass',
    'report',
    'next',
  ],
  ...otherActions,
]

type Step = Awaited<ReturnType<typeof stepsIn>>[number]
type History = { row: SessionRow; steps: Step[]; states: StateName[]; results: Result[] }

const isGranted = ({ answer: { status } }: Result) => status === 200 || status === 201
const isStep = ({ operation: { action } }: Result) =>
  action !== 'read' && action !== 'next' && !isOther(action)

/** The transitions that no client requests, and those of a settled event. */
const unrequested = new Set<string | null>([
  ...['adjust', 'unschedule', 'noShow', 'timeOver', 'windowClosed', 'reviewOverdue', 'resolve'],
])
const isReport = (action: string | null) => action === 'report' || action === 'suspect'

/** Expects that the transitions are a path of the table that ends at the state of the row. */
function followsTable({ row, states }: History) {
  const cancelled = row.cancelledDate !== null
  const started = row.inProgressDate !== null
  const last = states.at(-1)
  expect(last && statusOf(last)).toBe(row.status)
  expect(states.includes('cancelled')).toBe(cancelled)
  expect(states.includes('running')).toBe(started)
}

/** Expects one transition for each granted request, except repeated starts, and no others. */
function isAsGranted({ steps, results }: History, sidOfClient: (client: number) => string | undefined) {
  const granted = results.filter(one => isGranted(one) && isStep(one))
  const [starts, others] = [true, false].map(isStart =>
    granted.filter(({ operation: { action } }) => (action === 'start') === isStart),
  )
  const [startSteps, otherSteps] = [true, false].map(isStart =>
    steps.filter(
      ({ fromStatus, trigger }) =>
        fromStatus !== null && !unrequested.has(trigger) && (trigger === 'start') === isStart,
    ),
  )
  const actors = (all: Result[] = []) =>
    all.map(({ operation: { client } }) => sidOfClient(client)).toSorted()
  // An event can report an incident too, unless there is one.
  const incidents = results.filter(one => isGranted(one) && one.operation.action === 'incident')
  const found = otherSteps?.filter(({ trigger }) => trigger === 'report').map(({ actor }) => actor) ?? []
  const reviewed = actors(others?.filter(({ operation: { action } }) => isReport(action)))
  const byEvents = found.filter(actor => {
    const at = reviewed.indexOf(actor ?? undefined)
    if (at >= 0) reviewed.splice(at, 1)
    return at < 0
  })
  expect(reviewed).toEqual([])
  for (const actor of byEvents) expect(actors(incidents)).toContain(actor)
  expect(
    otherSteps
      ?.filter(({ trigger }) => trigger !== 'report')
      .map(({ actor }) => actor)
      .toSorted(),
  ).toEqual(actors(others?.filter(({ operation: { action } }) => !isReport(action))))
  expect(startSteps?.length).toBe(starts?.length ? 1 : 0)
  for (const { actor } of startSteps ?? []) expect(actors(starts)).toContain(actor)
}

const instants = ['createdDate', 'dateScheduled', 'inProgressDate', 'endedDate'] as const

/** Expects that each instant in a response is the one that is finally stored. */
function keepsInstants({ row, steps, results }: History) {
  const isUnscheduled = steps.some(({ trigger }) => trigger === 'unschedule')
  for (const { answer } of results.filter(one => isGranted(one) && !isOther(one.operation.action)))
    for (const name of instants) {
      if (name === 'dateScheduled' && isUnscheduled) continue
      const shown = answer.body[name]
      if (shown !== null) expect([name, shown]).toEqual([name, row[name]?.toISOString()])
    }
}

/** Expects that each status in a response was one of the session's, and that each refusal was correct for that status. */
function reportsTrueStatuses({ states, results }: History) {
  const reached = [...new Set(states)]
  for (const one of results.filter(({ operation: { action } }) => !isOther(action))) {
    const { operation, answer } = one
    if (isGranted(one)) expect(reached.map(statusOf)).toContain(answer.text('status'))
    if (answer.body['code'] !== 'session_state_conflict') continue
    const current = answer.text('currentStatus')
    const right = reached.some(state => statusOf(state) === current && !isPossible(operation.action, state))
    expect([operation.action, current, right], answer.raw).toEqual([operation.action, current, true])
  }
}

const isPossible = (action: Result['operation']['action'], state: StateName): boolean =>
  isOther(action) ||
  action === 'read' ||
  action === 'next' ||
  everyGiven.some(given => reference(state, triggerOf(action), given) !== undefined)

const codes = new Set([
  ...['session_state_conflict', 'session_changed', 'outside_window', 'slot_full'],
  ...['edited_meanwhile', 'not_assigned', 'too_many_files', 'file_not_uploaded'],
  ...['session_active', 'no_attempts_left', 'slot_unavailable', 'window_too_short', 'appointment_overlaps'],
])

/** Checks everything after one run. */
async function checkRun(model: Model, results: Result[]) {
  for (const one of results)
    if (!isGranted(one)) {
      expect(one.answer.status, one.answer.raw).toBe(409)
      expect(codes).toContain(one.answer.text('code'))
    }
  const [rows, steps] = [await sessionsIn(model), await stepsIn(model)]
  const byRow = Map.groupBy(steps, ({ sessionSid }) => sessionSid)
  const bySession = Map.groupBy(
    results.filter(({ operation: { action } }) => action !== 'next'),
    ({ sessionSid }) => sessionSid,
  )
  for (const row of rows) {
    const own = byRow.get(row.sid) ?? []
    const states = pathOf(own).map(({ state }) => state)
    const history = { row, steps: own, states, results: bySession.get(row.sid) ?? [] }
    followsTable(history)
    isAsGranted(history, client => model.calls[client]?.sid)
    keepsInstants(history)
    reportsTrueStatuses(history)
  }
  keepsAttempts(model, rows)
  await keepsPhotos(model, results)
}

/** Expects that each session has as many photos as were completed. */
async function keepsPhotos({ world }: Model, results: Result[]) {
  const photos = results.filter(one => one.operation.action === 'photo' && isGranted(one))
  const bySession = Map.groupBy(photos, ({ sessionSid }) => sessionSid)
  for (const [sessionSid, { length }] of bySession) {
    const listed = await world.admin('GET', world.path(`/files?sessionSid=${sessionSid}&limit=1000`))
    const completed = listed.list('results').filter(({ completedDate }) => completedDate !== null)
    expect(completed).toHaveLength(length)
  }
}

/** Expects that no learner started more sessions than allowed, or has two that are ahead or running. */
function keepsAttempts({ pairs }: Model, rows: SessionRow[]) {
  for (const { exam, enrollmentSid } of pairs) {
    const own = rows.filter(row => row.enrollmentSid === enrollmentSid && row.examSid === exam.sid)
    const started = own.filter(
      ({ inProgressDate, statusReason }) => inProgressDate !== null && statusReason !== 'void',
    )
    expect(started.length).toBeLessThanOrEqual(exam.attempts ?? Number.POSITIVE_INFINITY)
    expect(own.filter(isActive).length).toBeLessThanOrEqual(1)
    for (const { series } of own) if (series !== null) expect(own.map(({ sid }) => sid)).toContain(series)
  }
}

describe.each((['memory', 'postgres'] as const).map(kind => ({ kind, seed: seedOf(kind) })))(
  'on $kind, seed $seed',
  ({ kind, seed }) => {
    let stack: Stack
    beforeAll(async () => {
      stack = await sharedStack(kind)
    }, 180_000)

    const total = operationsOn[kind]

    test(`after ${total} random operations every session has followed the table, and no response contradicts it`, async () => {
      const outcomes = new Map<string, number>()
      const missing = () => actions.filter(action => !outcomes.has(`${action} granted`))
      // The order of the requests of parallel clients is random: further runs succeed in what none has succeeded in yet.
      for (
        let done = 0;
        done < total || (missing().length > 0 && done < total + mostFurther);
        done += perRun
      ) {
        const model = await makeModel(stack)
        const results = await performAll(model, fc.sample(operations, { numRuns: perRun, seed: seed + done }))
        expect(results).toHaveLength(perRun)
        await checkRun(model, results)
        for (const {
          operation: { action },
          answer,
        } of results) {
          const outcome = `${action} ${answer.status < 300 ? 'granted' : answer.text('code')}`
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        }
      }
      if (process.env['SESSION_MODEL_OUTCOMES']) console.log(kind, Object.fromEntries([...outcomes].sort()))
      expect(missing()).toEqual([])
    }, 1_200_000)
  },
)
