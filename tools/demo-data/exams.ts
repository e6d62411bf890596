// Exams and their primary configurations: windows, durations and proctor types.

import { type PermittedItem, permittedFlags } from '../../db/permitted-items.ts'
import type { Row } from './batch.ts'
import { dayMs, hourMs, instantOf, localDay } from './calendar.ts'
import type { Context, Course, Exam, ProctorType } from './context.ts'
import { at, type Random, weighted } from './random.ts'

const drawProctorType = weighted<ProctorType>([
  ['automated', 55],
  ['record-and-review', 20],
  ['live', 15],
  ['in-person', 7],
  ['instructor', 3],
])
const drawDuration = weighted([
  [30, 10],
  [45, 15],
  [60, 25],
  [75, 15],
  [90, 15],
  [120, 12],
  [150, 3],
  [180, 5],
])
const drawStatus = weighted<'active' | 'draft' | 'deleted'>([
  ['active', 95],
  ['draft', 2],
  ['deleted', 3],
])

type Role = 'Quiz' | 'Midterm Exam' | 'Unit Test' | 'Final Exam'
const rolesByCount: Record<number, readonly Role[]> = {
  2: ['Midterm Exam', 'Final Exam'],
  3: ['Quiz', 'Midterm Exam', 'Final Exam'],
  4: ['Quiz', 'Midterm Exam', 'Unit Test', 'Final Exam'],
}

/** The windows in days from the reference date. One exam is over, two are open, one is in the future. */
const selfPacedWindows = [
  { open: -70, close: -40 },
  { open: -21, close: 9 },
  { open: -10, close: 20 },
  { open: 5, close: 35 },
]

/** The days on which the exam opens and closes, in the time zone of the install. The second day is exclusive. */
function windowOf(
  context: Context,
  course: Course,
  role: Role,
  index: number,
): { open: number; close: number } {
  const { random, now, place } = context
  if (!course.term) {
    const today = localDay(place.zone, now)
    const { open, close } = at(selfPacedWindows, index)
    return { open: today + open, close: today + close }
  }
  const { start, midterm, end } = course.term
  const deadline = {
    Quiz: random.dayBetween(start + 20, midterm - 10),
    'Midterm Exam': midterm,
    'Unit Test': random.dayBetween(midterm + 10, end - 10),
    'Final Exam': end,
  }[role]
  // Deadlines fall on all weekdays, so that the weekdays of appointments follow the preferences of learners.
  const close = deadline + 1 - random.below(7)
  return { open: close - 5 - random.below(5), close }
}

const scheduleOpensBeforeMs = 30 * dayMs

type ExamKind = Pick<Exam, 'proctorType' | 'requireApproval' | 'limitedScope'>

const plainKind: ExamKind = { proctorType: 'automated', requireApproval: false, limitedScope: false }

/** The first two exams of the first courses of an install, so that every data set has rows for every report. */
const fixedKinds: ExamKind[][] = [
  [
    { ...plainKind, proctorType: 'in-person' }, // a written exam of a course without an instructor
    { ...plainKind, proctorType: 'record-and-review', requireApproval: true }, // sessions in every state (session-outcomes.ts)
  ],
  [{ ...plainKind, proctorType: 'instructor' }, plainKind],
  [
    { ...plainKind, limitedScope: true }, // of some sections
    { ...plainKind, limitedScope: true }, // of some learners
  ],
]

export function examsOf(context: Context, course: Course, courseIndex: number) {
  const roles = rolesByCount[course.examCount] ?? []
  return roles.map((role, index) => examOf(context, course, role, index, fixedKinds[courseIndex]?.[index]))
}

function examOf(
  context: Context,
  course: Course,
  role: Role,
  index: number,
  fixedKind: ExamKind | undefined,
) {
  const { random, now, place } = context
  const days = windowOf(context, course, role, index)
  const open = instantOf(place.zone, days.open)
  const created = Math.floor(Math.min(course.created + random.between(1, 20) * dayMs, now - 5 * dayMs))
  const status = fixedKind ? 'active' : drawStatus(random)
  const exam: Exam = {
    sid: random.sid('EX', created),
    course,
    configurationSid: random.sid('EC', created + 1),
    created,
    ...(fixedKind ?? drawKind(random)),
    taken: status !== 'draft',
    scheduleOpen: Math.max(open - scheduleOpensBeforeMs, created + hourMs),
    open,
    close: instantOf(place.zone, days.close),
    duration: fixedKind ? 90 : drawDuration(random),
    attempts: random.chance(0.15) ? 2 : 1,
    accommodated: new Map(),
    learners: course.learners,
    slots: [],
  }
  return { exam, status, title: `${course.code} ${role}` }
}

const drawKind = (random: Random): ExamKind => ({
  proctorType: drawProctorType(random),
  requireApproval: random.chance(0.1),
  limitedScope: random.chance(0.25),
})

/** Written exams: those proctored on site and a third of those proctored live, together 15 % of the exams. */
const isWritten = (random: Random, { proctorType }: Exam): boolean =>
  proctorType === 'in-person' ||
  proctorType === 'instructor' ||
  (proctorType === 'live' && random.chance(1 / 3))

type DrawnExam = ReturnType<typeof examOf>

export function examRow({ random, installSid }: Context, { exam, status, title }: DrawnExam): Row<'exam'> {
  const createdDate = new Date(exam.created)
  return {
    sid: exam.sid,
    installSid,
    courseSid: exam.course.sid,
    title,
    type: isWritten(random, exam) ? 'Written' : 'Online',
    limitedScope: exam.limitedScope,
    requireApproval: exam.requireApproval,
    status,
    lmsId: random.chance(0.8) ? `quiz-${random.below(1e7)}-${exam.sid.slice(-6)}` : null,
    createdDate,
    editDate: createdDate,
  }
}

const notes = [
  null,
  'Have your student card ready.',
  'Two sheets of scratch paper, both sides shown to the camera before and after.',
  'No headphones. The room must be quiet, and nobody else may enter.',
]

/** The share of the exams that permit an item, except the calculator. */
const permittedShares: Record<`permitted${Exclude<PermittedItem, 'Calculator'>}`, number> = {
  permittedBathroomBreak: 0.3,
  permittedBlankPaper: 0.6,
  permittedDictionary: 0.05,
  permittedEarplugs: 0.3,
  permittedFormulaSheet: 0.2,
  permittedNotes: 0.1,
  permittedTextbook: 0.07,
  permittedWebsites: 0.05,
}

export function primaryRow(
  { random, now, place, installSid, credentialSid }: Context,
  exam: Exam,
): Row<'examConfiguration'> {
  const online = exam.proctorType !== 'in-person' && exam.proctorType !== 'instructor'
  const calculator = random.chance(0.4)
  const approved = random.chance(0.95) || exam.open < now
  return {
    sid: exam.configurationSid,
    installSid,
    examSid: exam.sid,
    enrollmentSid: null,
    referenceExamConfigurationSid: null,
    type: 'primary',
    examOpenDate: new Date(exam.open),
    examCloseDate: new Date(exam.close),
    scheduleOpenDate: new Date(exam.scheduleOpen),
    scheduleCloseDate: new Date(exam.close - exam.duration * 60_000),
    url: online ? `https://lms.${place.domain}/quizzes/${random.below(1e6)}` : null,
    requiredSoftware: random.chance(0.1) ? 'Spreadsheet' : null,
    virtualCalculatorType: calculator && online ? random.pick(['basic', 'scientific', 'graphing']) : null,
    duration: exam.duration,
    attempts: exam.attempts,
    locked: exam.open < now,
    approved,
    approvedBy: approved ? (exam.course.instructors[0] ?? credentialSid) : null,
    studentNotes: random.pick(notes),
    proctorNotes: random.chance(0.2) ? 'Check the student card.' : null,
    ...permittedFlags(name =>
      name === 'permittedCalculator' ? calculator : random.chance(permittedShares[name]),
    ),
    permittedBathroomBreakInformation: null,
    permittedCalculatorInformation: calculator ? 'Without a memory.' : null,
    permittedOtherItems: random.chance(0.05) ? 'A ruler and a pair of compasses.' : null,
    proctorTypes: [exam.proctorType],
    modalityOptions: online ? { recording: exam.proctorType !== 'live', roomScan: random.chance(0.5) } : null,
    attachments: online
      ? []
      : [
          {
            attachmentUrl: `https://files.${place.domain}/${exam.sid}.pdf`,
            attachmentAwsTitle: 'Question paper.pdf',
          },
        ],
    createdDate: new Date(exam.created),
    editDate: new Date(exam.created),
  }
}
