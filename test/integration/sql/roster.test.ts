// Functions that apply a roster, file by file, and the parts of each.
import { expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run, value } = sqlDatabase()
const { course, enrollment, exam, install, users } = sids
const section = id(60)
const json = JSON.stringify

const user = (members: object) => ({
  gone: false,
  line: 2,
  username: 'bo',
  first_name: 'Bo',
  last_name: 'New',
  email: 'bo@school.example',
  enabled: true,
  ...members,
})
const roster = {
  academicSessions: [{ id: 'T', gone: false, title: 'Term', starts: '2026-01-01', ends: '2026-06-30' }],
  courses: [{ id: 'C', gone: false, title: 'Biology', code: 'B1', term: 'T' }],
  classes: [{ id: 'S', gone: false, title: 'A', course: 'C' }],
  users: [user({ id: 'U' })],
  enrollments: [{ class: 'S', person: 'U', gone: false, role: 'learner' }],
}
const counts = (created: number, updated = 0, unchanged = 0, deleted = 0) => ({
  created,
  updated,
  unchanged,
  deleted,
})
const files = ['academicSessions', 'courses', 'classes', 'users', 'enrollments']
const each = (one: object) => Object.fromEntries(files.map(file => [file, one]))

/** A learner of the scene with an imported membership in a section of the course. */
const imported = `
  update course set sis_id = 'C'; update users set sis_id = 'U';
  insert into section (sid, install_sid, course_sid, sis_id, title)
    values ('${section}', '${install}', '${course}', 'S', 'A');
  insert into enrollment_section (enrollment_sid, section_sid) values ('${enrollment}', '${section}')`

const apply = (file: string, fileRows: object[], isComplete = false) =>
  rows(`select * from apply_roster_${file}($1, $2, $3)`, [install, json(fileRows), isComplete])

test('import_roster applies a roster, and a dry run returns the same and changes nothing', async () => {
  const run = (dry: boolean) =>
    value('select import_roster($1, $2, $3, $4)', [install, json(roster), '[]', dry])
  const expected = { counts: each(counts(1)), faults: [], refused: 0, suppressed: 0 }
  expect(await run(true)).toEqual(expected)
  expect(await rows('select from section')).toEqual([])
  expect(await run(false)).toEqual(expected)
  expect(await run(false)).toEqual({ ...expected, counts: each(counts(0, 0, 1)) })
})

test('apply_roster applies the files in order and reconciles the sessions of changed courses', async () => {
  await run(`${imported}; insert into users (sid, install_sid, sis_id, first_name, last_name, email)
    values ('${id(61)}', '${install}', 'V', 'Eve', 'New', 'eve@school.example')`)
  const members = [{ class: 'S', person: 'V', gone: false, role: 'learner' }]
  const given = json({
    ...roster,
    academicSessions: [],
    courses: [],
    classes: [],
    users: [],
    enrollments: members,
  })
  await rows(`select apply_roster($1, $2, '[]')`, [install, given])
  expect(await rows('select user_sid from exam_session order by user_sid')).toEqual([
    { user_sid: users },
    { user_sid: id(61) },
  ])
})

test('apply_roster_offerings reads dates as instants of the zone of the install', async () => {
  await run(`update install set default_timezone = 'America/New_York'`)
  expect(
    await value('select apply_roster_offerings($1, $2, false)', [install, json(roster.academicSessions)]),
  ).toEqual({ academicSessions: counts(1) })
  expect(await rows('select start_date, end_date from course_offering')).toEqual([
    { start_date: new Date('2026-01-01T05:00:00Z'), end_date: new Date('2026-06-30T04:00:00Z') },
  ])
})

test('apply_roster_courses updates a course, keeps members that the row lacks, and deletes courses that a complete file lacks', async () => {
  await run(`update course set sis_id = 'C', code = 'K'`)
  const row = { id: 'C', gone: false, title: 'Changed' }
  expect(await apply('courses', [row])).toEqual([{ counts: { courses: counts(0, 1) }, changed: [] }])
  expect(await rows('select title, code from course')).toEqual([{ title: 'Changed', code: 'K' }])
  await run('drop table roster_course')
  expect(await apply('courses', [], true)).toEqual([
    { counts: { courses: counts(0, 0, 0, 1) }, changed: [course] },
  ])
})

test('delete_roster_courses deletes the exams of a course and withdraws its learners', async () => {
  await run(`update course set sis_id = 'C'; create temporary table roster_course (id text, gone boolean);
    insert into roster_course values ('C', true)`)
  expect(await value('select delete_roster_courses($1, false)', [install])).toEqual([course])
  expect(await value('select status from exam where sid = $1', [exam])).toBe('deleted')
  expect(await value('select status from enrollment')).toBe('withdrawn')
})

test('apply_roster_classes creates sections, and creates a new one for a class that moved to another course', async () => {
  await run(`${imported}; insert into course (sid, install_sid, sis_id, title)
    values ('${id(62)}', '${install}', 'D', 'Other')`)
  const row = { id: 'S', gone: false, title: 'A', course: 'D' }
  expect(await apply('classes', [row])).toEqual([
    { counts: { classes: { ...counts(1), deleted: 1 } }, changed: [course] },
  ])
  expect(await rows('select course_sid, sis_id from section')).toEqual([{ course_sid: id(62), sis_id: 'S' }])
})

test('delete_roster_classes lists the enrollments that lost a section for the end of the import', async () => {
  await run(`${imported}; create temporary table roster_class (id text, gone boolean, course uuid)`)
  expect(await value('select delete_roster_classes($1, false)', [install])).toEqual([])
  await run('drop table roster_classless')
  expect(await value('select delete_roster_classes($1, true)', [install])).toEqual([course])
  expect(await rows('select sid from roster_classless')).toEqual([{ sid: enrollment }])
  expect(await rows('select from section')).toEqual([])
})

test('withdraw_roster_classless withdraws the enrollments without a section, and returns their courses', async () => {
  await run(`${imported}; create temporary table roster_classless as select sid from enrollment`)
  expect(await value('select withdraw_roster_classless()')).toEqual([])
  await run('delete from enrollment_section')
  expect(await value('select withdraw_roster_classless()')).toEqual([course])
  expect(await value('select status from enrollment')).toBe('withdrawn')
})

test('apply_roster_users creates, updates and reports, and keeps members that a row lacks', async () => {
  await run(`update users set sis_id = 'U', home_phone = '1'`)
  const [applied] = await apply('users', [
    user({ id: 'U', username: 'ada', email: undefined }),
    user({ id: 'V', line: 3 }),
    user({ id: 'W', line: 4, username: 'eve', email: undefined }),
  ])
  expect(applied).toEqual({
    counts: { users: counts(1, 1) },
    faults: [{ file: 'users.csv', line: 4, id: 'W', code: 'required', column: 'email' }],
    changed: [],
  })
  expect(await rows('select sis_id, username, email, home_phone from users order by sis_id')).toEqual([
    { sis_id: 'U', username: 'ada', email: 'ada@school.example', home_phone: '1' },
    { sis_id: 'V', username: 'bo', email: 'bo@school.example', home_phone: null },
  ])
})

test('stage_roster_users matches users by their sourcedId, and refuses a username of another row or user', async () => {
  await run(`update users set sis_id = 'U', username = 'ada'`)
  const given = [
    user({ id: 'U', username: 'ADA' }),
    user({ id: 'V', line: 3, username: 'Bo' }),
    user({ id: 'W', line: 4, username: 'bo' }),
    user({ id: 'X', line: 5, username: 'ada' }),
    user({ id: 'Y', line: 6, username: 'bo', gone: true }),
  ]
  await rows('select stage_roster_users($1, $2)', [install, json(given)])
  expect(await rows('select id, sid, fault from roster_user order by id')).toEqual([
    { id: 'U', sid: users, fault: null },
    { id: 'V', sid: null, fault: null },
    { id: 'W', sid: null, fault: 'username_taken' },
    { id: 'X', sid: null, fault: 'username_taken' },
    { id: 'Y', sid: null, fault: null },
  ])
})

test('disable_roster_users disables a user whom a complete file lacks, and withdraws their enrollments', async () => {
  await run(
    `update users set sis_id = 'U'; create temporary table roster_user (id text, gone boolean, ended boolean, sid uuid, is_former boolean)`,
  )
  const disable = (isComplete: boolean) =>
    rows('select * from disable_roster_users($1, $2)', [install, isComplete])
  expect(await disable(false)).toEqual([{ deleted: 0, courses: [] }])
  await run('drop table roster_leaver')
  expect(await disable(true)).toEqual([{ deleted: 1, courses: [course] }])
  expect(await value('select enabled from users')).toBe(false)
  expect(await value('select status from enrollment')).toBe('withdrawn')
})

const member = (members: object) => ({ class: 'S', person: 'U', gone: false, role: 'learner', ...members })
const memberTable = `create temporary table roster_member (section uuid, course uuid, person uuid, gone boolean, role text, ends date);
  create temporary table roster_classless (sid uuid)`
const listMember = `insert into roster_member values ('${section}', '${course}', '${users}', false, 'instructor')`

test('apply_roster_enrollments adds members, changes roles, and removes members that the rows delete', async () => {
  await run(`${imported}; create temporary table roster_classless (sid uuid);
    create temporary table roster_leaver (sid uuid)`)
  const enrollments = async (given: object[]) => {
    const [{ counts: made } = {}] = await apply('enrollments', given)
    await run('drop table roster_member')
    return made
  }
  expect(await enrollments([member({})])).toEqual({ enrollments: counts(0, 0, 1) })
  expect(await enrollments([member({}), member({ role: 'instructor' })])).toEqual({
    enrollments: counts(0, 1),
  })
  expect(await enrollments([member({ gone: true })])).toEqual({ enrollments: counts(0, 0, 0, 1) })
  expect(await rows('select status from enrollment')).toEqual([{ status: 'withdrawn' }])
  expect(await enrollments([member({})])).toEqual({ enrollments: counts(1) })
})

test('refused_roster_members lists the members whose new user is refused, except suppressed ones', async () => {
  await run(`create temporary table roster_user (id text, sid uuid, fault text);
    insert into roster_user values ('U', '${users}', 'username_taken'), ('V', null, 'required'),
      ('W', null, 'suppressed'), ('X', null, null)`)
  const given = [
    ...['U', 'W', 'X'].map(person => member({ person, line: 2 })),
    member({ person: 'V', line: 3 }),
    member({ person: 'V', line: 4, gone: true }),
  ]
  expect(await value('select refused_roster_members($1)', [json(given)])).toEqual([
    { file: 'enrollments.csv', line: 3, id: 'V', code: 'unresolved_reference', column: 'userSourcedId' },
  ])
})

test('enroll_roster_members enrolls in the course, and counts earlier members of a section as updated', async () => {
  await run(`${imported}; ${memberTable}; ${listMember}`)
  expect(await rows('select * from enroll_roster_members($1, false)', [install])).toEqual([
    { courses: [course], updated: 1 },
  ])
  expect(await rows('select role from enrollment')).toEqual([{ role: 'instructor' }])
  expect(await rows('select * from enroll_roster_members($1, false)', [install])).toEqual([
    { courses: [], updated: 0 },
  ])
})

test('join_roster_sections adds a member once', async () => {
  await run(`${imported}; ${memberTable}; ${listMember}; delete from enrollment_section`)
  expect(await rows('select * from join_roster_sections()')).toEqual([{ courses: [course], created: 1 }])
  expect(await rows('select * from join_roster_sections()')).toEqual([{ courses: [], created: 0 }])
})

test('leave_roster_sections withdraws an enrollment that loses its last section, and no other', async () => {
  await run(`${imported}; ${memberTable};
    insert into section (sid, install_sid, course_sid, title) values ('${id(63)}', '${install}', '${course}', 'own');
    insert into enrollment_section (enrollment_sid, section_sid) values ('${enrollment}', '${id(63)}')`)
  const leave = () => rows('select * from leave_roster_sections($1, true)', [install])
  expect(await leave()).toEqual([{ courses: [course], deleted: 1 }])
  expect(await value('select status from enrollment')).toBe('active')
  await run(`delete from enrollment_section;
    insert into enrollment_section (enrollment_sid, section_sid) values ('${enrollment}', '${section}')`)
  expect(await leave()).toEqual([{ courses: [course], deleted: 1 }])
  expect(await value('select status from enrollment')).toBe('withdrawn')
})
