// The records of area A, and the other responses, whose fields come from these records.

import { exams } from './exams.ts'
import type { RecordFields } from './fields-of.ts'
import { installs } from './installs.ts'
import { peopleAndCourses } from './people-and-courses.ts'
import { sessions } from './sessions.ts'

/** By the names of the schemas in the OpenAPI document. */
export const records: Readonly<Record<string, RecordFields>> = {
  ...installs,
  ...peopleAndCourses,
  ...exams,
  ...sessions,
}

/** The `PUT` to an upload URL. The OpenAPI document does not list it, because each address is signed. */
export const uploadFile = 'uploadFile'

const listItem = 'a list item: members of the record'
const report = 'a row of a report: members of the records, at the time of the request'
const result = 'the result of its operation'
const derived = 'computed from the records at the time of the request'

/** The responses of area A that are no records, each with its reason. */
export const otherResponses: Readonly<Record<string, string>> = {
  AccommodationResult: result,
  AppointmentVolume: report,
  AvailableSlot: derived,
  ChurnRow: report,
  DuplicateId: 'an id that the migration to unique ids removed',
  EffectiveExamConfiguration: derived,
  ExamConfigurationChange: 'an entry of a history: each change of the configuration writes one',
  ExamDetails: report,
  ExamItem: listItem,
  ExamSessionItem: listItem,
  ExamSessionOfInstall: listItem,
  ExamSessionOfLearner: listItem,
  FileItem: listItem,
  Impact: derived,
  Onboarding: derived,
  OnboardingLink: result,
  ProvisionBatchResult: result,
  Provisioned: result,
  RosterImported: result,
  SessionEventRow: report,
  SessionTransition: 'an entry of a history: each transition of the session writes one',
  TimeZone: 'the IANA zones, which a migration inserts',
  UnscheduledLearner: report,
  UserErased: result,
  UserItem: listItem,
  WrittenExamAuditRow: report,
}
