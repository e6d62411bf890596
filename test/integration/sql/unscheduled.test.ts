// Functions that maintain the unscheduled learners, and the report that reads them.
import { beforeEach, expect, test } from 'vitest'
import { sidFromUuid } from '../../../db/sid.ts'
import { prepare } from '../../../db/statement.ts'
import { rowCountOf } from '../../../src/shared/row-count.ts'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'
import { listedRows, reportedLearners } from '../../support/unscheduled.ts'

const database = sqlDatabase()
const { rows, value, run } = database
const { course, exam, install, users, configuration } = sids
const [bo, ofBo, section, assignment] = [id(40), id(41), id(42), id(43)]

const marks = () => rows('select install_sid, course_sid, user_sid from unscheduled_mark order by id')
const ofUser = { install_sid: install, course_sid: null, user_sid: users }
const ofCourse = { install_sid: install, course_sid: course, user_sid: null }
const apply = (atMost = 1000) => value('select apply_unscheduled_marks($1)', [atMost])
const listed = async () => (await listedRows(database)).listed.map(({ sid }) => sid)
const primary = (set: string) => run(`update exam_configuration set ${set} where sid = '${configuration}'`)
const schedule = `${insertSession}; update exam_session set status = 'Scheduled', appointment_date = now()`

/** Bo is a second learner of the course, and in a section that is assigned the exam. */
const more = `
  insert into users (sid, install_sid, first_name, last_name, email)
    values ('${bo}', '${install}', 'Bo', 'Learner', 'bo@school.example');
  insert into enrollment (sid, install_sid, course_sid, user_sid) values ('${ofBo}', '${install}', '${course}', '${bo}');
  insert into section (sid, install_sid, course_sid, title) values ('${section}', '${install}', '${course}', 'A');
  insert into enrollment_section (enrollment_sid, section_sid) values ('${ofBo}', '${section}');
  insert into assignment (sid, exam_sid) values ('${assignment}', '${exam}');
  insert into assignment_section (assignment_sid, section_sid) values ('${assignment}', '${section}')`

beforeEach(() => apply())

test.each([
  [null, null, true],
  ['Needs Proctor', false, true],
  ['Approval Denied', false, true],
  ['Scheduled', false, false],
  ['Closed', false, false],
  ['Closed', true, true],
])('lacks_appointment of the status %s, cancelled %s, is %s', async (status, cancelled, expected) => {
  expect(await value('select lacks_appointment($1, $2)', [status, cancelled])).toBe(expected)
})

test('unscheduled_until returns the last end of the open windows of a learner', async () => {
  const until = () => rows('select * from unscheduled_until($1)', [[users, bo]])
  const learner = { user_sid: users, install_sid: install }
  expect(await until()).toEqual([{ ...learner, unscheduled_until: Number.POSITIVE_INFINITY }])
  await primary(`exam_close_date = '2099-03-01Z', schedule_close_date = '2099-02-01Z'`)
  expect(await until()).toEqual([{ ...learner, unscheduled_until: new Date('2099-02-01') }])
  await primary(`schedule_close_date = now()`)
  expect(await until()).toEqual([])
  expect(await rows('select * from unscheduled_until($1)', [[]])).toEqual([])
})

test.each<[string, string, object[]]>([
  ['a new learner', more.split(';').slice(0, 2).join(';'), [{ ...ofUser, user_sid: bo }]],
  ['a withdrawn learner', `update enrollment set status = 'withdrawn'`, [ofUser]],
  ['a scheduled session', schedule, [ofUser]],
  [
    'a new session that is scheduled',
    insertSession.replace('access_key)', 'access_key, status)').replace("'key')", "'key', 'Scheduled')"),
    [ofUser],
  ],
  [
    'a new instructor',
    `insert into users (sid, install_sid, first_name, last_name, email)
        values ('${bo}', '${install}', 'Bo', 'Teacher', 'bo@school.example');
      insert into enrollment (sid, install_sid, course_sid, user_sid, role)
        values ('${ofBo}', '${install}', '${course}', '${bo}', 'instructor')`,
    [],
  ],
  ['a deleted enrollment', 'delete from enrollment', [ofUser]],
  ['a deleted primary configuration', 'delete from exam_configuration', [ofCourse]],
  [
    'a new primary configuration',
    `insert into exam (sid, install_sid, course_sid, title) values ('${id(44)}', '${install}', '${course}', 'Second');
      insert into exam_configuration (sid, install_sid, exam_sid, type, approved)
        values ('${id(44)}', '${install}', '${id(44)}', 'primary', true)`,
    [ofCourse],
  ],
  [
    'a new accommodation',
    `insert into exam_configuration (sid, install_sid, exam_sid, enrollment_sid, type, approved)
        values ('${id(44)}', '${install}', '${exam}', '${sids.enrollment}', 'accommodation', true)`,
    [ofUser],
  ],
  ['another date of creation', `update users set created_date = '2026-01-01'`, [ofUser, ofUser]],
  ['a session that needs a proctor', insertSession, []],
  ['a longer window', `update exam_configuration set exam_close_date = '2099-01-01'`, [ofCourse]],
  ['another duration', 'update exam_configuration set duration = 90', []],
  ['another title', `update exam set title = 'Final'`, []],
  ['a deleted exam', `update exam set status = 'deleted'`, [ofCourse]],
  ['another time zone', `update install set default_timezone = 'Asia/Tokyo'`, [ofCourse]],
  ['another name of the user', `update users set first_name = 'Eve'`, []],
])('mark_unscheduled marks after %s', async (_, change, expected) => {
  await run(change)
  expect(await marks()).toEqual(expected)
})

test('mark_unscheduled marks the course after a new date of an assignment', async () => {
  await run(more)
  await apply()
  await run(`update assignment set exam_close_date = '2099-01-01'`)
  expect(await marks()).toEqual([ofCourse])
})

test('mark_unscheduled marks the learner after a deleted pair with an appointment', async () => {
  await run(schedule)
  await apply()
  await run('delete from session_pair')
  expect(await marks()).toEqual([ofUser])
})

test('marked_learners returns the users with a mark, and those of the courses with a mark', async () => {
  const marked = () => value('select marked_learners($1)', [install])
  expect(await marked()).toEqual([])
  await run(`update enrollment set status = 'withdrawn'`)
  expect(await marked()).toEqual([users])
  await run(more)
  await apply()
  await run(`update exam set limited_scope = true`)
  expect(new Set((await marked()) as string[])).toEqual(new Set([users, bo]))
  expect(await value('select marked_learners($1)', [id(99)])).toEqual([])
})

test('marked_learners returns all users of the install after the migration', async () => {
  await run('insert into unscheduled_mark default values')
  expect(await value('select marked_learners($1)', [install])).toEqual([users])
})

test('apply_unscheduled_marks updates the learners of the oldest marks, and deletes these', async () => {
  expect(await listed()).toEqual([users])
  await run(schedule)
  await run(more)
  const waiting = (await marks()).length
  expect(await apply(1)).toBe(1)
  expect([await listed(), (await marks()).length]).toEqual([[], waiting - 1])
  expect(await apply()).toBe(waiting - 1)
  expect([await listed(), await marks()]).toEqual([[bo], []])
  expect(await apply()).toBe(0)
})

test('apply_unscheduled_marks computes all learners after the migration', async () => {
  await run('delete from unscheduled_learner; insert into unscheduled_mark default values')
  expect(await apply()).toBe(1)
  expect(await listed()).toEqual([users])
})

test('apply_unscheduled_marks deletes the rows whose time is over', async () => {
  await run(`update unscheduled_learner set unscheduled_until = now()`)
  expect(await reportedLearners(database)).toEqual({ total: 0, sids: [] })
  await apply()
  expect(await listed()).toEqual([])
})

test('refill_unscheduled_learners repairs rows that were changed by hand', async () => {
  await run(`${more}; set local session_replication_role = replica;
    insert into unscheduled_learner (user_sid, install_sid, created_date, unscheduled_until)
      values ('${bo}', '${install}', now(), now() - interval '1 day');
    update unscheduled_learner set created_date = '2000-01-01' where user_sid = '${users}';
    set local session_replication_role = origin; delete from unscheduled_mark`)
  const before = await listedRows(database)
  expect(before.listed).not.toEqual(before.defined)
  await run('select refill_unscheduled_learners(); select recount_rows()')
  const { listed: repaired, defined } = await listedRows(database)
  expect(repaired).toHaveLength(2)
  expect(repaired).toEqual(defined)
  const { text, params } = prepare(
    rowCountOf('unscheduled_learner')({ installSid: sidFromUuid('AI', install) }),
  )
  expect(await value(text, params)).toBe(2)
})

test('the report lists marked learners as they are now, and counts them once', async () => {
  expect(await reportedLearners(database)).toEqual({ total: 1, sids: [users] })
  await run(more)
  expect(await reportedLearners(database)).toEqual({ total: 2, sids: [users, bo] })
  await run(schedule)
  expect(await reportedLearners(database)).toEqual({ total: 1, sids: [bo] })
  expect(await reportedLearners(database, { lastName: 'learner' })).toEqual({ total: 1, sids: [bo] })
  expect(await listed()).toEqual([users])
})
