// Functions that publish changes as events, deliver these, and erase people from them.
import { beforeEach, expect, test } from 'vitest'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const { application, configuration, course, enrollment, exam, install, session, users } = sids
const [endpoint, event, type] = [id(70), id(71), id(72)]

const text = (prefix: string, uuid: string) => `${prefix}${uuid.replaceAll('-', '')}`
const insertEndpoint = (members = '') => `
  insert into webhook_endpoint (sid, application_sid, url, secret, events) values
    ('${endpoint}', '${application}', 'https://hooks.example', 's', '{database.event,document.updated}');${members}`

beforeEach(() => run('delete from audit_event'))

const payload = (table: string, sid: string) =>
  value(`select event_payload(t) from ${table} t where t.sid = $1`, [sid]) as Promise<Record<string, unknown>>
const ofInstall = { installSid: text('AI', install) }

test('event_payload(users) has the members of the API and no secret', async () => {
  await run(`update users set password_hash = 'hash'`)
  const made = await payload('users', users)
  expect(made).toMatchObject({ ...ofInstall, sid: text('US', users), firstName: 'Ada', enabled: true })
  expect(JSON.stringify(made)).not.toMatch(/hash|password|stsEpoch/i)
})

test('event_payload(enrollment) names the course and the user', async () => {
  expect(await payload('enrollment', enrollment)).toMatchObject({
    ...ofInstall,
    courseSid: text('CU', course),
    userSid: text('US', users),
    role: 'learner',
    status: 'active',
  })
})

test('event_payload(exam) has its title and status', async () => {
  expect(await payload('exam', exam)).toMatchObject({
    ...ofInstall,
    sid: text('EX', exam),
    title: 'Exam',
    status: 'active',
  })
})

test('event_payload(exam_configuration) has the settings without the password', async () => {
  await run(`update exam_configuration set password = 'sealed', permitted_notes = true`)
  const made = await payload('exam_configuration', configuration)
  expect(made).toMatchObject({ sid: text('EC', configuration), duration: 60, permittedNotes: true })
  expect(made).not.toHaveProperty('password')
})

test('event_payload(assignment) has its dates as dates, and the install of its exam', async () => {
  await run(
    `insert into assignment (sid, exam_sid, exam_open_date) values ('${id(73)}', '${exam}', '2026-03-01')`,
  )
  expect(await payload('assignment', id(73))).toMatchObject({ ...ofInstall, examOpenDate: '2026-03-01' })
})

test('event_payload(exam_session) has the status and no access key', async () => {
  await run(insertSession)
  const made = await payload('exam_session', session)
  expect(made).toMatchObject({
    sid: text('ES', session),
    status: 'Needs Proctor',
    series: text('ES', session),
  })
  expect(made).not.toHaveProperty('accessKey')
})

const insertSessionEvent = `insert into event_type (sid, install_sid, name) values ('${type}', '${install}', 'Noise');
  insert into session_event (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, session_sid,
      event_type_sid, event_time, title, contact_email)
    select '${id(74)}', install_sid, course_sid, exam_sid, enrollment_sid, user_sid, sid, '${type}', now(), 'Noise',
      'ADA@school.example' from exam_session`

test('event_payload(session_event) names the session and its type', async () => {
  await run(`${insertSession}; ${insertSessionEvent}`)
  expect(await payload('session_event', id(74))).toMatchObject({
    sessionSid: text('ES', session),
    eventTypeSid: text('ET', type),
    status: 'Open',
  })
})

const events = () =>
  rows('select topic, operation, payload, user_sid, install_sid from event order by created_date, sid')

test('capture_change inserts an event for a published change, with the status before, and none for others', async () => {
  await run(`update exam set title = 'Unheard'; ${insertEndpoint()}`)
  expect(await events()).toEqual([])
  await run('update exam set edit_date = now()')
  await run(`update users set password_hash = 'hash'`)
  expect(await events()).toEqual([])
  await run(`update enrollment set status = 'withdrawn'`)
  expect(await events()).toMatchObject([
    {
      topic: 'proctoring.enrollment',
      operation: 'update',
      payload: { status: 'withdrawn', previousStatus: 'active' },
      user_sid: users,
      install_sid: install,
    },
  ])
})

test('capture_change inserts no event for an endpoint of another install', async () => {
  await run(`insert into install (sid, account_sid, application_sid, name)
      select '${id(75)}', account_sid, application_sid, 'Other' from install;
    ${insertEndpoint(`update webhook_endpoint set install_sid = '${id(75)}'`)}`)
  await run(`update users set first_name = 'Eve'`)
  expect(await events()).toEqual([])
})

const insertEvent = (members: { topic?: string; type?: string; payload?: string } = {}) => {
  const { topic = 'documents', type: ofType = 'document.updated', payload: given = '{"a": 1}' } = members
  return `insert into event (sid, application_sid, topic, source, type, payload)
    values (uuid_v7(), '${application}', '${topic}', 'sdk', '${ofType}', '${given}')`
}
const deliveries = () => value('select count(*)::int from webhook_delivery')

test('fan_out_events makes a delivery for each endpoint that is active, has the type, and matches', async () => {
  await run(insertEndpoint(`update webhook_endpoint set filter = '{"a": "1"}'`))
  for (const [count, insert] of [
    [1, insertEvent()],
    [1, insertEvent({ payload: '{"a": 2}' })],
    [1, insertEvent({ type: 'other.type' })],
    [1, insertEvent({ topic: 'invigil.test' })],
    [2, insertEvent()],
  ] as const) {
    await run(insert)
    expect(await deliveries()).toBe(count)
  }
  await run(`update webhook_endpoint set active = false; ${insertEvent()}`)
  expect(await deliveries()).toBe(2)
})

test('fan_out_events makes at most 200 deliveries, for the oldest endpoints', async () => {
  await run(`insert into webhook_endpoint (sid, application_sid, url, secret, events, created_date)
      select uuid_v7(), '${application}', 'https://' || n, 's', '{document.updated}', now() + n * interval '1 second'
      from generate_series(1, 201) n; ${insertEvent()}`)
  expect(await deliveries()).toBe(200)
  expect(
    await rows(
      `select url from webhook_endpoint where sid not in (select endpoint_sid from webhook_delivery)`,
    ),
  ).toEqual([{ url: 'https://201' }])
})

test('erase_events removes a person from their events, from those they are a contact of, and from attempts', async () => {
  await run(`${insertEndpoint()} ${insertSession}; ${insertSessionEvent};
    insert into webhook_attempt (sid, application_sid, delivery_sid, endpoint_sid, event_sid, event_type, number, url,
        success, duration_ms, request, response)
      select uuid_v7(), application_sid, sid, endpoint_sid, event_sid, 'database.event', 1, 'https://hooks.example', true, 1,
        '{"body": "ada"}', '{"body": "ada"}' from webhook_delivery
      where event_sid in (select sid from event where changed_table in ('exam_session', 'session_event'));
    insert into event (sid, application_sid, topic, source, type, payload)
      values ('${event}', '${application}', 'documents', 'sdk', 'document.updated', '{"kept": true}')`)
  await run(`update event set user_sid = null where changed_table = 'session_event'`)
  await rows('select erase_events($1)', [users])
  const about = await rows(
    `select payload from event where sid <> $1 and changed_table in ('exam_session', 'session_event')`,
    [event],
  )
  expect(about.length).toBeGreaterThanOrEqual(2)
  for (const { payload: left } of about)
    expect(Object.keys(left as object).toSorted()).toEqual(['erased', 'installSid', 'sid'])
  expect(await value('select payload from event where sid = $1', [event])).toEqual({ kept: true })
  expect(
    await rows(`select from webhook_attempt where request::text || response::text like '%ada%'`),
  ).toEqual([])
})

test('capture_change publishes nothing if the only endpoint is an address of notifications', async () => {
  await run(insertEndpoint(`update webhook_endpoint set notification = true, events = '{}'`))
  await run(`update exam set title = 'Final'`)
  expect(await rows('select from event')).toEqual([])
})
