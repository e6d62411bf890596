// The functions that the reference of the reports (report-reference.ts) applies to rows in memory.
import { effective, newest } from '../../src/proctoring/exams/configurations/effective-configuration.ts'
import { firstInstant, nextDate } from './calendar.ts'
import type { Rows } from './report-rows.ts'

export type Query = Record<string, string | undefined>
/** A row as on the wire, with its sort values. */
export type Line = { id: string; keys: Record<string, string | number>; row: Record<string, unknown> }

export const contains = (text: string | null, part: string | undefined) =>
  part === undefined || (text?.toLowerCase().includes(part.toLowerCase()) ?? false)
export const is = (value: string | null, wanted: string | undefined) =>
  wanted === undefined || value === wanted

/** Finds the row of a sid that exists. */
export function one<T extends { sid: string }>(rows: readonly T[], sid: string): T {
  const found = rows.find(row => row.sid === sid)
  if (!found) throw new Error(`No ${sid}`)
  return found
}

type Window = { examOpenDate: Date | null; examCloseDate: Date | null }

/** `examWindowStart/End`: the window overlaps the range; null is unbounded. */
export function overlaps({ examOpenDate, examCloseDate }: Window, { examWindowStart, examWindowEnd }: Query) {
  if (examWindowStart === undefined || examWindowEnd === undefined) return true
  return (
    (examOpenDate === null || examOpenDate < new Date(examWindowEnd)) &&
    (examCloseDate === null || examCloseDate >= new Date(examWindowStart))
  )
}

/** `examOpenDate/examCloseDate`: the window is within the range; null never is. */
export function within(window: Window, { examOpenDate, examCloseDate }: Query) {
  if (examOpenDate === undefined || examCloseDate === undefined) return true
  return (
    window.examOpenDate !== null &&
    window.examCloseDate !== null &&
    window.examOpenDate >= new Date(examOpenDate) &&
    window.examCloseDate <= new Date(examCloseDate)
  )
}

export function primaryOf({ configurations }: Rows, examSid: string) {
  const found = configurations.find(row => row.type === 'primary' && row.examSid === examSid)
  if (!found) throw new Error(`No primary configuration of ${examSid}`)
  return found
}

export function firstInstructor({ enrollments, people }: Rows, courseSid: string) {
  const active = enrollments.filter(
    row => row.courseSid === courseSid && row.role === 'instructor' && row.status === 'active',
  )
  const [first] = active.toSorted(
    (a, b) => Number(a.createdDate) - Number(b.createdDate) || (a.sid < b.sid ? -1 : 1),
  )
  return first && one(people, first.userSid)
}

const assignmentsTo = (rows: Rows, enrollmentSid: string, examSid: string) => {
  const sections = rows.enrollmentSections
    .filter(row => row.enrollmentSid === enrollmentSid)
    .map(row => row.sectionSid)
  const ofExam = rows.assignments.filter(row => row.examSid === examSid)
  return {
    toEnrollment: ofExam.filter(({ sid }) =>
      rows.assignmentEnrollments.some(
        row => row.assignmentSid === sid && row.enrollmentSid === enrollmentSid,
      ),
    ),
    toSection: ofExam.filter(({ sid }) =>
      rows.assignmentSections.some(row => row.assignmentSid === sid && sections.includes(row.sectionSid)),
    ),
  }
}

/** The effective configuration of the learner in the exam. */
export function holdsFor(rows: Rows, enrollmentSid: string, examSid: string) {
  const instantsOf = (assigned: Rows['assignments'][number] | undefined) => {
    const opens = (date: string | null) => date && firstInstant(rows.zone, date)
    const closes = (date: string | null) => date && firstInstant(rows.zone, nextDate(date))
    return (
      assigned && {
        examOpenDate: opens(assigned.examOpenDate) || null,
        examCloseDate: closes(assigned.examCloseDate) || null,
        scheduleOpenDate: opens(assigned.schedulingOpenDate) || null,
        scheduleCloseDate: closes(assigned.schedulingCloseDate) || null,
      }
    )
  }
  const { toEnrollment, toSection } = assignmentsTo(rows, enrollmentSid, examSid)
  return effective({
    accommodation: newest(
      rows.configurations.filter(row => row.examSid === examSid && row.enrollmentSid === enrollmentSid),
    ),
    assignedToEnrollment: instantsOf(newest(toEnrollment)),
    assignedToSection: instantsOf(newest(toSection)),
    primary: primaryOf(rows, examSid),
  })
}

export function isAssigned(rows: Rows, enrollmentSid: string, examSid: string) {
  const { toEnrollment, toSection } = assignmentsTo(rows, enrollmentSid, examSid)
  return !one(rows.exams, examSid).limitedScope || toEnrollment.length + toSection.length > 0
}

export const sessionsOfPair = (rows: Rows, enrollmentSid: string, examSid: string) =>
  rows.sessions.filter(row => row.enrollmentSid === enrollmentSid && row.examSid === examSid)

/** The newest session that is not cancelled, else the newest. */
export const currentOf = (sessions: Rows['sessions']) =>
  newest(sessions.filter(row => row.cancelledDate === null)) ?? newest(sessions)
