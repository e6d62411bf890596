// The payloads of captured changes: the members of the records of the API, and those of rows that belong to a record.

import type { Table } from 'drizzle-orm'
import type * as z from 'zod'
import { assignment, assignmentEnrollment, assignmentSection } from '../../db/schema/assignment.ts'
import { cancellationPolicy, cancellationPolicyVersion } from '../../db/schema/cancellation.ts'
import { course, courseOffering, enrollment, enrollmentSection, section } from '../../db/schema/catalog.ts'
import { annotation, eventType, sessionEvent } from '../../db/schema/event.ts'
import { exam, examConfiguration, instructorProctor } from '../../db/schema/exam.ts'
import { file } from '../../db/schema/file.ts'
import { proctorGroup, proctorGroupMember, proctorType, reviewProcess } from '../../db/schema/proctoring.ts'
import { examSession } from '../../db/schema/session.ts'
import { install } from '../../db/schema/tenancy.ts'
import { user } from '../../db/schema/user.ts'
import { CourseOffering } from '../../src/proctoring/catalog/course-offerings/schema.ts'
import { Course } from '../../src/proctoring/catalog/courses/schema.ts'
import { Enrollment } from '../../src/proctoring/catalog/enrollments/schema.ts'
import { Section } from '../../src/proctoring/catalog/sections/schema.ts'
import { Annotation } from '../../src/proctoring/events/annotations/schema.ts'
import { Event, EventType } from '../../src/proctoring/events/schema.ts'
import { Assignment } from '../../src/proctoring/exams/assignments/schema.ts'
import { Configuration } from '../../src/proctoring/exams/configurations/schema.ts'
import { Exam } from '../../src/proctoring/exams/exam/schema.ts'
import { File } from '../../src/proctoring/files/schema.ts'
import { CancellationPolicy } from '../../src/proctoring/installs/cancellation-policies/schema.ts'
import { Install, InstallSettings } from '../../src/proctoring/installs/schema.ts'
import { User } from '../../src/proctoring/people/users/schema.ts'
import { ProctorGroup } from '../../src/proctoring/proctor-groups/schema.ts'
import { ProctorType } from '../../src/proctoring/proctor-types/schema.ts'
import { ReviewProcess } from '../../src/proctoring/review-processes/schema.ts'
import { Session } from '../../src/proctoring/sessions/read/record.ts'

export type Payload = {
  table: Table
  /** The record of the API. Its members that are columns are published. Absent for rows that are no record. */
  record?: z.ZodObject
  /** Columns that the record does not have, and that are published. */
  columns?: string[]
  /** The members of the record that events do not have. */
  unpublished?: string[]
  /** The SQL of members that are not the column of the same name. */
  computed?: Record<string, string>
}

/** The members that each payload has, whether or not the record does, if the table has the column. */
export const references = ['sid', 'installSid', 'courseSid', 'examSid', 'enrollmentSid', 'userSid']

/** The SQL of a sid of a row above. */
const above = (prefix: string, column: string, from: string) =>
  `(SELECT sid_text('${prefix}', ${column}) FROM ${from})`

/** The members of a target of an assignment. Without the assignment there is no install, and no event. */
const target = {
  sid: "sid_text('EA', r.assignment_sid)",
  installSid: above(
    ...([
      'AI',
      'e.install_sid',
      'assignment a JOIN exam e ON e.sid = a.exam_sid WHERE a.sid = r.assignment_sid',
    ] as const),
  ),
  examSid: above('EX', 'a.exam_sid', 'assignment a WHERE a.sid = r.assignment_sid'),
  assignmentSid: "sid_text('EA', r.assignment_sid)",
}

/** The sids of a session for a row that belongs to it. */
const ofSession = {
  installSid: above('AI', 's.install_sid', 'exam_session s WHERE s.sid = r.session_sid'),
  courseSid: above('CU', 's.course_sid', 'exam_session s WHERE s.sid = r.session_sid'),
  examSid: above('EX', 's.exam_sid', 'exam_session s WHERE s.sid = r.session_sid'),
  enrollmentSid: above('EN', 's.enrollment_sid', 'exam_session s WHERE s.sid = r.session_sid'),
  userSid: above('US', 's.user_sid', 'exam_session s WHERE s.sid = r.session_sid'),
}

/** The sids of a configuration for a slot that belongs to it. */
const ofConfiguration = {
  installSid: above('AI', 'c.install_sid', 'exam_configuration c WHERE c.sid = r.configuration_sid'),
  examSid: above('EX', 'c.exam_sid', 'exam_configuration c WHERE c.sid = r.configuration_sid'),
  enrollmentSid: above('EN', 'c.enrollment_sid', 'exam_configuration c WHERE c.sid = r.configuration_sid'),
  examConfigurationSid: "sid_text('EC', r.configuration_sid)",
}

/** The payload of the events of each captured table, by the argument type of its function `event_payload`. */
export const payloads: Record<string, Payload> = {
  install: {
    table: install,
    record: Install.extend(InstallSettings.shape),
    unpublished: ['files'],
    computed: {
      installSid: "sid_text('AI', r.sid)",
      notifications: `jsonb_build_object('enabled', r.notifications_enabled, 'confirmations', r.notify_confirmations,
      'reminders', r.notify_reminders, 'reviews', r.notify_reviews)`,
    },
  },
  users: { table: user, record: User },
  course_offering: { table: courseOffering, record: CourseOffering },
  course: { table: course, record: Course, columns: ['deletedDate'] },
  section: { table: section, record: Section },
  enrollment: { table: enrollment, record: Enrollment },
  enrollment_section: {
    table: enrollmentSection,
    columns: ['sectionSid'],
    computed: {
      sid: "sid_text('SE', r.section_sid)",
      installSid: above('AI', 's.install_sid', 'section s WHERE s.sid = r.section_sid'),
      courseSid: above('CU', 's.course_sid', 'section s WHERE s.sid = r.section_sid'),
      userSid: above('US', 'n.user_sid', 'enrollment n WHERE n.sid = r.enrollment_sid'),
    },
  },
  exam: { table: exam, record: Exam },
  exam_configuration: {
    table: examConfiguration,
    record: Configuration,
    unpublished: ['password', 'updatedAutomatedSessions'],
  },
  instructor_proctor: {
    table: instructorProctor,
    columns: ['location', 'startTime', 'endTime', 'capacity'],
    computed: ofConfiguration,
  },
  assignment: {
    table: assignment,
    record: Assignment,
    computed: { installSid: above('AI', 'e.install_sid', 'exam e WHERE e.sid = r.exam_sid') },
  },
  assignment_enrollment: { table: assignmentEnrollment, computed: target },
  assignment_section: { table: assignmentSection, columns: ['sectionSid'], computed: target },
  exam_session: {
    table: examSession,
    record: Session,
    unpublished: ['accessKey'],
    computed: {
      series: "sid_text('ES', coalesce(r.series, r.sid))",
      running: 'is_running(r.status, r.in_progress_date, r.ended_date)',
      URL: 'r.url',
    },
  },
  session_event: { table: sessionEvent, record: Event },
  annotation: { table: annotation, record: Annotation, computed: ofSession },
  file: { table: file, record: File },
  event_type: { table: eventType, record: EventType },
  proctor_type: { table: proctorType, record: ProctorType },
  proctor_group: { table: proctorGroup, record: ProctorGroup },
  proctor_group_member: {
    table: proctorGroupMember,
    computed: {
      sid: "sid_text('PG', r.group_sid)",
      installSid: above('AI', 'g.install_sid', 'proctor_group g WHERE g.sid = r.group_sid'),
      proctorGroupSid: "sid_text('PG', r.group_sid)",
    },
  },
  review_process: { table: reviewProcess, record: ReviewProcess },
  cancellation_policy: { table: cancellationPolicy, record: CancellationPolicy },
  cancellation_policy_version: {
    table: cancellationPolicyVersion,
    columns: ['version', 'leadTimeMinutes', 'maxReschedules', 'createdDate'],
    computed: {
      installSid: above('AI', 'p.install_sid', 'cancellation_policy p WHERE p.sid = r.policy_sid'),
      cancellationPolicySid: "sid_text('CP', r.policy_sid)",
    },
  },
}
