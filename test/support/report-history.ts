// Reference of the reports on the past, A12 to A15: the rules of the decisions, directly over rows in memory.
import {
  contains,
  currentOf,
  firstInstructor,
  holdsFor,
  is,
  type Line,
  one,
  overlaps,
  type Query,
  sessionsOfPair,
  within,
} from './report-facts.ts'
import type { Rows } from './report-rows.ts'

/** A12. */
export const sessionEvents = (rows: Rows, query: Query): Line[] =>
  rows.events
    .map(event => {
      const session = one(rows.sessions, event.sessionSid)
      return {
        event,
        session,
        learner: one(rows.people, session.userSid),
        course: one(rows.courses, session.courseSid),
        exam: one(rows.exams, session.examSid),
        instructors: rows.enrollments
          .filter(row => row.courseSid === session.courseSid && row.role === 'instructor')
          .map(row => one(rows.people, row.userSid)),
      }
    })
    .filter(
      ({ event, session, learner, course, exam }) =>
        contains(course.title, query['courseTitle']) &&
        contains(exam.title, query['examTitle']) &&
        contains(learner.firstName, query['studentFirstName']) &&
        contains(learner.lastName, query['studentLastName']) &&
        is(event.eventTypeSid, query['eventTypeSid']) &&
        is(event.status, query['eventStatus']) &&
        is(course.courseOfferingSid, query['courseOfferingSid']) &&
        is(course.sid, query['courseSid']) &&
        is(exam.sid, query['examSid']) &&
        is(event.sid, query['eventSid']) &&
        within(holdsFor(rows, session.enrollmentSid, exam.sid), query),
    )
    .filter(({ event }) => isInRange(event.eventTime, query['eventWindowStart'], query['eventWindowEnd']))
    .filter(
      ({ instructors }) =>
        (query['instructorFirstName'] === undefined && query['instructorLastName'] === undefined) ||
        instructors.some(
          ({ firstName, lastName }) =>
            contains(firstName, query['instructorFirstName']) &&
            contains(lastName, query['instructorLastName']),
        ),
    )
    .map(({ event, session, learner, course, exam }) => {
      const { sid, createdDate, eventTime, title, subject, details, potentialDamage } = event
      const { directWitness, correctiveActionDetails, contactPerson, contactEmail, contactPhone } = event
      const { firstName, lastName, email } = learner
      const { appointmentDate, sessionType, status } = session
      return {
        id: sid,
        keys: { createdDate: Number(createdDate) },
        row: {
          ...{ sid: session.sid, firstName, lastName, email, appointmentDate, sessionType },
          ...{ courseTitle: course.title, examType: exam.type, examTitle: exam.title, sessionStatus: status },
          ...{ eventSid: sid, eventTime, title, subject, details, potentialDamage, directWitness },
          ...{ status: event.status, correctiveActionDetails, contactPerson, contactEmail, contactPhone },
        },
      }
    })

const isInRange = (date: Date, from: string | undefined, to: string | undefined) =>
  from === undefined || to === undefined || (date >= new Date(from) && date < new Date(to))

/** A flag: absent has no effect, true keeps rows that have it (either, when both are true), false drops rows that have it. */
function keepsHistory({ includeCancelled, includeClosed }: Query, cancelled: boolean, closed: boolean) {
  if (includeCancelled === 'false' && cancelled) return false
  if (includeClosed === 'false' && closed) return false
  if (includeCancelled !== 'true' && includeClosed !== 'true') return true
  return (includeCancelled === 'true' && cancelled) || (includeClosed === 'true' && closed)
}

/** A13. */
export const churn = (rows: Rows, query: Query): Line[] =>
  rows.pairs.flatMap(({ who, of }) => {
    const sessions = sessionsOfPair(rows, who.sid, of.sid)
    const current = currentOf(sessions)
    if (current === undefined) return []
    const course = one(rows.courses, of.courseSid)
    const learner = one(rows.people, who.userSid)
    const cancelled = sessions.some(row => row.cancelledDate !== null)
    const closed = sessions.some(row => row.status === 'Closed' && row.cancelledDate === null)
    const holds = holdsFor(rows, who.sid, of.sid)
    const isMeant =
      contains(course.title, query['courseTitle']) &&
      contains(of.title, query['examTitle']) &&
      contains(learner.email, query['studentEmail']) &&
      contains(learner.firstName, query['studentFirstName']) &&
      contains(learner.lastName, query['studentLastName']) &&
      is(course.courseOfferingSid, query['courseOfferingSid']) &&
      is(current.status, query['currentStatus'])
    if (!(isMeant && overlaps(holds, query) && within(holds, query))) return []
    if (!keepsHistory(query, cancelled, closed)) return []
    const { firstName, lastName, email, preferredEmail, homePhone, mobilePhone } = learner
    const row = {
      ...{ courseTitle: course.title, examSid: of.sid, examTitle: of.title, examType: of.type },
      ...{ userSid: learner.sid, enrollmentSid: who.sid, firstName, lastName, email, preferredEmail },
      ...{ homePhone, mobilePhone, currentSessionSid: current.sid, currentStatus: current.status },
      ...{ cancelled, closed },
    }
    const keys = { courseTitle: course.title, examTitle: of.title, createdDate: Number(current.createdDate) }
    return [{ id: current.sid, keys, row }]
  })

/** A14. */
export const audit = (rows: Rows, query: Query): Line[] =>
  rows.configurations.flatMap(configuration => {
    const exam = one(rows.exams, configuration.examSid)
    const course = one(rows.courses, exam.courseSid)
    const isMeant =
      exam.type === 'Written' &&
      exam.status !== 'deleted' &&
      overlaps(configuration, query) &&
      within(configuration, query) &&
      is(course.courseOfferingSid, query['courseOfferingSid'])
    if (!isMeant) return []
    const instructor = firstInstructor(rows, course.sid)
    const { examOpenDate, examCloseDate } = configuration
    const row = {
      ...{ examSid: exam.sid, examTitle: exam.title },
      ...{ courseSid: course.sid, courseTitle: course.title, courseCode: course.code },
      ...{ examOpenDate, examCloseDate, configurationType: configuration.type },
      instructorSid: instructor?.sid ?? null,
      instructorFirstName: instructor?.firstName ?? null,
      instructorLastName: instructor?.lastName ?? null,
      instructorEmail: instructor?.email ?? null,
      examConfigurationSid: configuration.sid,
    }
    return [{ id: configuration.sid, keys: { createdDate: Number(configuration.createdDate) }, row }]
  })
