// Reference of the reports on the future, A1 and A11: the rules of the decisions, directly over rows in memory.
import {
  contains,
  currentOf,
  firstInstructor,
  holdsFor,
  is,
  isAssigned,
  type Line,
  one,
  overlaps,
  primaryOf,
  type Query,
  sessionsOfPair,
} from './report-facts.ts'
import type { Rows } from './report-rows.ts'

/** A1, of the linked installs of the proctor account. */
export const examList = (tenants: Rows[], accountName: string, query: Query): Line[] =>
  tenants.flatMap(rows =>
    rows.exams
      .filter(exam => exam.status !== 'deleted')
      .map(exam => ({
        exam,
        course: one(rows.courses, exam.courseSid),
        primary: primaryOf(rows, exam.sid),
        instructor: firstInstructor(rows, exam.courseSid),
      }))
      .filter(
        ({ exam, course, primary }) =>
          course.deletedDate === null &&
          overlaps(primary, query) &&
          contains(course.title, query['courseTitle']) &&
          contains(exam.title, query['examTitle']) &&
          is(exam.installSid, query['installSid']),
      )
      .map(({ exam, course, primary, instructor }) => ({
        id: exam.sid,
        keys: {
          ...{ accountName, courseTitle: course.title, examTitle: exam.title },
          createdDate: Number(exam.createdDate),
        },
        row: {
          ...{ sid: exam.sid, courseSid: course.sid, installSid: exam.installSid },
          examConfigurationSid: primary.sid,
          primaryInstructorSid: instructor?.sid ?? null,
          ...{ examTitle: exam.title, courseTitle: course.title, accountName },
          hasAttachments: primary.attachments.length > 0,
          configuration: {
            ...{ sid: primary.sid, duration: primary.duration, attempts: primary.attempts },
            ...{ locked: primary.locked, approved: primary.approved },
            ...{ examOpenDate: primary.examOpenDate, examCloseDate: primary.examCloseDate },
            ...{ scheduleOpenDate: primary.scheduleOpenDate, scheduleCloseDate: primary.scheduleCloseDate },
          },
          primaryInstructor: instructor
            ? {
                ...{ sid: instructor.sid, firstName: instructor.firstName },
                ...{ lastName: instructor.lastName, email: instructor.email },
              }
            : null,
        },
      })),
  )

/** Whether the learner still has to take the exam, and has no appointment. */
function isUnscheduled(rows: Rows, enrollmentSid: string, examSid: string, now: Date) {
  const holds = holdsFor(rows, enrollmentSid, examSid)
  const sessions = sessionsOfPair(rows, enrollmentSid, examSid)
  const used = sessions.filter(({ inProgressDate }) => inProgressDate !== null).length
  const current = currentOf(sessions)
  return (
    isAssigned(rows, enrollmentSid, examSid) &&
    (holds.attempts === null || used < holds.attempts) &&
    (holds.examCloseDate === null || holds.examCloseDate > now) &&
    (holds.scheduleCloseDate === null || holds.scheduleCloseDate > now) &&
    (current === undefined ||
      current.cancelledDate !== null ||
      ['Needs Proctor', 'Approval Denied'].includes(current.status))
  )
}

/** A11. */
export function unscheduledLearners(rows: Rows, query: Query, now = new Date()): Line[] {
  const isMeant = ({ who, of }: Rows['pairs'][number]) => {
    const course = one(rows.courses, of.courseSid)
    return (
      who.status === 'active' &&
      of.status === 'active' &&
      is(course.sid, query['courseSid']) &&
      is(course.courseOfferingSid, query['courseOfferingSid']) &&
      contains(course.title, query['courseTitle']) &&
      contains(course.code, query['courseCode']) &&
      contains(of.title, query['examTitle']) &&
      isUnscheduled(rows, who.sid, of.sid, now)
    )
  }
  const meant = rows.pairs.filter(isMeant).map(({ who }) => who.userSid)
  return rows.people
    .filter(
      person =>
        meant.includes(person.sid) &&
        contains(person.firstName, query['firstName']) &&
        contains(person.lastName, query['lastName']) &&
        contains(person.email, query['email']),
    )
    .map(({ installSid: _, erasedDate: __, ...row }) => ({
      id: row.sid,
      keys: { createdDate: Number(row.createdDate) },
      row,
    }))
}
