// Functions that derive roles from the rows of a roster.
import { expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { refused, rows, run, value } = sqlDatabase()
const { course, enrollment, install, users } = sids
const [first, second, own] = [id(60), id(61), id(62)]

/** An instructor of the scene in two sections of a roster and in another one, each with the role that is given. */
const member = (firstRole: string, secondRole: string) => `
  update enrollment set role = 'instructor';
  create temporary table roster_classless (sid uuid);
  insert into section (sid, install_sid, course_sid, sis_id, title) values
    ('${first}', '${install}', '${course}', 'S', 'A'), ('${second}', '${install}', '${course}', 'T', 'B'),
    ('${own}', '${install}', '${course}', null, 'own');
  insert into enrollment_section (enrollment_sid, section_sid, role) values
    ('${enrollment}', '${first}', ${firstRole}), ('${enrollment}', '${second}', ${secondRole}), ('${enrollment}', '${own}', null)`

const leave = `insert into roster_classless values ('${enrollment}')`

test('lower_roster_roles sets the highest role in the remaining sections of a roster', async () => {
  await run(member(`'learner'`, `'instructor'`))
  const lower = () => value('select lower_roster_roles()')
  expect(await lower()).toEqual([])
  await run(leave)
  expect(await lower()).toEqual([])
  await run(`delete from enrollment_section where section_sid = '${second}'`)
  expect(await lower()).toEqual([course])
  expect(await rows('select role from enrollment')).toEqual([{ role: 'learner' }])
})

test('lower_roster_roles keeps a role that a section without a stored role can have given', async () => {
  await run(`${member(`'learner'`, 'null')}; ${leave}`)
  expect(await value('select lower_roster_roles()')).toEqual([])
  await run(`delete from enrollment_section where section_sid in ('${first}', '${second}')`)
  expect(await value('select lower_roster_roles()')).toEqual([])
})

test('enroll_roster_members regards the sections that the rows do not list, unless the rows are complete', async () => {
  await run(`${member(`'learner'`, `'instructor'`)};
    create temporary table roster_member (section uuid, course uuid, person uuid, gone boolean, role text, ends date);
    insert into roster_member values ('${first}', '${course}', '${users}', false, 'learner')`)
  const enroll = (isComplete: boolean) =>
    rows('select * from enroll_roster_members($1, $2)', [install, isComplete])
  expect(await enroll(false)).toEqual([{ courses: [], updated: 0 }])
  expect(await enroll(true)).toEqual([{ courses: [course], updated: 1 }])
})

const rosterUser = (members: object) => ({ id: 'U', gone: false, line: 2, role: 'learner', ...members })

test('stage_roster_users raises IV001 if the stored roles of a user are not those from which a row derives its roles', async () => {
  await run(`update users set sis_id = 'U', roster_roles = '{"a": {"role": "learner"}}'`)
  const given = (previous: object) => [install, JSON.stringify([rosterUser({ previous_roles: previous })])]
  expect(await refused('select stage_roster_users($1, $2)', given({}))).toMatchObject({
    code: 'IV001',
    message: 'edited_meanwhile',
  })
  await rows('select stage_roster_users($1, $2)', given({ a: { role: 'learner' } }))
})

test('apply_roster_users stores the roles of a row with a role, and makes them unknown if the row has none', async () => {
  await run(`update users set sis_id = 'U', roster_roles = '{"a": {"role": "learner"}}'`)
  const stored = async (members: object) => {
    const [applied] = await rows('select * from apply_roster_users($1, $2, false)', [
      install,
      JSON.stringify([rosterUser(members)]),
    ])
    await run('drop table roster_user, roster_held, roster_leaver')
    return [applied?.['counts'], await value('select roster_roles from users')]
  }
  const unchanged = { users: { created: 0, updated: 0, unchanged: 1, deleted: 0 } }
  const roles = { b: { role: 'learner' } }
  expect(await stored({ roles })).toEqual([unchanged, roles])
  expect(await stored({ role: undefined })).toEqual([unchanged, roles])
  expect(await stored({})).toEqual([unchanged, null])
  expect(await stored({ gone: true })).toEqual([
    { users: { created: 0, updated: 0, unchanged: 0, deleted: 1 } },
    {},
  ])
})

/** The user of the scene, whose last role was over. */
const away = `update users set sis_id = 'U', roster_roles = '{}', roster_roles_ended = true, enabled = false;
  update enrollment set status = 'withdrawn'`
const enroll = `update enrollment set status = 'active'`

test('is_enrolled returns whether a user has an active enrollment', async () => {
  const isEnrolled = () => value('select is_enrolled($1)', [users])
  expect(await isEnrolled()).toBe(true)
  await run(away)
  expect(await isEnrolled()).toBe(false)
})

test('disable_roster_users stores whether a user leaves because the last role is over, and forgets it if the user is deleted', async () => {
  const left = async (members: object) => {
    await rows('select * from apply_roster_users($1, $2, false)', [
      install,
      JSON.stringify([rosterUser({ role: undefined, gone: true, ...members })]),
    ])
    await run('drop table roster_user, roster_held, roster_leaver')
    return value('select roster_roles_ended from users')
  }
  await run(`update users set sis_id = 'U'`)
  expect(await left({})).toBe(false)
  expect(await left({ ended: true })).toBe(true)
  expect(await left({})).toBe(false)
})

test('stage_roster_users omits a row without a role of a user whose last role was over, until the user is enrolled', async () => {
  await run(away)
  const staged = async (members: object) => {
    await rows('select stage_roster_users($1, $2)', [install, JSON.stringify([rosterUser(members)])])
    const [{ count } = {}] = await rows('select count(*)::int from roster_user')
    await run('drop table roster_user, roster_held')
    return count
  }
  expect(await staged({ role: undefined })).toBe(0)
  expect(await staged({})).toBe(1)
  expect(await staged({ role: undefined, gone: true })).toBe(1)
  await run(enroll)
  expect(await staged({ role: undefined })).toBe(1)
})

test('apply_roster_enrollments does not enroll a user whose last role was over, until the user is enrolled in another way', async () => {
  await run(`${away}; update course set sis_id = 'C'; insert into section (sid, install_sid, course_sid, sis_id, title)
    values ('${first}', '${install}', '${course}', 'S', 'A')`)
  const created = async () => {
    await run(
      'create temporary table roster_classless (sid uuid); create temporary table roster_leaver (sid uuid)',
    )
    const [applied] = await rows('select * from apply_roster_enrollments($1, $2, false)', [
      install,
      JSON.stringify([{ class: 'S', person: 'U', gone: false, role: 'learner' }]),
    ])
    await run('drop table roster_member, roster_classless, roster_leaver')
    return [applied?.['counts'], await value('select status from enrollment')]
  }
  const counts = (of: object) => ({
    enrollments: { created: 0, updated: 0, unchanged: 0, deleted: 0, ...of },
  })
  expect(await created()).toEqual([counts({ unchanged: 1 }), 'withdrawn'])
  await run(enroll)
  expect(await created()).toEqual([counts({ created: 1 }), 'active'])
})

test('clear_roster_roles_ended forgets that the last role was over when the user is enabled', async () => {
  await run(away)
  const isEnded = () => value('select roster_roles_ended from users')
  await run(`update users set enabled = false, role = 'proctor'`)
  expect(await isEnded()).toBe(true)
  await run('update users set enabled = true')
  expect(await isEnded()).toBe(false)
  await run('update users set roster_roles_ended = true')
  expect(await isEnded()).toBe(false)
})
