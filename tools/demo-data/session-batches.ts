// The sessions of an install with their events and annotations, in batches, because those of size L do not fit in memory.

import type { SidOf } from '../../db/sid.ts'
import { annotationsOf, eventsOf, eventTypesOf } from './annotations.ts'
import type { Attempt, Pair, SessionRow } from './attempt.ts'
import { type Batch, type Row, rowsPerBatch } from './batch.ts'
import { type Context, type Exam, recordedTypes } from './context.ts'
import { slotOf } from './overrides.ts'
import { proctorTypesOf } from './proctor-types.ts'
import { fixedOutcomes } from './session-outcomes.ts'
import { chainOf, unassigned } from './sessions.ts'

/** The mean number of sessions of a learner in an exam, including cancelled ones. Measured on size M. */
const sessionsPerChain = 1.16
/** The share of completed sessions in exams that are over. Measured on size M. */
const shareTaken = 0.82
const shareRemoved = 0.01
/** Each incident has one event. The other events of the size are in other sessions that have ended. */
const shareInIncident = 0.02

/** The exams whose learners have sessions: those that can be, or could have been, scheduled. */
const isSchedulable = ({ now }: Context, exam: Exam): boolean => exam.taken && exam.scheduleOpen < now

export function* sessionBatches(
  context: Context,
  exams: readonly Exam[],
  reviewers: readonly SidOf<'US'>[],
): Generator<Batch> {
  const { types, rows } = eventTypesOf(context)
  yield { table: 'eventType', rows }
  yield { table: 'proctorType', rows: proctorTypesOf(context) }
  const schedulable = exams.filter(exam => isSchedulable(context, exam))
  const { eventShare, annotationMean } = expectedMeans(context, schedulable)
  let sessions: SessionRow[] = []
  let events: Row<'sessionEvent'>[] = []
  let annotations: Row<'annotation'>[] = []
  for (const attempt of attempts(context, schedulable, reviewers)) {
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

/** The mean numbers of events and annotations of an ended session that result in those of the size. */
function expectedMeans({ counts, now }: Context, exams: readonly Exam[]) {
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

/** The attempts of the learners who have requested a session: as many as the size requires. */
function* attempts(
  context: Context,
  schedulable: readonly Exam[],
  reviewers: readonly SidOf<'US'>[],
): Generator<Attempt> {
  const { random, counts } = context
  const shareWithSession = counts.sessions / sessionsPerChain / learnersOf(schedulable)
  const fixedExam = schedulable.find(exam => hasFixedOutcomes(exam, context.now))
  const activeLearners = fixedExam?.learners.filter(({ withdrawn }) => withdrawn === undefined) ?? []
  const outcomeOf = new Map(fixedOutcomes.map((outcome, index) => [activeLearners[index], outcome]))
  for (const exam of schedulable) {
    for (const [index, enrollment] of exam.learners.entries()) {
      const fixedOutcome = exam === fixedExam ? outcomeOf.get(enrollment) : undefined
      if (!(fixedOutcome || random.chance(shareWithSession))) continue
      const duration = exam.accommodated.get(enrollment.sid) ?? exam.duration
      yield* chainOf(
        context,
        { exam, enrollment, slot: slotOf(exam, index), duration, reviewers },
        fixedOutcome,
      )
    }
    if (exam.limitedScope) yield* removedFrom(context, exam, reviewers)
  }
}

const hasFixedOutcomes = ({ course, requireApproval, open, close }: Exam, now: number): boolean =>
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
