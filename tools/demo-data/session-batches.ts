// The sessions of an install with their events and annotations, a part at a time: L does not fit into the memory.

import type { SidOf } from '../../db/sid.ts'
import { annotationsOf, eventsOf, eventTypesOf } from './annotations.ts'
import { type Batch, type Row, rowsPerBatch } from './batch.ts'
import { type Context, type Exam, recordedTypes } from './context.ts'
import { slotOf } from './overrides.ts'
import { shownStates } from './session-outcomes.ts'
import { type Attempt, chainOf, type Pair, type SessionRow, unassigned } from './sessions.ts'

/** How many sessions a learner who takes an exam has on average, with those that were cancelled. Measured on M. */
const sessionsPerChain = 1.16
/** What part of the sessions of exams that are over was taken to the end. Measured on M. */
const shareTaken = 0.82
const shareRemoved = 0.01
/** Incidents have one event each; the rest of the events that the size asks for is in other sessions that ended. */
const shareInIncident = 0.02

/** The exams whose learners have sessions: those that can, or could, be scheduled. */
const isReachable = ({ now }: Context, exam: Exam): boolean => exam.taken && exam.scheduleOpen < now

export function* sessionBatches(
  context: Context,
  exams: readonly Exam[],
  reviewers: readonly SidOf<'US'>[],
): Generator<Batch> {
  const { types, rows } = eventTypesOf(context)
  yield { table: 'eventType', rows }
  const reachable = exams.filter(exam => isReachable(context, exam))
  const { eventShare, annotationMean } = expectedMarks(context, reachable)
  let sessions: SessionRow[] = []
  let events: Row<'sessionEvent'>[] = []
  let annotations: Row<'annotation'>[] = []
  for (const attempt of attempts(context, reachable, reviewers)) {
    events.push(...eventsOf(context, attempt, types, eventShare))
    annotations.push(...annotationsOf(context, attempt, annotationMean))
    sessions.push(attempt.row)
    if (sessions.length < rowsPerBatch) continue
    yield* batchesOf(sessions, events, annotations)
    sessions = []
    events = []
    annotations = []
  }
  yield* batchesOf(sessions, events, annotations)
}

function* batchesOf(
  sessions: SessionRow[],
  events: Row<'sessionEvent'>[],
  annotations: Row<'annotation'>[],
): Generator<Batch> {
  yield { table: 'examSession', rows: sessions }
  yield { table: 'sessionEvent', rows: events }
  yield { table: 'annotation', rows: annotations }
}

/** How many events and annotations a session that ended must have on average for the size to be met. */
function expectedMarks({ counts, now }: Context, exams: readonly Exam[]) {
  const over = exams.filter(({ close }) => close < now)
  const sessions = (counts.sessions * shareTaken) / learnersOf(exams)
  const ended = sessions * learnersOf(over)
  const recorded = sessions * learnersOf(over.filter(({ proctorType }) => recordedTypes.has(proctorType)))
  return {
    eventShare: (counts.events - shareInIncident * counts.sessions) / ended,
    annotationMean: counts.annotations / recorded,
  }
}

const learnersOf = (exams: readonly Exam[]): number =>
  exams.reduce((sum, { learners }) => sum + learners.length, 0)

/** Not every learner has asked for a session of every exam: as many have as the size needs. */
function* attempts(
  context: Context,
  reachable: readonly Exam[],
  reviewers: readonly SidOf<'US'>[],
): Generator<Attempt> {
  const { random, counts } = context
  const shareWithSession = counts.sessions / sessionsPerChain / learnersOf(reachable)
  const shown = reachable.find(exam => isShown(exam, context.now))
  const staying = shown?.learners.filter(({ withdrawn }) => withdrawn === undefined) ?? []
  const stateOf = new Map(shownStates.map((state, index) => [staying[index], state]))
  for (const exam of reachable) {
    for (const [place, enrollment] of exam.learners.entries()) {
      const state = exam === shown ? stateOf.get(enrollment) : undefined
      if (!(state || random.chance(shareWithSession))) continue
      const duration = exam.accommodated.get(enrollment.sid) ?? exam.duration
      yield* chainOf(context, { exam, enrollment, slot: slotOf(exam, place), duration, reviewers }, state)
    }
    if (exam.limitedScope) yield* removedFrom(context, exam, reviewers)
  }
}

const isShown = ({ course, requireApproval, open, close }: Exam, now: number): boolean =>
  course.instructors.length === 0 && requireApproval && open < now && close > now

function* removedFrom(context: Context, exam: Exam, reviewers: readonly SidOf<'US'>[]): Generator<Attempt> {
  const assigned = new Set(exam.learners)
  for (const enrollment of exam.course.learners) {
    if (assigned.has(enrollment) || !context.random.chance(shareRemoved)) continue
    const pair: Pair = { exam, enrollment, slot: undefined, duration: exam.duration, reviewers }
    const attempt = unassigned(context, pair)
    if (attempt) yield attempt
  }
}
