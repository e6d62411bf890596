// The rows of a scene of the reconciliation of appointments.

import type { Scene, Session } from './reconciliation.ts'
import { courseOf, sectionOf } from './reconciliation-data.ts'
import { sids } from './sql.ts'

type Value = string | number | boolean | Date | null | undefined

function literal(value: Value): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** The insert of the rows, which have the same columns. */
const insert = (table: string, all: Record<string, Value>[]): string => {
  const [first] = all
  if (!first) return ''
  const tuples = all.map(row => `(${Object.values(row).map(literal).join(', ')})`)
  return `insert into ${table} (${Object.keys(first).join(', ')}) values ${tuples.join(', ')};\n`
}

const dateText = (date: Date | null | undefined, days: number) =>
  date ? new Date(date.getTime() - days * 86_400_000).toISOString().slice(0, 10) : null

/** The statements that insert the scene. */
export function storeScene({ exams: all, enrollments, types, groups, sessions }: Scene): string {
  const install = { install_sid: sids.install }
  const configurations = all.flatMap(exam => [
    { ...exam.primary, exam, type: 'primary', enrollment: null },
    ...exam.accommodations.map(one => ({
      ...one,
      exam,
      type: 'accommodation',
      enrollment: one.enrollmentSid,
    })),
  ])
  const assignments = all.flatMap(exam => exam.assignments.map(one => ({ ...one, exam })))
  const courses = new Set(enrollments.map(({ courseSid }) => courseSid))
  return [
    insert(
      'course',
      [...courses].filter(sid => sid !== sids.course).map(sid => ({ sid, ...install, title: 'Other' })),
    ),
    insert(
      'users',
      [...new Set(enrollments.map(({ userSid: sid }) => sid))].map(sid => ({
        ...{ sid, ...install, first_name: 'Ada', last_name: 'L', email: 'a@school.example', enabled: true },
      })),
    ),
    insert(
      'section',
      [0, 2].map(exam => ({ sid: sectionOf(exam), ...install, course_sid: courseOf(exam), title: 'S' })),
    ),
    insert(
      'enrollment',
      enrollments.map(({ sid, courseSid, userSid: user }) => ({
        sid,
        ...install,
        course_sid: courseSid,
        user_sid: user,
      })),
    ),
    insert(
      'enrollment_section',
      enrollments.flatMap(({ sid, sectionSids }) =>
        sectionSids.map(section => ({ enrollment_sid: sid, section_sid: section })),
      ),
    ),
    insert(
      'exam',
      all.map(({ sid, courseSid, status }) => ({
        sid,
        ...install,
        course_sid: courseSid,
        title: 'E',
        status,
      })),
    ),
    insert(
      'exam_configuration',
      configurations.map(({ sid, exam, type, enrollment, ...one }) => ({
        ...{
          sid,
          ...install,
          exam_sid: exam.sid,
          type,
          enrollment_sid: enrollment,
          approved: true,
          duration: one.duration,
        },
        ...{
          exam_open_date: one.examOpenDate,
          exam_close_date: one.examCloseDate,
          created_date: one.createdDate,
        },
      })),
    ),
    insert(
      'instructor_proctor',
      configurations.flatMap(({ sid: configuration_sid, slots }) =>
        slots.map(({ sid, startTime, endTime, capacity }, position) => ({
          ...{ sid, configuration_sid, position, start_time: startTime, end_time: endTime, capacity },
        })),
      ),
    ),
    insert(
      'assignment',
      assignments.map(({ sid, exam, createdDate, examOpenDate, examCloseDate }) => ({
        ...{ sid, exam_sid: exam.sid, created_date: createdDate },
        ...{ exam_open_date: dateText(examOpenDate, 0), exam_close_date: dateText(examCloseDate, 1) },
      })),
    ),
    insert(
      'assignment_enrollment',
      assignments.flatMap(({ sid, enrollmentSids }) =>
        enrollmentSids.map(enrollment => ({ assignment_sid: sid, enrollment_sid: enrollment })),
      ),
    ),
    insert(
      'assignment_section',
      assignments.flatMap(({ sid, sectionSids }) =>
        sectionSids.map(section => ({ assignment_sid: sid, section_sid: section })),
      ),
    ),
    insert(
      'proctor_type',
      types.map(({ sid, capacity }) => ({
        ...{ sid: sid.slice(2), ...install, code: sid, name: 'Desk' },
        ...{ live: false, review: 'none', room_scan: false, auto_approve: false, capacity },
      })),
    ),
    insert(
      'proctor_group',
      groups.map(({ sid, capacity }) => ({ sid, ...install, name: sid, capacity })),
    ),
    insert(
      'exam_session',
      sessions.map(one => ({
        ...{
          sid: one.sid,
          ...install,
          course_sid: courseOf(all.findIndex(({ sid }) => sid === one.examSid)),
        },
        ...{
          exam_sid: one.examSid,
          enrollment_sid: one.enrollmentSid,
          user_sid: one.userSid,
          access_key: one.sid,
        },
        ...{ status: one.status, duration: one.duration, instructor_proctor_sid: one.instructorProctorSid },
        ...{ proctor_type_sid: one.proctorTypeSid, proctor_group_sid: one.proctorGroupSid },
        ...{ appointment_date: one.appointmentDate, appointment_end_date: one.appointmentEndDate },
        ...{
          date_scheduled: one.dateScheduled,
          in_progress_date: one.inProgressDate,
          ended_date: one.endedDate,
        },
        cancelled_date: one.cancelledDate,
      })),
    ),
  ].join('')
}

/** The sessions of the scene in the rows of exam_session. A new one of the reconciliation is not among them. */
export function sessionsOfScene(rows: Record<string, unknown>[], { sessions }: Scene): Session[] {
  const known = new Set(sessions.map(({ sid }) => sid))
  const instant = (value: unknown) => (value instanceof Date ? value : null)
  return rows
    .filter(({ sid }) => known.has(String(sid)))
    .map(row => ({
      ...{
        sid: String(row['sid']),
        examSid: String(row['exam_sid']),
        enrollmentSid: String(row['enrollment_sid']),
      },
      ...{ userSid: String(row['user_sid']), status: String(row['status']) },
      statusReason: row['status_reason'] === null ? null : String(row['status_reason']),
      appointmentDate: instant(row['appointment_date']),
      appointmentEndDate: instant(row['appointment_end_date']),
      duration: row['duration'] === null ? null : Number(row['duration']),
      instructorProctorSid:
        row['instructor_proctor_sid'] === null ? null : String(row['instructor_proctor_sid']),
      proctorTypeSid: row['proctor_type_sid'] === null ? null : String(row['proctor_type_sid']),
      proctorGroupSid: row['proctor_group_sid'] === null ? null : String(row['proctor_group_sid']),
      dateScheduled: instant(row['date_scheduled']),
      inProgressDate: instant(row['in_progress_date']),
      endedDate: instant(row['ended_date']),
      cancelledDate: instant(row['cancelled_date']),
    }))
}
