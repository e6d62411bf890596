// Reads a session with everything that its record and its transitions need (`session_record`).

import { getTableColumns, getTableName, type SQL, Subquery, sql } from 'drizzle-orm'
import { getViewConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import { prepared, type Query } from '../../../../db/prepared.ts'
import { cancellationPolicyVersion } from '../../../../db/schema/cancellation.ts'
import { course, enrollment } from '../../../../db/schema/catalog.ts'
import type { annotation } from '../../../../db/schema/event.ts'
import { exam, instructorProctor } from '../../../../db/schema/exam.ts'
import { proctorGroup, reviewProcess } from '../../../../db/schema/proctoring.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { account, install, installColumns } from '../../../../db/schema/tenancy.ts'
import { effectiveConfiguration } from '../../../../db/schema/views.ts'
import { type SidOf, sidFromUuid } from '../../../../db/sid.ts'
import { fileSummaries, fileSummary } from '../../files/summary/columns.ts'
import { sessionPathColumns } from './queries.ts'

type Muted = Omit<typeof annotation.$inferSelect, 'sessionSid' | 'muted' | 'createdDate' | 'editDate'>

const effective = effectiveConfiguration

const eventSids = (column: SQL) =>
  column.mapWith((uuids: string[]) => uuids.map((uuid): SidOf<'ER'> => sidFromUuid('ER', uuid)))

const columns = {
  session: getTableColumns(examSession),
  version: sql<string>`r.version`,
  account: getTableColumns(account),
  install: installColumns,
  exam: getTableColumns(exam),
  course: getTableColumns(course),
  enrollment: getTableColumns(enrollment),
  configuration: {
    // Drizzle detects that there is no row by the first column, so this column must never be null in the view.
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
  },
  isAssigned: effective.isAssigned,
  entry: getTableColumns(instructorProctor),
  policy: getTableColumns(cancellationPolicyVersion),
  proctorGroup: getTableColumns(proctorGroup),
  reviewProcess: getTableColumns(reviewProcess),
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

type Optional = 'configuration' | 'isAssigned' | 'entry' | 'policy' | 'proctorGroup' | 'reviewProcess'
type Selected = SelectResultFields<typeof columns>

/** A session without a slot, a policy, a group or a review process, or of an exam without a configuration, has null there. */
export type SessionRow = Omit<Selected, Optional> & { [K in Optional]: Selected[K] | null }

type Joined = Subquery<string, Record<string, PgColumn>>

/** A row in the result of `session_record`, under the name of its table. */
const rowOf = (member: string, table: PgTable): Joined =>
  new Subquery(sql`select (r.${sql.raw(member)}).*`, {}, getTableName(table))

/** The effective configuration, whose columns are members of the result. */
const configuration: Joined = new Subquery(sql`select r.*`, {}, getViewConfig(effective).name)

/** Builds the statement that selects a session with everything that its record and its transitions need. */
export const findSession = prepared(
  sessionPathColumns,
  (db, { installSid, examSid, sessionSid }) =>
    db
      .select(columns)
      .from(sql`session_record(${installSid}, ${examSid}, ${sessionSid}) r`)
      .crossJoinLateral(rowOf('session', examSession))
      .crossJoinLateral(rowOf('of_account', account))
      .crossJoinLateral(rowOf('its_install', install))
      .crossJoinLateral(rowOf('its_exam', exam))
      .crossJoinLateral(rowOf('its_course', course))
      .crossJoinLateral(rowOf('its_enrollment', enrollment))
      .leftJoinLateral(configuration, sql`true`)
      .leftJoinLateral(rowOf('slot', instructorProctor), sql`true`)
      .leftJoinLateral(rowOf('policy', cancellationPolicyVersion), sql`true`)
      .leftJoinLateral(rowOf('its_group', proctorGroup), sql`true`)
      .leftJoinLateral(rowOf('its_review', reviewProcess), sql`true`) as unknown as Query<SessionRow[]>,
)
