// The rows of a random data set of report-data.ts, and their insertion without the API.

import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { batch } from '../../db/client.ts'
import { assignment, assignmentEnrollment, assignmentSection } from '../../db/schema/assignment.ts'
import { course, courseOffering, enrollment, enrollmentSection, section } from '../../db/schema/catalog.ts'
import { eventType, sessionEvent } from '../../db/schema/event.ts'
import { exam, examConfiguration } from '../../db/schema/exam.ts'
import { examSession, learnerAndExamOf } from '../../db/schema/session.ts'
import { install } from '../../db/schema/tenancy.ts'
import { user } from '../../db/schema/user.ts'
import { newSid, type SidOf } from '../../db/sid.ts'
import { type Configuration, type DataSet, hoursFromBase } from './report-data.ts'
import { sidOf } from './tokens.ts'
import type { World } from './world.ts'

const dated = (made: number) => ({ createdDate: hoursFromBase(made), editDate: hoursFromBase(made + 1) })

/** The row that the number selects. */
const pick = <T>(rows: T[], pointer: number): T[] => rows.slice(pointer % rows.length).slice(0, 1)

const unique = <T>(rows: T[], key: (row: T) => string) =>
  rows.filter((row, at) => rows.findIndex(other => key(other) === key(row)) === at)

function personRow(installSid: SidOf<'AI'>, given: DataSet['people'][number], at: number) {
  const { firstName, lastName, erased } = given
  const complete = given.complete && !erased
  const text = (value: string) => (complete ? value : null)
  return {
    ...{ sid: newSid('US'), installSid, ...dated(given.made) },
    firstName: erased ? 'Erased' : firstName,
    lastName: erased ? 'User' : lastName,
    email: erased ? 'erased@user.invalid' : `${lastName}.${at}@school.example`,
    ...{ preferredEmail: text('me@home.example'), username: text(`user ${at}`), address: text('1 Road') },
    ...{ mobilePhone: text('+1 555'), homePhone: text('+1 556'), currencyCode: text('USD') },
    ...{
      lmsId: text(`L ${at}`),
      sisId: text(`S ${at}`),
      apiId: text(`A ${at}`),
      externalId: text(`X ${at}`),
    },
    ...{
      latitude: complete ? 1.5 : null,
      longitude: complete ? -2.25 : null,
      maxTravelDistance: complete ? 3 : null,
    },
    maxTravelDistanceUnits: complete ? ('miles' as const) : null,
    lastEnrollmentSync: complete ? hoursFromBase(0) : null,
    ...{ timeZoneSid: null, role: 'learner' as const, enabled: complete },
    erasedDate: erased ? hoursFromBase(1) : null,
  }
}

function configurationRow(
  ofExam: { sid: SidOf<'EX'>; installSid: SidOf<'AI'> },
  enrollmentSid: SidOf<'EN'> | null,
  { exam: window, schedule, attempts, attached, made }: Configuration,
) {
  const [examOpenDate, examCloseDate] = window
  const [scheduleOpenDate, scheduleCloseDate] = schedule
  return {
    ...{ sid: newSid('EC'), installSid: ofExam.installSid, examSid: ofExam.sid, enrollmentSid },
    type: enrollmentSid ? ('accommodation' as const) : ('primary' as const),
    ...{ examOpenDate, examCloseDate, scheduleOpenDate, scheduleCloseDate, attempts, ...dated(made) },
    ...{ duration: attempts && attempts * 45, locked: attached, approved: !attached },
    attachments: attached ? [{ attachmentUrl: 'https://files.example/1', attachmentAwsTitle: null }] : [],
  }
}

/** The courses with their members. A deleted course has no members and no exams, as after a deletion by the API. */
function catalogOf(installSid: SidOf<'AI'>, given: DataSet) {
  const people = given.people.map((one, at) => personRow(installSid, one, at))
  const offerings = ['Fall', 'Spring'].map(title => ({ sid: newSid('CO'), installSid, title }))
  const courses = given.courses.map(({ title, code, offering, deleted, made }) => ({
    ...{ sid: newSid('CU'), installSid, title, code, ...dated(made) },
    courseOfferingSid: offering === null ? null : (offerings[offering]?.sid ?? null),
    deletedDate: deleted ? hoursFromBase(5) : null,
  }))
  const sections = courses.flatMap(({ sid }) =>
    ['A', 'B'].map(title => ({ sid: newSid('SE'), installSid, courseSid: sid, title })),
  )
  const chosen = given.enrollments.flatMap(one =>
    pick(courses, one.course).flatMap(of => pick(people, one.person).map(who => ({ one, of, who }))),
  )
  const placed = unique(chosen, ({ of, who }) => `${of.sid} ${who.sid}`).map(({ one, of, who }) => ({
    row: {
      ...{ sid: newSid('EN'), installSid, courseSid: of.sid, userSid: who.sid, role: one.role },
      status: of.deletedDate ? ('withdrawn' as const) : one.status,
      ...dated(one.made),
    },
    sections: sections
      .filter(({ courseSid }) => courseSid === of.sid)
      .filter((_, at) => one.sections.includes(at)),
  }))
  const enrollmentSections = placed.flatMap(({ row, sections }) =>
    sections.map(({ sid }) => ({ enrollmentSid: row.sid, sectionSid: sid })),
  )
  return {
    people,
    offerings,
    courses,
    sections,
    enrollments: placed.map(({ row }) => row),
    enrollmentSections,
  }
}

type Catalog = ReturnType<typeof catalogOf>

function examsOf(installSid: SidOf<'AI'>, given: DataSet, { courses, enrollments, sections }: Catalog) {
  const made = given.exams.flatMap(one =>
    pick(courses, one.course).map(of => ({
      primary: one.primary,
      row: {
        ...{ sid: newSid('EX'), installSid, courseSid: of.sid, title: one.title, type: one.type },
        limitedScope: one.limitedScope,
        status: of.deletedDate ? ('deleted' as const) : one.status,
        ...dated(one.made),
      },
    })),
  )
  const exams = made.map(({ row }) => row)
  /** Every learner with every exam of the course, entitled or not. */
  const pairs = enrollments
    .filter(({ role }) => role === 'learner')
    .flatMap(who => exams.filter(({ courseSid }) => courseSid === who.courseSid).map(of => ({ who, of })))
  const accommodations = given.accommodations.flatMap(({ pair, configuration }) =>
    pick(pairs, pair).map(({ who, of }) => configurationRow(of, who.sid, configuration)),
  )
  const assigned = given.assignments.flatMap(one =>
    pick(exams, one.exam).map(of => ({
      row: {
        ...{ sid: newSid('EA'), examSid: of.sid, ...dated(one.made) },
        ...{ examOpenDate: one.window[0], examCloseDate: one.window[1] },
        ...{ schedulingOpenDate: one.scheduling[0], schedulingCloseDate: one.scheduling[1] },
      },
      enrollmentSids: [
        ...new Set(
          one.enrollments.flatMap(at =>
            pick(
              pairs.filter(pair => pair.of === of),
              at,
            ).map(({ who }) => who.sid),
          ),
        ),
      ],
      sectionSids: sections
        .filter(({ courseSid }) => courseSid === of.courseSid)
        .filter((_, at) => one.sections.includes(at))
        .map(({ sid }) => sid),
    })),
  )
  return {
    ...{ exams, pairs },
    configurations: [
      ...made.map(({ row, primary }) => configurationRow(row, null, primary)),
      ...accommodations,
    ],
    assignments: assigned.map(({ row }) => row),
    assignmentEnrollments: assigned.flatMap(({ row, enrollmentSids }) =>
      enrollmentSids.map(enrollmentSid => ({ assignmentSid: row.sid, enrollmentSid })),
    ),
    assignmentSections: assigned.flatMap(({ row, sectionSids }) =>
      sectionSids.map(sectionSid => ({ assignmentSid: row.sid, sectionSid })),
    ),
  }
}

const when = (isSo: boolean) => (isSo ? hoursFromBase(2) : null)

/** At most one session of a pair is not closed: the later ones are closed. */
function sessionsOf(installSid: SidOf<'AI'>, given: DataSet, { pairs }: ReturnType<typeof examsOf>) {
  const active = new Set<string>()
  const sessions = given.sessions.flatMap(one =>
    pick(pairs, one.pair).map(({ who, of }) => {
      const pair = `${who.sid} ${of.sid}`
      const status = active.has(pair) ? ('Closed' as const) : one.status
      if (status !== 'Closed') active.add(pair)
      return {
        ...{
          sid: newSid('ES'),
          installSid,
          courseSid: of.courseSid,
          examSid: of.sid,
          enrollmentSid: who.sid,
        },
        ...{ userSid: who.userSid, status, accessKey: newSid('ES'), ...dated(one.made) },
        sessionType: one.running ? 'live' : null,
        cancelledDate: when(status === 'Closed' && one.cancelled),
        inProgressDate: when(one.running),
        appointmentDate: one.appointment,
      }
    }),
  )
  return sessions
}

function eventsOf(installSid: SidOf<'AI'>, given: DataSet, sessions: ReturnType<typeof sessionsOf>) {
  const eventTypes = ['Phone', 'Noise'].map(name => ({ sid: newSid('ET'), installSid, name }))
  const events = given.events.flatMap(({ session, type, status, time, complete, made }, at) =>
    pick(sessions, session).flatMap(of =>
      pick(eventTypes, type).map(kind => {
        const text = (value: string) => (complete ? value : null)
        return {
          ...learnerAndExamOf(of),
          ...{ sid: newSid('ER'), sessionSid: of.sid, eventTypeSid: kind.sid, status, eventTime: time },
          ...{ title: `Event ${at}`, subject: text('s'), details: text('d'), potentialDamage: text('p') },
          ...{ directWitness: text('w'), correctiveActionDetails: text('c'), contactPerson: text('cp') },
          ...{ contactEmail: text('c@school.example'), contactPhone: text('+1 557'), ...dated(made) },
        }
      }),
    ),
  )
  return { sessions, eventTypes, events }
}

/** All rows of the install. */
export function rowsOf(installText: string, given: DataSet) {
  const installSid = sidOf('AI', installText)
  const catalog = catalogOf(installSid, given)
  const ofExams = examsOf(installSid, given, catalog)
  const sessions = sessionsOf(installSid, given, ofExams)
  return { installSid, zone: given.zone, ...catalog, ...ofExams, ...eventsOf(installSid, given, sessions) }
}

export type Rows = ReturnType<typeof rowsOf>

/** Inserts the rows in one round trip, the newest first, so that the order of insertion never is that of the sids. */
export async function insertRows({ stack: { db } }: World, rows: Rows): Promise<void> {
  const add = <T extends PgTable>(table: T, values: T['$inferInsert'][]) =>
    values.length ? [db.insert(table).values(values.toReversed())] : []
  await batch(db, {
    install: db.update(install).set({ defaultTimezone: rows.zone }).where(eq(install.sid, rows.installSid)),
    people: add(user, rows.people),
    offerings: add(courseOffering, rows.offerings),
    courses: add(course, rows.courses),
    sections: add(section, rows.sections),
    enrollments: add(enrollment, rows.enrollments),
    enrollmentSections: add(enrollmentSection, rows.enrollmentSections),
    exams: add(exam, rows.exams),
    configurations: add(examConfiguration, rows.configurations),
    assignments: add(assignment, rows.assignments),
    assignmentEnrollments: add(assignmentEnrollment, rows.assignmentEnrollments),
    assignmentSections: add(assignmentSection, rows.assignmentSections),
    sessions: add(examSession, rows.sessions),
    eventTypes: add(eventType, rows.eventTypes),
    events: add(sessionEvent, rows.events),
  })
}
