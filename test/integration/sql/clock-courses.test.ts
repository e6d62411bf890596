// The sweep locks a course and then reads its sessions again: it closes only those of the course that are due.
import { expect, test } from 'vitest'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run } = sqlDatabase()

const end = '2026-03-01T12:00:00.000Z'
const afterGrace = '2026-03-01T12:15:00.000Z'
const later = '2026-03-01T12:00:01.000Z'
const tomorrow = '2026-03-02T12:00:00.000Z'
const other = { user: id(70), enrollment: id(71), session: id(72) }

/** Inserts two sessions of an exam in the status. Their appointments and the exam end at `end`. */
const insertTwo = (status: string) =>
  run(`${insertSession};
    insert into users (sid, install_sid, first_name, last_name, email)
      values ('${other.user}', '${sids.install}', 'Ben', 'Learner', 'ben@school.example');
    insert into enrollment (sid, install_sid, course_sid, user_sid)
      values ('${other.enrollment}', '${sids.install}', '${sids.course}', '${other.user}');
    insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key)
      values ('${other.session}', '${sids.install}', '${sids.course}', '${sids.exam}', '${other.enrollment}',
        '${other.user}', 'other');
    update exam_session set status = '${status}', appointment_end_date = '${end}';
    update exam_configuration set exam_close_date = '${end}'`)

const ofOther = (values: string) => `update exam_session set ${values} where sid = '${other.session}'`

test.each([
  ['close_no_shows', 'Scheduled', 'is within the grace', ofOther(`appointment_end_date = '${later}'`)],
  ['close_no_shows', 'Scheduled', 'runs', ofOther(`in_progress_date = '${end}'`)],
  ['close_no_shows', 'Scheduled', 'has no approval', ofOther(`status = 'Pending Approval'`)],
  ['close_missed_windows', 'Needs Proctor', 'has an appointment', ofOther(`status = 'Scheduled'`)],
  [
    'close_missed_windows',
    'Needs Proctor',
    'has a later window',
    `insert into exam_configuration (sid, install_sid, exam_sid, enrollment_sid, type, approved, exam_close_date)
      values ('${id(73)}', '${sids.install}', '${sids.exam}', '${other.enrollment}', 'accommodation', true, '${tomorrow}')`,
  ],
])('%s of a course with a due %s session keeps one that %s', async (name, status, _, change) => {
  await insertTwo(status)
  await run(change)
  expect(await rows(`select ${name}($1, 10) as closed`, [afterGrace])).toEqual([{ closed: 1 }])
  expect(await rows(`select sid from exam_session where status = 'Closed'`)).toEqual([{ sid: sids.session }])
})
