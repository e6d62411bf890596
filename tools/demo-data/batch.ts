// The interface between generator and loader: rows of one table at a time, each after the rows that it references.

import { assignment, assignmentEnrollment, assignmentSection } from '../../db/schema/assignment.ts'
import { course, courseOffering, enrollment, enrollmentSection, section } from '../../db/schema/catalog.ts'
import { apiCredential } from '../../db/schema/credential.ts'
import { annotation, eventType, sessionEvent } from '../../db/schema/event.ts'
import { exam, examConfiguration, instructorProctor } from '../../db/schema/exam.ts'
import { proctorType } from '../../db/schema/proctoring.ts'
import { examSession } from '../../db/schema/session.ts'
import {
  account,
  application,
  install,
  proctorAccount,
  proctorAccountInstall,
} from '../../db/schema/tenancy.ts'
import { user } from '../../db/schema/user.ts'

export const tables = {
  account,
  application,
  install,
  apiCredential,
  proctorAccount,
  proctorAccountInstall,
  user,
  courseOffering,
  course,
  section,
  enrollment,
  enrollmentSection,
  exam,
  examConfiguration,
  instructorProctor,
  assignment,
  assignmentEnrollment,
  assignmentSection,
  eventType,
  proctorType,
  examSession,
  sessionEvent,
  annotation,
}

export type TableName = keyof typeof tables
export type Row<T extends TableName> = (typeof tables)[T]['$inferInsert']
export type Batch = { [T in TableName]: { table: T; rows: Row<T>[] } }[TableName]

/**
 * Small enough that size L does not exhaust the memory, large enough that the number of COPY commands does not matter.
 */
export const rowsPerBatch = 5_000

/** Splits rows into lists of at most `rowsPerBatch`. */
export function* inBatches<R>(rows: Iterable<R>): Generator<R[]> {
  let batch: R[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < rowsPerBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
