// The catalogue of an install: offerings, courses, sections and enrollments.

import type { SidOf } from '../../db/sid.ts'
import type { Row } from './batch.ts'
import { dayMs, hourMs, instantOf, localDay, type Term, termsAround } from './calendar.ts'
import type { Context, Course, Enrollment, Learner } from './context.ts'
import { at, spread, weighted } from './random.ts'
import { drawCourseName } from './subjects.ts'

type Offering = { sid: SidOf<'CO'>; term: Term | undefined; row: Row<'courseOffering'> }

/** The offerings: one for each term, and one without end for self-paced courses. */
export function offeringsOf(context: Context): Offering[] {
  const { random, now, place, installSid } = context
  const terms = [undefined, ...termsAround(localDay(place.zone, now))]
  return terms.map((term, index) => {
    const start = term && instantOf(place.zone, term.start)
    const createdDate = new Date(Math.min(start ?? now, now) - (480 - index) * dayMs)
    const sid = random.sid('CO', createdDate.getTime())
    const row = {
      sid,
      installSid,
      title: term?.title ?? 'Self-paced',
      matchStrings: term?.matchStrings ?? ['Self-paced', 'Open enrollment'],
      startDate: start === undefined ? null : new Date(start),
      endDate: term ? new Date(instantOf(place.zone, term.end + 1)) : null,
      sisId: term ? `T${term.title.replace(/\D/g, '')}${at(term.matchStrings, 1).slice(0, 2)}` : null,
      createdDate,
      editDate: createdDate,
    }
    return { sid, term, row }
  })
}

/** One of this many courses is self-paced. The first one is, so that appointments near the reference date exist. */
const selfPacedEvery = 12

/** The courses with their sections. Large courses have more sections. */
export function coursesOf(context: Context, offerings: readonly Offering[], popularity: readonly number[]) {
  const { random, counts } = context
  const drawCourse = weighted(popularity.map((weight, index) => [index, weight] as const))
  const sections = spread(counts.sections, counts.courses, { from: 1, to: 4 }, () => drawCourse(random))
  const exams = spread(counts.exams, counts.courses, { from: 2, to: 4 }, () => random.below(counts.courses))
  const selfPaced = at(offerings, 0)
  const drawTerm = weighted(
    offerings.slice(1).map(offering => [offering, offering.term?.weight ?? 0] as const),
  )
  return sections.map((sectionCount, index) =>
    courseOf(context, index % selfPacedEvery === 0 ? selfPaced : drawTerm(random), {
      index,
      sectionCount,
      // The first course must have exams in all states, so it needs a past exam and a running one.
      examCount: at(exams, index),
    }),
  )
}

type CourseNumbers = { index: number; sectionCount: number; examCount: number }

function courseOf(context: Context, offering: Offering, { index, sectionCount, examCount }: CourseNumbers) {
  const { random, now, place, installSid } = context
  const { code, title } = drawCourseName(random)
  const start = offering.term ? instantOf(place.zone, offering.term.start) : now - 90 * dayMs
  const created = Math.floor(Math.min(start - 60 * dayMs, now - 30 * dayMs) + random.between(0, 20) * dayMs)
  const createdDate = new Date(created)
  const dates = { createdDate, editDate: createdDate }
  const ended = offering.term && instantOf(place.zone, offering.term.end) < now - 90 * dayMs
  const deleted = ended === true && random.chance(0.03)
  const sid = random.sid('CU', created)
  const row: Row<'course'> = {
    sid,
    installSid,
    courseOfferingSid: offering.sid,
    title,
    code,
    lmsId: String(5_000 + index),
    sisId: `${code.replace(' ', '')}-${offering.row.sisId ?? 'OPEN'}-${index}`,
    deletedDate: deleted ? new Date(now - random.between(5, 60) * dayMs) : null,
    ...dates,
  }
  const sectionRows: Row<'section'>[] = Array.from({ length: sectionCount }, (_, number) => ({
    sid: random.sid('SE', created + number),
    installSid,
    courseSid: sid,
    title: String(number + 1).padStart(3, '0'),
    sisId: `${row.sisId}-${String(number + 1).padStart(3, '0')}`,
    ...dates,
  }))
  const course: Course = {
    sid,
    code,
    created,
    term: offering.term,
    sections: sectionRows.map(section => section.sid),
    learners: [],
    instructors: [],
    examCount,
  }
  return { course, row, sectionRows }
}

/** The relative popularity of the courses: a few are large, most are small. */
export const popularityOf = ({ random, counts }: Context): number[] =>
  Array.from({ length: counts.courses }, () => Math.min(random.logNormal(1, 0.6), 4))

/** The courses of each learner: three to six, none twice. */
export function choicesOf(context: Context, popularity: readonly number[]): number[][] {
  const { random, counts } = context
  const draw = weighted(popularity.map((weight, index) => [index, weight] as const))
  const byStudent = () => random.below(counts.students)
  return spread(counts.enrollments, counts.students, { from: 3, to: 6 }, byStudent).map(count => {
    const chosen = new Set<number>()
    while (chosen.size < count) chosen.add(draw(random))
    return [...chosen]
  })
}

/** When the learner of these courses was created, if not by the bulk import: before the first course started. */
export function learnerCreated({ random, now, place }: Context, courses: readonly Course[]): number {
  const starts = courses.map(({ term }) => (term ? instantOf(place.zone, term.start) : now - 90 * dayMs))
  return Math.floor(
    Math.min(...starts.map(start => start - 35 * dayMs), now - 20 * dayMs) - random.between(0, 25) * dayMs,
  )
}

const shareWithdrawn = 0.02

export function enroll(context: Context, learner: Learner, course: Course): Enrollment {
  const { random, now, place } = context
  const start = course.term ? instantOf(place.zone, course.term.start) : now - 90 * dayMs
  const drawn = start + random.between(-30, 5) * dayMs
  const latest = now - random.between(0.1, 10) * dayMs
  const created = Math.floor(Math.max(Math.min(drawn, latest), learner.created + hourMs))
  const left = Math.floor(Math.max(start, created) + random.between(5, 60) * dayMs)
  const withdrawn = random.chance(shareWithdrawn) && left < now ? left : undefined
  const enrollment = {
    sid: random.sid('EN', created),
    learner,
    section: random.pick(course.sections),
    created,
    withdrawn,
  }
  course.learners.push(enrollment)
  return enrollment
}

export const enrollmentRow = (
  { installSid }: Context,
  course: Course,
  enrollment: Enrollment,
): Row<'enrollment'> => ({
  sid: enrollment.sid,
  installSid,
  courseSid: course.sid,
  userSid: enrollment.learner.sid,
  role: 'learner',
  status: enrollment.withdrawn === undefined ? 'active' : 'withdrawn',
  sisId: null,
  createdDate: new Date(enrollment.created),
  editDate: new Date(enrollment.withdrawn ?? enrollment.created),
})

/** The enrollment of an instructor in a course, from the day on which the course was created. */
export function instructorRow(
  { random, installSid }: Context,
  course: Course,
  userSid: SidOf<'US'>,
): Row<'enrollment'> {
  course.instructors.push(userSid)
  const createdDate = new Date(course.created)
  return {
    sid: random.sid('EN', course.created),
    installSid,
    courseSid: course.sid,
    userSid,
    role: 'instructor',
    status: 'active',
    sisId: null,
    createdDate,
    editDate: createdDate,
  }
}
