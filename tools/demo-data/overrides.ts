// The exceptions of an exam: accommodations, assignments, and the slots of proctoring instructors.

import type { SidOf } from '../../db/sid.ts'
import type { Row } from './batch.ts'
import { dayMs, hourMs, isoDay, localDay, minuteMs } from './calendar.ts'
import type { Context, Enrollment, Exam } from './context.ts'
import { at, sample, weighted } from './random.ts'

const shareEntitled = 0.08
const drawExtension = weighted([
  [1.5, 70],
  [1.25, 15],
  [2, 15],
])

/**
 * The accommodations. The size determines their number. Not every entitled enrollment (8 %) has one in every exam,
 * because learners do not use an accommodation in every exam.
 */
export function* accommodationRows(
  context: Context,
  exams: readonly Exam[],
): Generator<Row<'examConfiguration'>> {
  const { random, counts } = context
  const entitled = new Map<SidOf<'EN'>, number>()
  for (const { learners } of new Set(exams.map(exam => exam.course))) {
    for (const { sid } of learners) if (random.chance(shareEntitled)) entitled.set(sid, drawExtension(random))
  }
  const candidates = exams.flatMap(exam =>
    exam.learners.filter(({ sid }) => entitled.has(sid)).map(enrollment => ({ exam, enrollment })),
  )
  for (const { exam, enrollment } of sample(random, candidates, counts.configurations - counts.exams)) {
    yield accommodationRow(context, exam, enrollment, entitled.get(enrollment.sid) ?? 1)
  }
}

function accommodationRow(
  context: Context,
  exam: Exam,
  enrollment: Enrollment,
  factor: number,
): Row<'examConfiguration'> {
  const { random, now, installSid, credentialSid } = context
  const duration = Math.ceil(exam.duration * factor)
  exam.accommodated.set(enrollment.sid, duration)
  const created = Math.floor(
    Math.min(Math.max(exam.created, enrollment.created) + random.between(0.1, 5) * dayMs, now - hourMs),
  )
  const hasBreaks = random.chance(0.3)
  return {
    sid: random.sid('EC', created),
    installSid,
    examSid: exam.sid,
    enrollmentSid: enrollment.sid,
    referenceExamConfigurationSid: exam.configurationSid,
    type: 'accommodation',
    duration,
    locked: exam.open < now,
    approved: true,
    approvedBy: exam.course.instructors[0] ?? credentialSid,
    permittedBathroomBreak: hasBreaks ? true : null,
    permittedBathroomBreakInformation: hasBreaks ? 'As often as needed; the time is not counted.' : null,
    proctorTypes: [],
    attachments: [],
    createdDate: new Date(created),
    editDate: new Date(created),
  }
}

const seats = 30
const learnersPerSlot = 25

/** Slots of an instructor, as many as the learners need, on the days of the window before the last one. */
export function* slotRows({ random, place }: Context, exam: Exam): Generator<Row<'instructorProctor'>> {
  if (exam.proctorType !== 'instructor') return
  const count = Math.max(1, Math.ceil(exam.learners.length / learnersPerSlot))
  const longest = Math.max(exam.duration, ...exam.accommodated.values())
  for (let position = 0; position < count; position += 1) {
    const days = Math.max(1, Math.round((exam.close - exam.open) / dayMs) - 1)
    const start = exam.open + (position % days) * dayMs + (9 + random.below(6)) * hourMs
    const end = start + longest * minuteMs
    const sid = random.sid('IP', exam.created)
    exam.slots.push({ sid, start, end })
    yield {
      sid,
      configurationSid: exam.configurationSid,
      position,
      location: `${random.pick(['Hall', 'Room', 'Lab'])} ${1 + random.below(400)}, ${place.name}`,
      startTime: new Date(start),
      endTime: new Date(end),
      capacity: seats,
    }
  }
}

type Assignment = {
  row: Row<'assignment'>
  sections: SidOf<'SE'>[]
  enrollments: SidOf<'EN'>[]
}

/** The assignments of exams with limited scope: sections, or single learners. Restricts `exam.learners`. */
export const assignmentsOf = (context: Context, exams: readonly Exam[]): Assignment[] =>
  exams
    .filter(exam => exam.limitedScope)
    .map((exam, index) => assignmentOf(context, exam, index % 2 === 0 ? 'sections' : 'learners'))

function assignmentOf(context: Context, exam: Exam, to: 'sections' | 'learners'): Assignment {
  const { random, place, now } = context
  const { course } = exam
  const isBySection = to === 'sections'
  const sections = isBySection
    ? sample(random, course.sections, 1 + random.below(course.sections.length))
    : []
  const enrolled = new Set(sections)
  const assigned = course.learners.filter(({ section }) =>
    isBySection ? enrolled.has(section) : random.chance(0.4),
  )
  exam.learners = assigned
  const created = Math.floor(Math.min(exam.created + random.between(0.1, 3) * dayMs, now - hourMs))
  const lastDay = localDay(place.zone, exam.close) - 1
  const isExtended = random.chance(0.3)
  return {
    row: {
      sid: random.sid('EA', created),
      examSid: exam.sid,
      examOpenDate: null,
      // Two more days than the other learners have. Appointments of this data set stay within the common window.
      examCloseDate: isExtended ? isoDay(lastDay + 2) : null,
      schedulingOpenDate: null,
      schedulingCloseDate: isExtended ? isoDay(lastDay + 2) : null,
      createdDate: new Date(created),
      editDate: new Date(created),
    },
    sections,
    enrollments: isBySection ? [] : assigned.map(({ sid }) => sid),
  }
}

/** The slot of a learner. Slots are assigned in turn, so that none is overbooked. */
export const slotOf = ({ slots }: Exam, index: number) =>
  slots.length > 0 ? at(slots, index % slots.length) : undefined
