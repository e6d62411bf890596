// One install from its users to its annotations, table by table. What later rows point to is kept; sessions are not.

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
import { erasedCount, erasedFrom, erasedRow, learnerOf, learnerRow, personAt, staffRow } from './users.ts'

/** What one install leaves for the next: who is still to be imported at once, and who turns up again. */
export type Passing = { bulkLeft: number; known: Person[] }

/** How long ago the bulk import was: before every term of the data set. */
const bulkImportMs = 500 * dayMs
const knownElsewhereEvery = 100 // students of a place; one of them is a student of the next one too

export function* installBatches(context: Context, passing: Passing): Generator<Batch> {
  const popularity = popularityOf(context)
  const offerings = offeringsOf(context)
  const made = coursesOf(context, offerings, popularity)
  const courses = made.map(({ course }) => course)
  const choices = choicesOf(context, popularity).map(chosen => chosen.map(index => at(courses, index)))
  const learners: Learner[] = []
  for (const rows of inBatches(learnerRows(context, passing, choices, learners)))
    yield { table: 'user', rows }
  const staff = staffRows(context)
  yield { table: 'user', rows: staff }
  yield { table: 'courseOffering', rows: offerings.map(({ row }) => row) }
  for (const rows of inBatches(made.map(({ row }) => row))) yield { table: 'course', rows }
  for (const rows of inBatches(made.flatMap(({ sectionRows }) => sectionRows)))
    yield { table: 'section', rows }
  const instructors = staff.filter(({ role }) => role === 'instructor').map(({ sid }) => sid)
  for (const rows of inBatches(enrollments(context, courses, choices, learners, instructors)))
    yield { table: 'enrollment', rows }
  for (const rows of inBatches(placesInSections(courses))) yield { table: 'enrollmentSection', rows }
  const exams = yield* examBatches(context, courses)
  const reviewers = staff.filter(({ role }) => role === 'proctor').map(({ sid }) => sid)
  yield* sessionBatches(context, exams, reviewers)
}

function* learnerRows(
  context: Context,
  passing: Passing,
  choices: readonly Course[][],
  learners: Learner[],
): Generator<Row<'user'>> {
  const persons = personsOf(context.random, context.place)
  const erased = erasedCount(choices.length)
  const meeting = passing.known
  passing.known = []
  for (const [index, courses] of choices.entries()) {
    const bulk = passing.bulkLeft > 0
    passing.bulkLeft -= bulk ? 1 : 0
    const learner = learnerOf(
      context,
      index,
      bulk ? context.now - bulkImportMs : learnerCreated(context, courses),
    )
    learners.push(learner)
    const toErase = index >= erasedFrom && index < erasedFrom + erased
    const person = personAt(index, persons, toErase ? undefined : meeting[index - erasedFrom - erased])
    const row = learnerRow(context, learner, person, index, persons.address())
    if (!toErase && index % knownElsewhereEvery === knownElsewhereEvery / 2) passing.known.push(person)
    yield toErase ? erasedRow(context, row) : row
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

/** Those of learners, and of one or two instructors in every course but the first, which has none. */
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

function* placesInSections(courses: readonly Course[]): Generator<Row<'enrollmentSection'>> {
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
  const toSections = assignments.flatMap(({ row, sections }) =>
    sections.map(sectionSid => ({ assignmentSid: row.sid, sectionSid })),
  )
  yield { table: 'assignmentSection', rows: toSections }
  const toLearners = assignments.flatMap(({ row, enrollments }) =>
    enrollments.map(enrollmentSid => ({ assignmentSid: row.sid, enrollmentSid })),
  )
  for (const rows of inBatches(toLearners)) yield { table: 'assignmentEnrollment', rows }
  return exams
}
