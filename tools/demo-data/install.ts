// One install from its users to its annotations, table by table. Only rows that later rows reference stay in memory.

import type { SidOf } from '../../db/sid.ts'
import { type Batch, inBatches, type Row } from './batch.ts'
import { dayMs } from './calendar.ts'
import type { Context, Course, Exam, Learner, Person } from './context.ts'
import {
  choicesOf,
  coursesOf,
  enroll,
  enrollmentRow,
  instructorRow,
  learnerCreated,
  offeringsOf,
  popularityOf,
} from './courses.ts'
import { examRow, examsOf, primaryRow } from './exams.ts'
import { accommodationRows, assignmentsOf, slotRows } from './overrides.ts'
import { personsOf } from './people.ts'
import { at } from './random.ts'
import { sessionBatches } from './session-batches.ts'
import { erasedCount, erasedRow, firstErased, learnerOf, learnerRow, personAt, staffRow } from './users.ts'

/** Input for the next install: the remaining users of the bulk import, and the people with users in both installs. */
export type InstallState = { bulkLeft: number; shared: Person[] }

/** The age of the bulk import, which is earlier than every term of the data set. */
const bulkImportMs = 500 * dayMs
/** One of this many students of an install is also a student of the next install. */
const sharedPersonEvery = 100

export function* installBatches(context: Context, state: InstallState): Generator<Batch> {
  const popularity = popularityOf(context)
  const offerings = offeringsOf(context)
  const made = coursesOf(context, offerings, popularity)
  const courses = made.map(({ course }) => course)
  const choices = choicesOf(context, popularity).map(chosen => chosen.map(index => at(courses, index)))
  const learners: Learner[] = []
  for (const rows of inBatches(learnerRows(context, state, choices, learners))) yield { table: 'user', rows }
  const staff = staffRows(context)
  yield { table: 'user', rows: staff }
  yield { table: 'courseOffering', rows: offerings.map(({ row }) => row) }
  for (const rows of inBatches(made.map(({ row }) => row))) yield { table: 'course', rows }
  for (const rows of inBatches(made.flatMap(({ sectionRows }) => sectionRows)))
    yield { table: 'section', rows }
  const instructors = staff.filter(({ role }) => role === 'instructor').map(({ sid }) => sid)
  for (const rows of inBatches(enrollments(context, courses, choices, learners, instructors)))
    yield { table: 'enrollment', rows }
  for (const rows of inBatches(sectionMemberships(courses))) yield { table: 'enrollmentSection', rows }
  const exams = yield* examBatches(context, courses)
  const reviewers = staff.filter(({ role }) => role === 'proctor').map(({ sid }) => sid)
  yield* sessionBatches(context, exams, reviewers)
}

function* learnerRows(
  context: Context,
  state: InstallState,
  choices: readonly Course[][],
  learners: Learner[],
): Generator<Row<'user'>> {
  const persons = personsOf(context.random, context.place)
  const erased = erasedCount(choices.length)
  const shared = state.shared
  state.shared = []
  for (const [index, courses] of choices.entries()) {
    const isBulk = state.bulkLeft > 0
    state.bulkLeft -= isBulk ? 1 : 0
    const learner = learnerOf(
      context,
      index,
      isBulk ? context.now - bulkImportMs : learnerCreated(context, courses),
    )
    learners.push(learner)
    const isErased = index >= firstErased && index < firstErased + erased
    const person = personAt(index, persons, isErased ? undefined : shared[index - firstErased - erased])
    const row = learnerRow(context, learner, person, index, persons.address())
    if (!isErased && index % sharedPersonEvery === sharedPersonEvery / 2) state.shared.push(person)
    yield isErased ? erasedRow(context, row) : row
  }
}

function staffRows(context: Context): Row<'user'>[] {
  const { random, counts, place } = context
  const persons = personsOf(random, { ...place, domain: `staff.${place.domain}` })
  const proctors = Math.ceil(counts.students / 500)
  const roles = { instructor: counts.instructors, proctor: proctors, admin: 2 } as const
  return (['instructor', 'proctor', 'admin'] as const).flatMap(role =>
    Array.from({ length: roles[role] }, (_, index) => staffRow(context, persons.draw(), role, index)),
  )
}

/** The enrollments of learners, and of one or two instructors in every course except the first, which has none. */
function* enrollments(
  context: Context,
  courses: readonly Course[],
  choices: readonly Course[][],
  learners: readonly Learner[],
  instructors: readonly SidOf<'US'>[],
): Generator<Row<'enrollment'>> {
  for (const [index, course] of courses.entries()) {
    if (index === 0) continue
    yield instructorRow(context, course, at(instructors, index % instructors.length))
    if (context.random.chance(0.2))
      yield instructorRow(context, course, at(instructors, (index + 1) % instructors.length))
  }
  for (const [index, chosen] of choices.entries()) {
    for (const course of chosen)
      yield enrollmentRow(context, course, enroll(context, at(learners, index), course))
  }
}

function* sectionMemberships(courses: readonly Course[]): Generator<Row<'enrollmentSection'>> {
  for (const { learners } of courses) {
    for (const { sid, section } of learners) yield { enrollmentSid: sid, sectionSid: section }
  }
}

function* examBatches(context: Context, courses: readonly Course[]): Generator<Batch, Exam[]> {
  const made = courses.flatMap((course, index) => examsOf(context, course, index))
  const exams = made.map(({ exam }) => exam)
  const assignments = assignmentsOf(context, exams)
  for (const rows of inBatches(made.map(one => examRow(context, one)))) yield { table: 'exam', rows }
  for (const rows of inBatches(exams.map(exam => primaryRow(context, exam))))
    yield { table: 'examConfiguration', rows }
  for (const rows of inBatches(accommodationRows(context, exams))) yield { table: 'examConfiguration', rows }
  yield { table: 'instructorProctor', rows: exams.flatMap(exam => [...slotRows(context, exam)]) }
  yield { table: 'assignment', rows: assignments.map(({ row }) => row) }
  const sectionTargets = assignments.flatMap(({ row, sections }) =>
    sections.map(sectionSid => ({ assignmentSid: row.sid, sectionSid })),
  )
  yield { table: 'assignmentSection', rows: sectionTargets }
  const learnerTargets = assignments.flatMap(({ row, enrollments }) =>
    enrollments.map(enrollmentSid => ({ assignmentSid: row.sid, enrollmentSid })),
  )
  for (const rows of inBatches(learnerTargets)) yield { table: 'assignmentEnrollment', rows }
  return exams
}
