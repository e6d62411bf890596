// Reads a session with everything that its record and its transitions need (`session_record`).

import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { prepared } from '../../../../db/prepared.ts'
import { cancellationPolicyVersion } from '../../../../db/schema/cancellation.ts'
import { course, enrollment } from '../../../../db/schema/catalog.ts'
import type { annotation } from '../../../../db/schema/event.ts'
import { exam, instructorProctor } from '../../../../db/schema/exam.ts'
import { proctorGroup, reviewProcess } from '../../../../db/schema/proctoring.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { account, installColumns } from '../../../../db/schema/tenancy.ts'
import { effectiveConfiguration as effective } from '../../../../db/schema/views.ts'
import { type SidOf, sidFromUuid } from '../../../../db/sid.ts'
import { optionalRowOf, rowOf } from '../../../../db/sql-statement.ts'
import type { RowOf } from '../../../../db/statement.ts'
import { fileSummaries, fileSummary } from '../../files/summary/columns.ts'
import { sessionPathColumns } from './queries.ts'

type Muted = Omit<typeof annotation.$inferSelect, 'sessionSid' | 'muted' | 'createdDate' | 'editDate'>

const eventSids = (column: SQL) =>
  column.mapWith((uuids: string[]) => uuids.map((uuid): SidOf<'ER'> => sidFromUuid('ER', uuid)))

const configurationColumns = {
  instructorsOfSid: effective.instructorsOfSid,
  examOpenDate: effective.examOpenDate,
  examCloseDate: effective.examCloseDate,
  scheduleOpenDate: effective.scheduleOpenDate,
  scheduleCloseDate: effective.scheduleCloseDate,
  duration: effective.duration,
  attempts: effective.attempts,
  proctorTypes: effective.proctorTypes,
  modalityOptions: effective.modalityOptions,
  url: effective.url,
}

const configurationJson = sql`case when r.instructors_of_sid is not null then json_build_object(${sql.join(
  Object.keys(configurationColumns).map(key => sql.raw(`'${toSnakeCase(key)}', r.${toSnakeCase(key)}`)),
  sql`, `,
)}) end`

const columns = {
  session: rowOf(sql`to_json(r.session)`, getTableColumns(examSession)),
  version: sql<string>`r.version`,
  account: rowOf(sql`to_json(r.of_account)`, getTableColumns(account)),
  install: rowOf(sql`to_jsonb(r.its_install) - 'notification_texts'`, installColumns),
  exam: rowOf(sql`to_json(r.its_exam)`, getTableColumns(exam)),
  course: rowOf(sql`to_json(r.its_course)`, getTableColumns(course)),
  enrollment: rowOf(sql`to_json(r.its_enrollment)`, getTableColumns(enrollment)),
  configuration: optionalRowOf(configurationJson, configurationColumns),
  isAssigned: sql<boolean | null>`r.is_assigned`,
  entry: optionalRowOf(sql`to_json(r.slot)`, getTableColumns(instructorProctor)),
  policy: optionalRowOf(sql`to_json(r.policy)`, getTableColumns(cancellationPolicyVersion)),
  proctorGroup: optionalRowOf(sql`to_json(r.its_group)`, getTableColumns(proctorGroup)),
  reviewProcess: optionalRowOf(sql`to_json(r.its_review)`, getTableColumns(reviewProcess)),
  muted: sql<Muted[]>`r.muted`.mapWith((rows: Muted[]): Muted[] =>
    rows.map(({ sid, ...row }) => ({ ...row, sid: sidFromUuid('AN', sid) })),
  ),
  examFile: fileSummary(sql`r.exam_file`),
  returnedFile: fileSummary(sql`r.returned_file`),
  photos: fileSummaries(sql`r.photos`),
  sentMessages: sql<string[]>`r.sent_messages`,
  openIncidents: eventSids(sql`r.open_incidents`),
  /** Those of the open events that a review has found. */
  findings: eventSids(sql`r.findings`),
}

/** A session without a slot, a policy, a group or a review process, or of an exam without a configuration, has null there. */
export type SessionRow = RowOf<typeof findSession>

/** Builds the statement that selects a session with everything that its record and its transitions need. */
export const findSession = prepared(sessionPathColumns, (db, { installSid, examSid, sessionSid }) =>
  db.select(columns).from(sql`session_record(${installSid}, ${examSid}, ${sessionSid}) r`),
)
