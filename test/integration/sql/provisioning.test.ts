// Functions that provision items, and their parts.
import { expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run, refused } = sqlDatabase()
const { course, enrollment, exam, install, users } = sids
const [configuration] = [id(50)]

const person = { first_name: 'Bo', last_name: 'New', email: 'bo@school.example' }
const itemOf = (name: string) => ({
  course: { ids: { lms: `c ${name}` }, members: { title: 'Biology' } },
  user: { ids: { lms: `u ${name}` }, members: person },
  enrollment: { role: 'learner' },
})
const examOf = (name: string) => ({
  ids: { lms: `x ${name}` },
  members: { title: 'Midterm' },
  configuration: {
    sid: configuration,
    type: 'primary',
    approved: true,
    locked: false,
    duration: 45,
    proctor_types: [],
    attachments: [],
  },
  instructors: [{ position: 0, location: 'Hall', capacity: 3 }],
})
const json = JSON.stringify

test('provision_match finds a record by its sid or by any of its ids, but no deleted one', async () => {
  await run(`update course set lms_id = 'L', api_id = 'A', external_id = 'E'`)
  const match = (ids: object) => value(`select provision_match('course', $1, null, $2)`, [install, json(ids)])
  for (const ids of [{ sid: course }, { lms: 'L' }, { api: 'A' }, { external: 'E' }, { lms: 'L', api: 'A' }])
    expect(await match(ids)).toBe(course)
  expect(await match({ lms: 'other' })).toBe(null)
  await run('update course set deleted_date = now()')
  expect(await match({ lms: 'L' })).toBe(null)
})

test('provision_match raises IV002 for an unknown sid, and for ids of several records', async () => {
  await run(`update course set lms_id = 'L';
    insert into course (sid, install_sid, title, api_id) values ('${id(51)}', '${install}', 'Other', 'A')`)
  const match = (ids: object) =>
    refused(`select provision_match('course', $1, null, $2)`, [install, json(ids)])
  expect(await match({ sid: id(99) })).toMatchObject({
    code: 'IV002',
    message: 'unknown_sid',
    detail: 'course.ids.sid',
  })
  expect(await match({ lms: 'L', api: 'A' })).toMatchObject({
    message: 'ambiguous_ids',
    detail: 'course.ids',
  })
})

test('provision_lock returns whether the record still exists and has the ids', async () => {
  await run(`update course set lms_id = 'L', api_id = 'A', external_id = 'E'`)
  const lock = (ids: object) => value(`select provision_lock('course', $1, $2)`, [course, json(ids)])
  for (const ids of [
    { sid: course },
    { lms: 'L' },
    { api: 'A' },
    { external: 'E' },
    { lms: 'other', api: 'A' },
  ])
    expect(await lock(ids)).toBe(true)
  expect(await lock({ lms: 'other' })).toBe(false)
  await run('update course set deleted_date = now()')
  expect(await lock({ sid: course })).toBe(false)
})

test('provision_lock_ids locks the install for imports and each id for items, once', async () => {
  const item = {
    course: { ids: { sid: course, lms: 'L' } },
    user: { ids: { lms: 'L', api: 'A', external: 'E' } },
    exam: { ids: { api: 'A' } },
  }
  const locks = await rows(
    `select provision_lock_ids(7, $1), provision_lock_ids(7, $1),
      (select array_agg(mode order by mode) from pg_locks where locktype = 'advisory') modes`,
    [json(item)],
  )
  expect(locks).toEqual([
    expect.objectContaining({ modes: [...Array(6).fill('ExclusiveLock'), 'ShareLock'] }),
  ])
})

test('provision_insert inserts the values by column', async () => {
  const sid = await value(`select provision_insert('course', $1, '{"title": "New", "code": "N1"}')`, [
    install,
  ])
  expect(await rows('select install_sid, title, code from course where sid = $1', [sid])).toEqual([
    { install_sid: install, title: 'New', code: 'N1' },
  ])
})

test('provision_update updates the values that differ, sets null, and returns whether anything changed', async () => {
  const update = (members: object) =>
    value(`select provision_update('course', $1, $2)`, [course, json(members)])
  expect(await update({ title: 'Course' })).toBe(false)
  expect(await update({})).toBe(false)
  expect(await update({ title: 'Changed', code: 'C1' })).toBe(true)
  expect(await update({ code: null })).toBe(true)
  expect(await rows('select title, code from course')).toEqual([{ title: 'Changed', code: null }])
})

test('provision_differs returns whether a value of the record differs', async () => {
  const differs = (kind: string, sid: string | undefined, members: object) =>
    value('select provision_differs($1, $2, $3)', [kind, sid, json(members)])
  expect(await differs('course', course, {})).toBe(false)
  expect(await differs('course', course, { title: 'Course', code: null })).toBe(false)
  expect(await differs('course', course, { title: 'Course', code: 'C1' })).toBe(true)
  expect(await differs('user', users, { first_name: 'Other' })).toBe(true)
  expect(await differs('exam', exam, { status: 'draft' })).toBe(true)
  expect(await differs('exam', exam, { status: 'active' })).toBe(false)
})

test('provision_match searches an exam in the given course only', async () => {
  await run(`update exam set lms_id = 'L'`)
  const match = (inCourse: string | undefined) =>
    value(`select provision_match('exam', $1, $2, '{"lms": "L"}')`, [install, inCourse])
  expect(await match(course)).toBe(exam)
  expect(await match(id(99))).toBe(null)
})

test('provision_row inserts, updates or finds a record, and adds the ids that it lacks', async () => {
  const row = (ids: object, members: object) =>
    rows(`select * from provision_row('course', $1, null, $2, $3)`, [install, json(ids), json(members)])
  const [inserted = {}] = await row({ lms: 'L' }, { title: 'New' })
  expect(inserted['result']).toBe('Created')
  expect(await row({ lms: 'L' }, { title: 'New' })).toEqual([{ ...inserted, result: 'Found Existing' }])
  expect(await row({ lms: 'L', api: 'A' }, { title: 'New' })).toEqual([{ ...inserted, result: 'Updated' }])
  expect(await row({ api: 'A' }, {})).toEqual([{ ...inserted, result: 'Found Existing' }])
})

test('provision_references requires the course offering in the install, and the time zone', async () => {
  const references = (item: object) => refused('select provision_references($1, $2)', [install, json(item)])
  await rows('select provision_references($1, $2)', [install, json(itemOf('one'))])
  expect(await references({ course: { members: { course_offering_sid: id(99) } } })).toMatchObject({
    code: 'IV002',
    message: 'unknown_sid',
    detail: 'course.courseOfferingSid',
  })
  expect(await references({ user: { members: { time_zone_sid: id(99) } } })).toMatchObject({
    message: 'unknown_sid',
    detail: 'user.timeZoneSid',
  })
})

test('provision_enrollment enrolls, activates, and sets the given role', async () => {
  const enroll = async (role: string | null) =>
    (await rows('select * from provision_enrollment($1, $2, $3, $4)', [install, course, users, role]))[0]
  const row_sid = enrollment
  expect(await enroll(null)).toEqual({ row_sid, result: 'Found Existing' })
  expect(await enroll('instructor')).toEqual({ row_sid, result: 'Updated' })
  await run(`update enrollment set status = 'withdrawn'`)
  expect(await enroll(null)).toEqual({ row_sid, result: 'Updated' })
  expect(await rows('select role, status from enrollment')).toEqual([
    { role: 'instructor', status: 'active' },
  ])
  await run('delete from enrollment')
  expect(await enroll(null)).toMatchObject({ result: 'Created' })
  expect(await rows('select role from enrollment')).toEqual([{ role: 'learner' }])
})

test('provision_exam inserts an exam with its configuration and slots, and refuses an id of another course', async () => {
  const provision = (courseSid: string) =>
    rows('select * from provision_exam($1, $2, $3)', [install, courseSid, json(examOf('one'))])
  const [made = {}] = await provision(course)
  expect(made['result']).toBe('Created')
  expect(
    await rows(
      `select c.sid, c.duration, i.location from exam_configuration c
       join instructor_proctor i on i.configuration_sid = c.sid where c.exam_sid = $1`,
      [made['row_sid']],
    ),
  ).toEqual([{ sid: configuration, duration: 45, location: 'Hall' }])
  expect(await provision(course)).toEqual([{ ...made, result: 'Found Existing' }])
  await run(`insert into course (sid, install_sid, title) values ('${id(52)}', '${install}', 'Other')`)
  const inOther = [install, id(52), json(examOf('one'))]
  expect(await refused('select * from provision_exam($1, $2, $3)', inOther)).toMatchObject({ code: '23505' })
})

const results = (result: unknown) =>
  Object.fromEntries(
    Object.entries(result as Record<string, { result: string } | null>).map(([name, part]) => [
      name,
      part?.result ?? null,
    ]),
  )

test('provision_item provisions the parts of the item, and creates no session', async () => {
  const item = { ...itemOf('one'), exam: examOf('one') }
  const provision = async (given: object) =>
    results(await value('select provision_item($1, $2)', [install, json(given)]))
  const none = { accommodation: null }
  const all = (result: string) => ({
    ...none,
    course: result,
    user: result,
    enrollment: result,
    exam: result,
  })
  expect(await provision(item)).toEqual(all('Created'))
  expect(await provision(item)).toEqual(all('Found Existing'))
  expect(await provision({ course: item.course })).toEqual({
    course: 'Found Existing',
    user: null,
    enrollment: null,
    exam: null,
    ...none,
  })
  expect(await rows('select from exam_session')).toEqual([])
})

test('provision provisions an item and creates its session', async () => {
  await rows('select provision($1, $2)', [install, json({ ...itemOf('one'), exam: examOf('one') })])
  expect(await rows('select duration from exam_session')).toEqual([{ duration: 45 }])
})

test('provision_batch returns the results in order, and the error of an item that is not applied', async () => {
  await run(`update users set username = 'taken'`)
  const one = itemOf('one')
  const faulty = {
    ...itemOf('two'),
    user: { ids: { lms: 'new' }, members: { ...person, username: 'taken' } },
  }
  const batch = await rows('select provision_batch($1, $2) as result', [install, json([one, faulty, one])])
  const [first, second, third] = batch.map(({ result }) => result)
  expect(second).toEqual({ fault: { path: 'user.username', code: 'username_taken' } })
  expect(results(first)).toMatchObject({ course: 'Created', enrollment: 'Created' })
  expect(results(third)).toMatchObject({ course: 'Found Existing', enrollment: 'Found Existing' })
  expect(await rows(`select from course where lms_id = 'c two'`)).toEqual([])
})

test('reconcile_provisioned reconciles the exams that were updated and the courses of new enrollments', async () => {
  const reconcile = (result: object) =>
    rows('select reconcile_provisioned(array[$1]::jsonb[])', [json(result)])
  const part = (sid: string, result: string) => ({ sid, result })
  const found = { course: part(course, 'Found Existing'), enrollment: part(enrollment, 'Found Existing') }
  await reconcile({ ...found, exam: part(exam, 'Found Existing') })
  expect(await rows('select from exam_session')).toEqual([])
  await reconcile({ ...found, enrollment: part(enrollment, 'Created') })
  expect(await rows('select status from exam_session')).toEqual([{ status: 'Needs Proctor' }])
  await run('update exam set limited_scope = true')
  await reconcile({ ...found, exam: part(exam, 'Updated') })
  expect(await rows('select status, status_reason from exam_session')).toEqual([
    { status: 'Closed', status_reason: 'removed-by-limited-scope' },
  ])
})
