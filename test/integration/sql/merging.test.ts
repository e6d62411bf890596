// Functions that merge and erase people, and that recognize erased ones.
import { expect, test } from 'vitest'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run, value, refused } = sqlDatabase()
const { course, enrollment, exam, install, users, session, configuration } = sids
const [other, otherEnrollment] = [id(70), id(71)]
const json = JSON.stringify

const insertOther = `insert into users (sid, install_sid, first_name, last_name, email, lms_id, home_phone)
  values ('${other}', '${install}', 'Zoë', 'Nguyễn', 'zoe@school.example', 'L', '+1')`
const enrollOther = `insert into enrollment (sid, install_sid, course_sid, user_sid)
  values ('${otherEnrollment}', '${install}', '${course}', '${other}')`

const event = (n: number, members: Record<string, string>) => `
  insert into event_type (sid, install_sid, name) values ('${id(80 + n)}', '${install}', 'Note');
  insert into session_event (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, session_sid, event_type_sid,
    event_time, title, ${Object.keys(members).join(', ')}, created_date)
  values ('${id(90 + n)}', '${install}', '${course}', '${exam}', '${enrollment}', '${users}', '${session}', '${id(80 + n)}',
    now(), 'Note', ${Object.values(members)
      .map(text => `'${text}'`)
      .join(', ')}, now() + interval '${n} s')`

test('addresses_of returns the addresses of a user and of those that were merged into it, over several merges', async () => {
  await run(insertOther)
  const third = id(75)
  await run(`insert into users (sid, install_sid, first_name, last_name, email, preferred_email)
    values ('${third}', '${install}', 'Z', 'N', 'zn@school.example', 'home@zn.example')`)
  const addresses = async () =>
    (
      (await value('select addresses_of(u) from users u where sid = $1', [users])) as (string | null)[]
    ).toSorted()
  expect(await addresses()).toEqual(['ada@school.example'])
  await value('select merge_users($1, $2, $3)', [install, third, other])
  await run(`update users set former_identities = null, email = 'gone' where sid = '${third}'`)
  await value('select merge_users($1, $2, $3)', [install, other, users])
  expect(await addresses()).toEqual([
    ...['ada@school.example', 'home@zn.example', 'zn@school.example', 'zoe@school.example'],
  ])
})

test('lock_courses_of locks the courses of the people', async () => {
  await run(`${insertOther}`)
  await value('select lock_courses_of($1)', [[users, other]])
  const [locked] = await rows(`select xmax::text::bigint > 0 as locked from course where sid = '${course}'`)
  expect(locked).toEqual({ locked: true })
})

test('withdraw_person withdraws the enrollments and closes what has not ended', async () => {
  await run(`${insertSession}; update exam_session set status = 'Scheduled', appointment_date = now(),
    appointment_end_date = now() + interval '1 hour', in_progress_date = now()`)
  await value('select withdraw_person($1)', [users])
  expect(await value('select status from enrollment')).toBe('withdrawn')
  expect(await rows('select status, status_reason, ended_date is null as running from exam_session')).toEqual(
    [{ status: 'Closed', status_reason: 'withdrawn', running: false }],
  )
})

test('find_mentions finds names in any case and without accents, and addresses, in the events of others', async () => {
  await run(`${insertOther}; ${insertSession};
    ${event(1, { details: 'NGUYEN, Zoe' })}; ${event(2, { direct_witness: 'zoe@SCHOOL.example' })};
    ${event(3, { details: 'Zoe Miller' })}; ${event(4, { details: 'Ada Learner' })}`)
  const find = (person: string) => value('select find_mentions($1, $2)', [install, person])
  expect(await find(other)).toEqual([id(92), id(91)])
  expect(await find(users)).toEqual([])
})

test('mention_key removes accents and case of texts of any length', async () => {
  expect(await value('select mention_key($1)', [`${'é'.repeat(600)} Zoë`])).toBe(`${'e'.repeat(600)} zoe`)
})

test('is_suppressed compares the hashes within the install', async () => {
  await run(`insert into suppression (sid, install_sid, hashes) values ('${id(72)}', '${install}', '{a,b}')`)
  const ask = (at: string, hashes: unknown) =>
    value('select is_suppressed($1, $2)', [at, hashes && json(hashes)])
  expect([await ask(install, ['b']), await ask(install, ['c']), await ask(install, null)]).toEqual([
    ...[true, false, false],
  ])
  expect(await ask(id(73), ['b'])).toBe(false)
})

test('merge_enrollments moves all that belongs to the enrollment, and deletes it', async () => {
  await run(`${insertOther}; ${enrollOther}; ${insertSession}; ${event(1, { details: 'x' })};
    insert into exam_configuration (sid, install_sid, exam_sid, enrollment_sid, type, approved)
      values ('${id(74)}', '${install}', '${exam}', '${enrollment}', 'accommodation', true);
    update enrollment set sis_id = 'S' where sid = '${enrollment}';
    update enrollment set status = 'withdrawn' where sid = '${otherEnrollment}'`)
  await value('select merge_enrollments($1, $2, $3)', [enrollment, otherEnrollment, other])
  expect(await rows('select sid, status, sis_id from enrollment')).toEqual([
    { sid: otherEnrollment, status: 'active', sis_id: 'S' },
  ])
  const moved = { enrollment_sid: otherEnrollment, user_sid: other }
  for (const table of ['exam_session', 'session_event', 'session_pair'])
    expect(await rows(`select enrollment_sid, user_sid from ${table}`), table).toEqual([moved])
  expect(await rows('select enrollment_sid, accommodation_sid from adjustment')).toEqual([
    { enrollment_sid: otherEnrollment, accommodation_sid: id(74) },
  ])
  expect(configuration).not.toBe(id(74))
})

test('merge_enrollments keeps the role and the end of a membership', async () => {
  await run(`${insertOther}; ${enrollOther};
    insert into section (sid, install_sid, course_sid, title) values ('${id(77)}', '${install}', '${course}', 'A');
    insert into enrollment_section values ('${enrollment}', '${id(77)}', 'instructor', '2026-12-01')`)
  await value('select merge_enrollments($1, $2, $3)', [enrollment, otherEnrollment, other])
  expect(await rows('select enrollment_sid, role, end_date::text from enrollment_section')).toEqual([
    { enrollment_sid: otherEnrollment, role: 'instructor', end_date: '2026-12-01' },
  ])
})

test('merge_users moves the records, and fills what the target lacks', async () => {
  await run(
    `${insertOther}; ${insertSession}; update users set lms_id = 'M', sis_id = 'S' where sid = '${users}'`,
  )
  await value('select merge_users($1, $2, $3)', [install, other, users])
  expect(await rows(`select lms_id, sis_id, home_phone from users where sid = '${users}'`)).toEqual([
    { lms_id: 'M', sis_id: 'S', home_phone: '+1' },
  ])
  await value('select merge_users($1, $2, $3)', [install, users, other])
  expect(await rows('select user_sid from enrollment union all select user_sid from exam_session')).toEqual([
    ...[{ user_sid: other }, { user_sid: other }],
  ])
})

test('merge_users keeps the roles of the roster whose id the target has, and whether they are over', async () => {
  const roles = (name: string) => json({ [name]: { role: 'instructor' } })
  await run(
    `${insertOther}; update users set roster_roles = '${roles('a')}', roster_roles_ended = true, enabled = false, sis_id = 'S'
      where sid = '${users}'`,
  )
  await value('select merge_users($1, $2, $3)', [install, users, other])
  const stored = `select roster_roles::text, roster_roles_ended, sis_id from users where sid = '${other}'`
  const moved = { roster_roles: '{"a": {"role": "instructor"}}', roster_roles_ended: true, sis_id: 'S' }
  expect(await rows(stored)).toEqual([moved])
  const third = id(76)
  await run(`insert into users (sid, install_sid, first_name, last_name, email, sis_id, roster_roles)
    values ('${third}', '${install}', 'Z', 'N', 'zn@school.example', 'T', '${roles('b')}')`)
  await value('select merge_users($1, $2, $3)', [install, third, other])
  expect(await rows(stored)).toEqual([moved])
})

test('former_roster_ids has each id of a merged user with the user who has the records, until another user has the id', async () => {
  await run(`${insertOther}; update users set sis_id = 'kept' where sid = '${users}';
    update users set sis_id = 'former' where sid = '${other}'`)
  const former = () => rows(`select * from former_roster_ids('${install}')`)
  expect(await former()).toEqual([])
  await value('select merge_users($1, $2, $3)', [install, other, users])
  await run(`update users set merged_into_sid = '${users}', erased_date = now() where sid = '${other}'`)
  expect(await former()).toEqual([{ id: 'former', sid: users }])
  expect(await rows(`select * from former_roster_ids('${id(77)}')`)).toEqual([])
  await run(`insert into users (sid, install_sid, first_name, last_name, email, sis_id)
    values ('${id(76)}', '${install}', 'Z', 'N', 'zn@school.example', 'former')`)
  expect(await former()).toEqual([])
})

test('merge_users raises IV001 for an unknown and for an erased user', async () => {
  const merge = () => refused('select merge_users($1, $2, $3)', [install, users, other])
  expect(await merge()).toMatchObject({ code: 'IV001', message: 'not_found' })
  await run(`${insertOther}; update users set erased_date = now() where sid = '${other}'`)
  expect(await merge()).toMatchObject({ code: 'IV001', message: 'user_erased' })
})

test('matching_offering returns the newest offering with a match string in the title or code', async () => {
  const match = (title: string, code: string | null) =>
    value('select matching_offering($1, $2, $3)', [install, title, code])
  await run(`insert into course_offering (sid, install_sid, title, match_strings, created_date) values
    ('${id(75)}', '${install}', 'Fall', '{"Été 2026",-FA}', now()), ('${id(76)}', '${install}', 'None', '{}', now()),
    ('${id(77)}', '${install}', 'New', '{-FA}', now() + interval '1 s')`)
  expect([await match('Biology ete 2026', null), await match('Biology', 'BIO-fa')]).toEqual([id(75), id(77)])
  expect(await match('Biology', 'BIO')).toBe(null)
})

test('matching_offering ignores a match string of blanks, which an earlier release stored', async () => {
  await run(`insert into course_offering (sid, install_sid, title, match_strings) values
    ('${id(78)}', '${install}', 'Blanks', array[' ', E'\\u00a0'])`)
  expect(await value('select matching_offering($1, $2, $3)', [install, 'Biology 1', 'BIO 1'])).toBe(null)
})

test('taken_id_path returns the path of the id of an index', async () => {
  const paths = ['users_sis_id', 'exam_external_id', 'users_username'].map(name =>
    value('select taken_id_path($1)', [name]),
  )
  expect(await Promise.all(paths)).toEqual(['user.ids.sis', 'exam.ids.external', null])
})

test('provision_conflict raises IV002 id_conflict for another id, unless the item has rekey', async () => {
  await run(`update course set lms_id = 'L'`)
  const call = 'select provision_conflict($1, $2, $3)'
  expect(await refused(call, ['course', course, json({ lms: 'M', sis: 'S' })])).toEqual({
    ...{ code: 'IV002', message: 'id_conflict', detail: 'course.ids.lms' },
  })
  for (const ids of [
    { lms: 'L', sis: 'S' },
    { lms: 'M', rekey: true },
  ])
    await value(call, ['course', course, json(ids)])
})

test('provision_synchronized records the first synchronization only', async () => {
  await value('select provision_synchronized($1, $2)', ['course', course])
  const sync = 'select sync_source, sync_result, sync_date is null as never from course'
  expect(await rows(sync)).toEqual([
    { sync_source: 'provision', sync_result: 'Found Existing', never: false },
  ])
  await run(`update course set sync_result = 'Created'`)
  await value('select provision_synchronized($1, $2)', ['course', course])
  expect(await value('select sync_result from course')).toBe('Created')
})

test('has_former_id is true for an id of a merged user, and false for an own id', async () => {
  const former = [{ lms: 'L', sis: 'S', api: 'A', external: null, emails: [] }]
  await run(`update users set lms_id = 'L', former_identities = '${json(former)}' where sid = '${users}'`)
  const has = (ids: object) => value('select coalesce(has_former_id(u, $1), false) from users u', [json(ids)])
  expect(await Promise.all([{ sis: 'S' }, { api: 'A' }, { lms: 'L', sis: 'S' }].map(has))).toEqual([
    true,
    true,
    true,
  ])
  const others = [{ lms: 'L' }, { sis: 'A' }, { external: 'S' }, { external: null }, {}, { hashes: ['S'] }]
  expect(await Promise.all(others.map(has))).toEqual(others.map(() => false))
  await run(`update users set former_identities = null`)
  expect(await has({ sis: 'S' })).toBe(false)
})
