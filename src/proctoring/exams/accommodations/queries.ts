// The statements of a batch of accommodations: one reads all that the decisions depend on, one batch writes.

import { and, type GetColumnData, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../../db/schema/exam.ts'
import { type SidOf, uuidFromSid } from '../../../../db/sid.ts'
import type { RowOf } from '../../../../db/statement.ts'
import { applyChange, type ConfigurationChange } from '../../locks.ts'
import { reconcileCourses } from '../../reconcile/sessions.ts'
import { type Accommodation, maxExams } from './schema.ts'

/** The most accommodations that a request decides on. */
export const maxTargets = 2000

export type Target = RowOf<typeof findTargets>

/** An item and its position in the body. */
export type Placed = { position: number; item: Accommodation }

type Path = { installSid: SidOf<'AI'> }

/**
 * The pairs of learner and exam of each item, with the primary configuration and the newest accommodation, which is the
 * one that applies. An enrollment without an exam has one row. `version` changes with all that the decisions depend on.
 */
function targets({ installSid }: Path, placed: readonly Placed[]): SQL {
  const items = placed.map(({ position, item: { enrollmentSid, userSid, examSids } }) => ({
    position,
    enrollment_sid: enrollmentSid && uuidFromSid(enrollmentSid),
    user_sid: userSid && uuidFromSid(userSid),
    exam_sids: examSids?.map(uuidFromSid),
  }))
  return sql`
    select i.position, e.sid as enrollment_sid, e.role, u.erased_date is not null as is_erased,
      k.sid as course_sid, x.sid as exam_sid,
      p.locked as exam_locked, p.duration as exam_duration, p.attempts as exam_attempts,
      c.sid, c.locked, c.duration, c.attempts,
      c.exam_open_date, c.exam_close_date, c.schedule_open_date, c.schedule_close_date,
      concat_ws(' ', i.position, e.sid, e.role, u.erased_date is null, x.sid, p.xmin, c.xmin) as version
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as i(position integer, enrollment_sid uuid, user_sid uuid, exam_sids uuid[])
    join enrollment e on e.install_sid = ${sql.param(installSid, exam.installSid)} and e.sid = any (array(
      select i.enrollment_sid union all
      select own.sid from enrollment own
      where own.user_sid = i.user_sid and own.role = 'learner' and own.status = 'active'))
    join users u on u.sid = e.user_sid
    join course k on k.sid = e.course_sid and k.deleted_date is null
    left join exam x on x.sid = any (array(
      select own.sid from exam own
      where own.course_sid = k.sid and own.status <> 'deleted' and (i.exam_sids is null or own.sid = any (i.exam_sids))
      order by own.sid limit ${maxExams + 1}))
    left join exam_configuration p on p.exam_sid = x.sid and p.type = 'primary'
    left join adjustment j on j.enrollment_sid = e.sid and j.exam_sid = x.sid
    left join exam_configuration c on c.sid = j.accommodation_sid
    order by i.position, e.sid, x.sid
    limit ${maxTargets + 1}`
}

/** A column of `targets`, read like the column of a table. A join that finds no row makes it null. */
const read = <C extends PgColumn>(name: string, as: C) =>
  required(name, as) as SQL<GetColumnData<C, 'raw'> | null>
const required = <C extends PgColumn>(name: string, as: C) =>
  sql`t.${sql.identifier(name)}`.mapWith(as) as SQL<GetColumnData<C, 'raw'>>

/** Builds the statement that selects the targets of the items, in the order of the items. */
export const findTargets = (db: Database, path: Path, placed: readonly Placed[]) =>
  db
    .select({
      position: sql<number>`t.position`,
      enrollmentSid: required('enrollment_sid', enrollment.sid),
      role: required('role', enrollment.role),
      isErased: sql<boolean>`t.is_erased`,
      courseSid: required('course_sid', enrollment.courseSid),
      examSid: read('exam_sid', exam.sid),
      version: sql<string>`t.version`,
      primary: {
        locked: read('exam_locked', examConfiguration.locked),
        duration: read('exam_duration', examConfiguration.duration),
        attempts: read('exam_attempts', examConfiguration.attempts),
      },
      accommodation: {
        sid: read('sid', examConfiguration.sid),
        locked: read('locked', examConfiguration.locked),
        duration: read('duration', examConfiguration.duration),
        attempts: read('attempts', examConfiguration.attempts),
        examOpenDate: read('exam_open_date', examConfiguration.examOpenDate),
        examCloseDate: read('exam_close_date', examConfiguration.examCloseDate),
        scheduleOpenDate: read('schedule_open_date', examConfiguration.scheduleOpenDate),
        scheduleCloseDate: read('schedule_close_date', examConfiguration.scheduleCloseDate),
      },
    })
    .from(sql`(${targets(path, placed)}) t`)

/** The values that the batch sets. */
export type Values = {
  duration: number | null
  attempts: number | null
  examOpenDate: Date | null
  examCloseDate: Date | null
  scheduleOpenDate: Date | null
  scheduleCloseDate: Date | null
}

type Key = { sid: SidOf<'EC'>; enrollmentSid: SidOf<'EN'>; examSid: SidOf<'EX'>; courseSid: SidOf<'CU'> }

/** An accommodation to insert or to update. */
export type Write = Key & { isNew: boolean; values: Values }

const rowOf = ({ sid, enrollmentSid, examSid, values }: Write) => ({
  sid: uuidFromSid(sid),
  enrollment_sid: uuidFromSid(enrollmentSid),
  exam_sid: uuidFromSid(examSid),
  duration: values.duration,
  attempts: values.attempts,
  exam_open_date: values.examOpenDate,
  exam_close_date: values.examCloseDate,
  schedule_open_date: values.scheduleOpenDate,
  schedule_close_date: values.scheduleCloseDate,
})

const rowsOf = (writes: readonly Write[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(writes.map(rowOf))}::jsonb) as n(sid uuid, enrollment_sid uuid, exam_sid uuid,
    duration integer, attempts integer, exam_open_date timestamptz, exam_close_date timestamptz,
    schedule_open_date timestamptz, schedule_close_date timestamptz)`

/**
 * Builds the statements of one batch that write accommodations and reconcile the sessions of their courses.
 * @param read the targets that the writes were decided on
 * @param approved whether a new accommodation is approved
 * @throws Problem `edited_meanwhile` if one of them has changed since
 */
export function writeAccommodations(
  db: Database,
  path: Path,
  placed: readonly Placed[],
  read: readonly Target[],
  writes: readonly Write[],
  { approved, ...change }: ConfigurationChange & { approved: boolean },
) {
  const [inserts, updates] = [writes.filter(({ isNew }) => isNew), writes.filter(({ isNew }) => !isNew)]
  const courseSids = [...new Set(writes.map(({ courseSid }) => courseSid))]
  const { locked, reconciled } = reconcileCourses(db, path.installSid, courseSids)
  const versions = read.map(({ version }) => version).join(',')
  const unchanged = sql`(select coalesce(string_agg(t.version, ',' order by t.position, t.enrollment_sid, t.exam_sid), '')
    = ${versions} from (${targets(path, placed)}) t)`
  return {
    locked,
    rows: db
      .select({ sid: examConfiguration.sid })
      .from(examConfiguration)
      .where(
        and(
          inArray(
            examConfiguration.sid,
            updates.map(({ sid }) => sid),
          ),
        ),
      )
      .orderBy(examConfiguration.sid)
      .for('no key update'),
    unchanged: guard(db, unchanged, 'edited_meanwhile'),
    change: applyChange(
      db,
      path.installSid,
      {
        examSids: [...new Set(writes.map(({ examSid }) => examSid))],
        configurationSids: updates.map(({ sid }) => sid),
      },
      change,
    ),
    inserted: db.execute(sql`
      insert into exam_configuration (sid, install_sid, enrollment_sid, exam_sid, type, approved, duration, attempts,
        exam_open_date, exam_close_date, schedule_open_date, schedule_close_date)
      select n.sid, ${sql.param(path.installSid, exam.installSid)}, n.enrollment_sid, n.exam_sid, 'accommodation',
        ${approved}, n.duration, n.attempts, n.exam_open_date, n.exam_close_date, n.schedule_open_date,
        n.schedule_close_date
      from ${rowsOf(inserts)}`),
    updated: db.execute(sql`
      update exam_configuration c set duration = n.duration, attempts = n.attempts,
        exam_open_date = n.exam_open_date, exam_close_date = n.exam_close_date,
        schedule_open_date = n.schedule_open_date, schedule_close_date = n.schedule_close_date,
        updated_automated_sessions = 0, edit_date = now()
      from ${rowsOf(updates)} where c.sid = n.sid`),
    reconciled: db.execute(sql`
      with reconciled as (
        select enrollment_sid, exam_sid, count(*)::int as changed from ${reconciled} group by enrollment_sid, exam_sid)
      update exam_configuration c set updated_automated_sessions = coalesce(r.changed, 0)
      from exam_configuration written
      left join reconciled r on r.enrollment_sid = written.enrollment_sid and r.exam_sid = written.exam_sid
      where c.sid = written.sid and ${inArray(
        sql`written.sid`,
        writes.map(({ sid }) => uuidFromSid(sid)),
      )}`),
  }
}
